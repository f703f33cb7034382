// Every room and every dialogue in one theme: without faults of accessibility and layout. Each theme has a file of its
// own, so that two processes share the work.
//
// Of the eight combinations of theme, language and size four are checked, which have every pair of two of them;
// ZENPUKU_ALL=1 checks all.

import { describe, expect, it } from 'vitest';
import { type App, canTest, withApp } from './app.ts';
import { axeFaults, cutOff, sideways, stuckOut } from './faults.ts';
import { roomsOf } from './rooms.ts';
import { prepare, type Scene } from './scene.ts';

type Theme = 'light' | 'dark';
type Language = 'ja-JP' | 'en-US';

const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 360, height: 740 };

/** Boards, pieces and contrast, other ones for each look. */
const CHOSEN: Record<Theme, Record<Language, object>> = {
  light: { 'ja-JP': {}, 'en-US': { board: 'wood', pieces: 'symbols' } },
  dark: { 'ja-JP': { board: 'wood', pieces: 'two', contrast: 'more' }, 'en-US': { board: 'paper', pieces: 'letters', commands: true } },
};

/** The sizes checked in this theme and language. */
function sizesOf(theme: Theme, language: Language) {
  if (process.env['ZENPUKU_ALL'] === '1') return [WIDE, NARROW];
  return [(language === 'ja-JP') === (theme === 'light') ? WIDE : NARROW];
}

/** Checks every room in this theme, in both languages. */
export function checkEveryRoom(theme: Theme): void {
  describe.skipIf(!canTest())(`rooms in the ${theme} theme`, () => {
    let app: App;
    let scene: Scene;

    withApp(async (started) => {
      app = started;
      scene = await prepare(app, 3_000);
    }, 120_000);

    it.each<Language>(['ja-JP', 'en-US'])('%s', { timeout: 400_000 }, async (locale) => {
      const page = await app.page({ locale, colorScheme: theme });
      await page.evaluate((looks) => localStorage.setItem('zenpuku.prefs', JSON.stringify(looks)), CHOSEN[theme][locale]);
      const found: string[] = [];
      for (const { name, address, ready, act } of roomsOf(app, scene)) {
        await page.setViewportSize(WIDE);
        await page.goto(address);
        await page.waitForSelector(ready);
        await act?.(page);
        for (const size of sizesOf(theme, locale)) {
          await page.setViewportSize(size);
          await page.waitForTimeout(250);
          const where = `${name} at ${size.width} px`;
          found.push(...(await axeFaults(page)).map((fault) => `${where}: ${fault}`));
          found.push(...(await cutOff(page)).map((text) => `${where}: cut off: ${text}`));
          found.push(...(await stuckOut(page)).map((text) => `${where}: sticks out: ${text}`));
          if ((await sideways(page)) !== 0) found.push(`${where}: scrolls sideways`);
        }
      }
      expect(found).toEqual([]);
      await page.context().close();
    });
  });
}
