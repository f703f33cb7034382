// The pictures of docs/screenshots: `npm run screenshots`.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type App, withApp } from './app.ts';
import { shrink } from './png.ts';
import { COOKED, prepare, trained, type Scene } from './scene.ts';

/** Where they go; without it none are made. */
const FOLDER = process.env.ZENPUKU_SHOTS;
/** Rooms of which pictures are made, separated by commas; all without it. */
const ROOMS = process.env.ZENPUKU_ROOMS?.split(',');
/** Those that show games, which are analysed first. */
const OF_GAMES = ['analyse', 'report', 'play', 'library', 'goals'];
/** Shogi Zuko 36, a mate in 13. */
const ZUKO = '9/6nS1/4s4/4r1P1g/5Sk1B/5+pbR1/4Nsp2/9/4N4 b 3Gn4l15p 1';
const LARGEST_BYTES = 150_000;
const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  (['ja', 'en'] as const).flatMap((lang) =>
    ([['wide', 1280, 800], ['narrow', 390, 844]] as const).map(([size, width, height]) => ({
      look: `${size}-${colorScheme}-${lang}`,
      options: { colorScheme, locale: lang === 'ja' ? 'ja-JP' : 'en-US', viewport: { width, height } },
    })),
  ),
);

describe.skipIf(!FOLDER)('pictures', () => {
  let app: App;
  let scene: Scene;

  withApp(async (started) => {
    app = started;
    const games = ROOMS?.some((room) => OF_GAMES.includes(room)) ?? true;
    scene = games ? await prepare(app, 100_000) : { analysed: '', game: '' };
    await trained(app);
    await mkdir(FOLDER!, { recursive: true });
  }, 900_000);

  it.each(LOOKS)('$look', async ({ look, options }) => {
    const page = await app.page(options);
    const rooms: [string, string, string][] = [
      ['analyse', scene.analysed, '.move.current'],
      ['report', `${scene.analysed}?tab=report`, '[data-testid=mistakes] .mistake'],
      ['play', scene.game, '[data-testid=state]'],
      ['library', `${app.url}/library`, '.game'],
      ['edit', `${app.url}/edit?sfen=${encodeURIComponent(COOKED)}`, '[data-sound=false]'],
      ['go', `${app.url}/go`, '[data-testid=regions]'],
      ['mate', `${app.url}/mate?set=composed-5&n=12`, '[data-phase=ask]'],
      ['solver', `${app.url}/mate?sfen=${encodeURIComponent(ZUKO)}`, '.panel .primary'],
      ['lens', `${app.url}/lens`, '[data-testid=icicle] [data-place="1"]'],
      ['lab', `${app.url}/lab?name=kakeme-methods`, '[data-table=ours]'],
      ['goals', `${scene.analysed}?tab=goals`, '[data-testid=goal-timeline]'],
      ['settings', `${app.url}/settings`, '.group'],
    ];
    for (const [room, address, ready] of rooms.filter(([name]) => ROOMS?.includes(name) ?? true)) {
      await page.goto(address);
      await page.waitForSelector(ready);
      if (room === 'mate') await page.getByRole('button', { name: /which piece|動かす駒/ }).click();
      if (room === 'report') await page.getByRole('button', { name: /Larger panel|パネルを広げる/ }).click({ timeout: 1_000 }).catch(() => {});
      if (room === 'solver') {
        await page.locator('.panel .primary').click();
        await page.waitForSelector('[data-testid=choices] button');
        await page.keyboard.press('ArrowRight');
        await page.waitForTimeout(300);
      }
      // The folder of a test is meaningless to a reader.
      await page.evaluate(() => {
        for (const line of document.querySelectorAll('section p')) {
          const shown = line.textContent!.replace(/\/\S*zenpuku-e2e-\w+/, '~/.local/share/zenpuku');
          if (shown !== line.textContent) line.textContent = shown;
        }
      });
      await page.evaluate(() => document.fonts.ready);
      await page.waitForTimeout(500);
      const picture = shrink(await page.screenshot());
      expect(picture.length, room).toBeLessThan(LARGEST_BYTES);
      await writeFile(join(FOLDER!, `${room}-${look}.png`), picture);
    }
    await page.context().close();
  });
});
