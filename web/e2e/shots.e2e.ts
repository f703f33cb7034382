// The pictures of docs/screenshots: `npm run screenshots`.

import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type App, PROGRAM, testdata, withApp } from './app.ts';
import { shrink } from './png.ts';
import { ask, prepare, trained, type Scene } from './scene.ts';
import type { FaceStyle } from '../src/lib/shogi/notation.ts';

/** Where they go; without it none are made. */
const FOLDER = process.env.ZENPUKU_SHOTS;
/** The pictures to make, by name and separated by commas; all without it. */
const WANTED = process.env.ZENPUKU_PICTURES?.split(',');
/** Those that show games, which are analysed first. */
const OF_GAMES = ['analyse-en', 'analyse-ja', 'tabs', 'play', 'engines', 'library'];
/** A short game with a blunder that has a proved reason. */
const BLUNDER = 'startpos moves 7g7f 3c3d 2g2f 2b8h+ 2f2e 8h9i 2e2d 9i9h';
/** Nodes of each analysed position. */
const NODES = 30_000;
/** Depth that both engines reach. */
const DEPTH = 10;
const LARGEST_BYTES = 150_000;
const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

interface Picture {
  name: string;
  lang: 'en' | 'ja';
  theme?: 'dark';
  phone?: true;
  /** Looks that a person chooses in the settings. */
  looks?: { pieces: FaceStyle; board: 'plain' | 'wood' | 'paper' };
  /** Address in the app. */
  at: (scene: Scene) => string;
  /** The required content. */
  ready: string;
  act?: (page: Page) => Promise<void>;
}

const press = (...keys: string[]) => async (page: Page) => {
  for (const key of keys) await page.keyboard.press(key);
};

/** Three games in tabs, then the one that is analysed, with its plans. */
async function tabs(page: Page): Promise<void> {
  for (const game of ['ryuo-2016-12-24.kifu', 'denosen-2014-03-15.ki2', 'wcsc32-2022-05-05.csa']) {
    await page.keyboard.press('t');
    await page.locator('dialog input[type=file]').setInputFiles(testdata(`records/${game}`));
    await page.locator('dialog').waitFor({ state: 'detached' });
  }
  await page.getByTestId('tabs').locator('a').first().click();
  await page.getByTestId('goal-timeline').waitFor();
}

/** The built-in engine and another one think about the position. */
async function twoEngines(page: Page): Promise<void> {
  await ask(page, [{ type: 'engine_add', path: PROGRAM, arguments: [] }]);
  await page.locator('.lines .open').click();
  await page.locator('dialog .check input').nth(1).click();
  await page.keyboard.press('Escape');
  await page.waitForFunction((least) => {
    const depths = [...document.querySelectorAll('.lines')].flatMap((part) => [...part.textContent!.matchAll(/Depth (\d+)/g)].map((found) => Number(found[1])));
    return depths.length === 2 && depths.every((depth) => depth >= least);
  }, DEPTH);
}

/** Opens the short game and returns the number of its document. */
async function openBlunder(page: Page): Promise<number> {
  const [opened] = await ask(page, [{ type: 'document_open', source: { type: 'text', text: BLUNDER, name: null }, game_index: null }]);
  return (opened!.document as { info: { id: number } }).info.id;
}

/** The end of the short game, with promoted pieces and pieces in hand. */
async function pieces(page: Page): Promise<void> {
  await page.goto(new URL(`/analyse/${await openBlunder(page)}`, page.url()).href);
  await page.waitForSelector('.move.current');
  await page.keyboard.press('End');
}

/** A blunder and the proof of its reason, move by move. */
async function reasons(page: Page): Promise<void> {
  const document = await openBlunder(page);
  await ask(page, [{ type: 'job_analyse', document, node: null, budget: { type: 'nodes', nodes: NODES } }]);
  await page.goto(new URL(`/analyse/${document}?tab=report`, page.url()).href);
  await page.locator('[data-testid=decisive] [data-testid=reason] button').first().click();
}

async function hint(page: Page): Promise<void> {
  await page.waitForSelector('svg[data-ready=true]');
  await page.keyboard.press('h');
  await page.locator('[data-testid=hint] p').first().waitFor();
  await press('h', 'h', 'h')(page);
}

