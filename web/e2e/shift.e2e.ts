// No layout shift, as measured by browsers, while a room is filled.

import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { App, canTest, testdata, dropFile, withApp } from './app.ts';

/** What counts as calm; browsers call up to 0.1 good. */
const MOST = 0.02;
const SIZES = [{ width: 1440, height: 900 }, { width: 390, height: 844 }];

/** The page adds up what moves, from its next load on. */
async function watchShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = globalThis as { shift?: number; shifted?: string[] };
    [seen.shift, seen.shifted] = [0, []];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node?: Element }[] })[]) {
        seen.shift! += entry.value;
        const names = entry.sources.map(({ node }) => node && `${node.nodeName}.${node.getAttribute?.('class') ?? ''}`);
        seen.shifted!.push(`${entry.value.toFixed(3)} ${names.join(' ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

const shiftOf = (page: Page) =>
  page.evaluate(() => {
    const { shift = Infinity, shifted = [] } = globalThis as { shift?: number; shifted?: string[] };
    return { shift, shifted };
  });

describe.skipIf(!canTest())('layout shift', () => {
  let app: App;
  withApp((started) => {
    app = started;
  });

  const rooms: [string, string, (page: Page) => Promise<unknown>][] = [
    ['the lens', '/lens', (page) => page.locator('[data-run=usual][data-nodes]').waitFor()],
    ['a solution of Go', '/go', (page) => page.getByTestId('answers').waitFor()],
  ];
  for (const [name, address, ready] of rooms) {
    it(`is small in ${name}`, async () => {
      for (const viewport of SIZES) {
        const page = await app.page({ viewport });
        await watchShift(page);
        await page.goto(`${app.url}${address}`);
        await ready(page);
        await page.waitForTimeout(700);
        const { shift, shifted } = await shiftOf(page);
        expect(shift, `${viewport.width}: ${shifted.join('; ')}`).toBeLessThan(MOST);
        await page.context().close();
      }
    });
  }

  it('is small while a game of Go is counted', async () => {
    for (const viewport of SIZES) {
      // A separate program: the room would open the last game instead of the sample.
      const fresh = await App.start();
      try {
        const page = await fresh.page({ viewport });
        await watchShift(page);
        await page.goto(`${fresh.url}/go`);
        await page.getByTestId('answers').waitFor();
        await dropFile(page, testdata('go/finished.sgf'), 'game.sgf');
        await page.getByTestId('score').waitFor();
        await page.waitForTimeout(700);
        const { shift, shifted } = await shiftOf(page);
        expect(shift, `${viewport.width}: ${shifted.join('; ')}`).toBeLessThan(MOST);
        expect(fresh.problems).toEqual([]);
      } finally {
        await fresh.stop();
      }
    }
  });

  it('is small while the engine thinks', async () => {
    const page = await app.page();
    await watchShift(page);
    await page.goto(`${app.url}/analyse`);
    await page.waitForURL(/analyse\/\d+/);
    await page.waitForSelector('svg[data-ready=true]');
    await page.waitForTimeout(600);
    await page.keyboard.press(' ');
    await page.waitForTimeout(2_500);
    const { shift, shifted } = await shiftOf(page);
    expect(shift, shifted.join('; ')).toBeLessThan(MOST);
    await page.context().close();
  });
});
