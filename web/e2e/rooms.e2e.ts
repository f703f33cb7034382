// Every room in both themes and languages, wide and narrow: without faults of accessibility, and pictured.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { App, canTest, dropFile, playMove, shot, testdata } from './app.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const LOOKS = [
  { name: 'wide-light-ja', locale: 'ja-JP', colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { name: 'wide-dark-en', locale: 'en-US', colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  { name: 'narrow-light-ja', locale: 'ja-JP', colorScheme: 'light', viewport: { width: 390, height: 844 } },
  { name: 'narrow-dark-en', locale: 'en-US', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const;

/** Those that the README shows. */
const SHOTS = [
  'analyse-wide-light-ja', 'analyse-wide-dark-en', 'analyse-narrow-light-ja', 'analyse-narrow-dark-en', 'report-wide-light-ja',
  'lines-wide-dark-en', 'play-wide-light-ja', 'play-narrow-dark-en', 'library-wide-dark-en', 'library-narrow-light-ja',
  'edit-wide-light-ja', 'edit-narrow-dark-en',
];

interface AxeResult {
  violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
}

/** Faults against WCAG 2.1 A and AA, as text. */
async function faults(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const result = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(options: object): Promise<AxeResult> } }).axe.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'],
    }),
  );
  return result.violations.flatMap((v) => v.nodes.slice(0, 3).map((n) => `${v.id}: ${n.html.slice(0, 160)} ${n.failureSummary.slice(0, 200)}`));
}

const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describe.skipIf(!canTest())('rooms', () => {
  let app: App;
  let analysed = '';
  let game = '';

  beforeAll(async () => {
    app = await App.start();
    const page = await app.page();
    await page.goto(`${app.url}/library`);
    await page.fill('input[name=folder]', testdata('records'));
    await page.locator('.folder button').click();
    await page.getByTestId('imported').waitFor();
    await page.goto(`${app.url}/analyse`);
    await page.waitForSelector('svg[data-sfen]');
    await dropFile(page, testdata('records/ryuo-2014-09-02.kif'), 'ryuo.kif');
    await page.getByText('羽生善治').first().waitFor();
    await page.click('#tab-report');
    await page.selectOption('.report select', '0.1');
    await page.getByRole('button', { name: 'Analyse the game' }).last().click();
    await page.waitForSelector('.job', { state: 'detached', timeout: 60_000 });
    await page.click('[data-testid=mistakes] button >> nth=3');
    await page.waitForTimeout(400);
    analysed = page.url().replace(/\?.*/, '');
    await page.goto(`${app.url}/play`);
    await page.getByRole('button', { name: 'Start' }).click();
    await page.waitForURL(/play\/\d+/);
    for (const [i, move] of ['7g7f', '2g2f', '6i7h', '3i4h', '5i6h'].entries()) {
      await page.waitForFunction((n) => document.querySelectorAll('.panel ol li').length === n, i * 2);
      await playMove(page, move);
      await page.waitForFunction((n) => document.querySelectorAll('.panel ol li').length === n, i * 2 + 2);
    }
    game = page.url();
    await page.context().close();
  }, 120_000);

  afterAll(async () => {
    await app?.stop();
    expect(app?.problems ?? []).toEqual([]);
  });

  it.each(LOOKS)('$name', async ({ name, ...look }) => {
    const page = await app.page(look);
    const rooms: [string, string, string][] = [
      ['analyse', analysed, '.move.current'],
      ['lines', `${analysed}?tab=lines`, '.lines'],
      ['report', `${analysed}?tab=report`, '[data-testid=mistakes] button'],
      ['notes', `${analysed}?tab=notes`, '.notes textarea'],
      ['play', game, '[data-testid=state]'],
      ['new-game', `${app.url}/play`, '.start'],
      ['library', `${app.url}/library`, '.game'],
      ['edit', `${app.url}/edit`, '.verdict'],
      ['settings', `${app.url}/settings`, '.group'],
    ];
    const found: string[] = [];
    for (const [room, address, ready] of rooms) {
      await page.goto(address);
      await page.waitForSelector(ready);
      if (room === 'lines') await page.keyboard.press(' ');
      await page.waitForTimeout(room === 'lines' ? 1_500 : 350);
      if (SHOTS.includes(`${room}-${name}`) || process.env.ZENPUKU_ALL_SHOTS) await shot(page, `${room}-${name}`);
      found.push(...(await faults(page)).map((fault) => `${room}: ${fault}`));
      expect(await sideways(page), `${room} scrolls sideways`).toBe(0);
    }
    expect(found).toEqual([]);
    await page.context().close();
  });

  it.each([[360, 740], [768, 1024], [1920, 1080]])('fits %i x %i', async (width, height) => {
    const page = await app.page({ viewport: { width, height } });
    for (const address of [analysed, game, `${app.url}/library`, `${app.url}/edit`]) {
      await page.goto(address);
      await page.waitForSelector('svg[data-sfen]');
      expect(await sideways(page)).toBe(0);
      const board = await page.locator('.frame[width]').first().boundingBox();
      expect(board!.width, address).toBeGreaterThan(Math.min(width, 480) * 0.6);
    }
    await page.context().close();
  });

  it('shifts nothing while the engine thinks', async () => {
    const page = await app.page();
    await page.goto(analysed);
    await page.waitForSelector('.move.current');
    await page.waitForTimeout(600);
    await page.evaluate(() => {
      const state = globalThis as unknown as { shift: number };
      state.shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) state.shift += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift' });
    });
    await page.keyboard.press(' ');
    await page.waitForTimeout(2_500);
    expect(await page.evaluate(() => (globalThis as unknown as { shift: number }).shift)).toBeLessThan(0.02);
    await page.context().close();
  });
});