const PICTURES: Picture[] = [
  { name: 'analyse-en', lang: 'en', at: ({ analysed }) => analysed, ready: '.move.current' },
  { name: 'analyse-ja', lang: 'ja', at: ({ analysed }) => analysed, ready: '.move.current' },
  { name: 'reasons', lang: 'en', at: () => '/analyse', ready: '.move.current', act: reasons },
  { name: 'tabs', lang: 'ja', theme: 'dark', at: ({ analysed }) => `${analysed}?tab=goals`, ready: '[data-testid=goal-timeline]', act: tabs },
  { name: 'engines', lang: 'en', at: ({ analysed }) => `${analysed}?tab=lines`, ready: '.lines', act: twoEngines },
  { name: 'play', lang: 'en', at: ({ game }) => game, ready: '[data-testid=state]', act: hint },
  { name: 'library', lang: 'ja', theme: 'dark', at: () => '/library', ready: '.game' },
  { name: 'go', lang: 'ja', at: () => '/go', ready: '[data-testid=regions]' },
  { name: 'lens', lang: 'en', theme: 'dark', at: () => '/lens', ready: '[data-testid=icicle] [data-place="1"]' },
  { name: 'lesson', lang: 'en', at: () => '/lab/1/4', ready: '[data-testid=lesson]' },
  { name: 'mate', lang: 'ja', phone: true, at: () => '/mate?set=composed-5&n=12', ready: '[data-phase=ask]', act: press('h') },
  { name: 'pieces-one', lang: 'ja', phone: true, looks: { pieces: 'one', board: 'plain' }, at: () => '/analyse', ready: 'nav', act: pieces },
  { name: 'pieces-two', lang: 'ja', phone: true, looks: { pieces: 'two', board: 'wood' }, at: () => '/analyse', ready: 'nav', act: pieces },
  { name: 'pieces-symbols', lang: 'en', phone: true, looks: { pieces: 'symbols', board: 'paper' }, at: () => '/analyse', ready: 'nav', act: pieces },
  { name: 'learn', lang: 'en', theme: 'dark', phone: true, at: () => '/learn/9/1', ready: '[data-phase=ask]', act: press('h') },
];

describe.skipIf(!FOLDER)('pictures', () => {
  const made = PICTURES.filter(({ name }) => WANTED?.includes(name) ?? true);
  let app: App;
  let scene: Scene = { analysed: '', game: '' };

  withApp(async (started) => {
    app = started;
    if (made.some(({ name }) => OF_GAMES.includes(name))) {
      const found = await prepare(app, NODES);
      const path = (address: string) => new URL(address).pathname;
      scene = { analysed: path(found.analysed), game: path(found.game) };
    }
    await trained(app);
    await mkdir(FOLDER!, { recursive: true });
  }, 900_000);

  it.each(made)('$name', async ({ name, lang, theme, phone, looks, at, ready, act }) => {
    const viewport = phone ? PHONE : WIDE;
    const page = await app.page({ viewport, colorScheme: theme ?? 'light', locale: lang === 'ja' ? 'ja-JP' : 'en-US', hasTouch: phone ?? false });
    if (looks) await page.addInitScript((text) => localStorage.setItem('zenpuku.prefs', text), JSON.stringify(looks));
    await page.goto(`${app.url}${at(scene)}`);
    await page.waitForSelector(ready);
    await act?.(page);
    await page.evaluate(() => document.fonts.ready);
    // Lines that are played on the board, and what fades in.
    await page.waitForTimeout(2_500);
    const picture = shrink(await page.screenshot());
    expect(picture.length).toBeLessThan(LARGEST_BYTES);
    await writeFile(join(FOLDER!, `${name}.png`), picture);
    await page.context().close();
  });

  it('leaves no other picture', async () => {
    if (WANTED) return;
    const names = new Set(PICTURES.map(({ name }) => `${name}.png`));
    for (const file of await readdir(FOLDER!)) {
      if (file.endsWith('.png') && !names.has(file)) await rm(join(FOLDER!, file));
    }
  });
});
