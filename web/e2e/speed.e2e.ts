// Arrow keys and dropped records are answered without a pause, with the engine at work.

import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { type App, canTest, dropFile, testdata, withApp } from './app.ts';

/** Most work of the page's thread for a key, for 95 of 100 keys, in yardsticks; it takes about 1.5. */
const MOST_FOR_A_KEY = 4;
const KEYS = 40;
/** Most work from a dropped record to the first arrow of the engine; it takes about 7. */
const MOST_FOR_A_RECORD = 30;

/** The page notes how long after a key the new position is painted, in ms by the clock. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const times: number[] = [];
    (globalThis as { times?: number[] }).times = times;
    let pressed = 0;
    addEventListener('keydown', (event) => (pressed = event.timeStamp), { capture: true });
    // The contents of a frame are on the screen when the next one begins.
    const painted = () => requestAnimationFrame(() => requestAnimationFrame((now) => times.push(now - pressed)));
    new MutationObserver(painted).observe(document.querySelector('svg[data-sfen]')!, { attributeFilter: ['data-sfen'] });
  });
}

/** The time that the page's own thread has worked, in ms: it does not depend on what else the machine does. */
async function threadTime(page: Page): Promise<() => Promise<number>> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  return async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return 1000 * metrics.find(({ name }) => name === 'ThreadTime')!.value;
  };
}

/**
 * The time of a piece of work that is always the same, in ms: a picture of some pieces, laid out and thrown away. Processors
 * differ, and one that is shared is slower at times, so that a limit in ms would say more of the machine than of the page.
 */
async function yardstick(page: Page, threadMs: () => Promise<number>): Promise<number> {
  const before = await threadMs();
  await page.evaluate(() => {
    const picture = document.body.appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'svg'));
    for (let piece = 0; piece < 600; piece += 1) {
      const text = picture.appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'text'));
      text.textContent = '歩香桂銀金角飛玉'[piece % 8]!;
    }
    picture.getBBox();
    picture.remove();
  });
  return (await threadMs()) - before;
}

const times = (page: Page): Promise<number[]> => page.evaluate(() => (globalThis as { times?: number[] }).times ?? []);

const percentile = (values: number[], part: number): number => [...values].sort((a, b) => a - b)[Math.ceil(values.length * part) - 1]!;

describe.skipIf(!canTest())('speed', () => {
  let app: App;
  withApp((started) => {
    app = started;
  });

  it('shows the next position at once while the engine searches', async () => {
    const page = await app.page();
    await page.locator('svg[data-sfen]').waitFor();
    const threadMs = await threadTime(page);
    await page.keyboard.press('Home');
    await page.keyboard.press(' ');
    await page.locator('[data-testid=eval]', { hasText: /\d/ }).waitFor();
    await watch(page);
    const busy: number[] = [];
    const measure: number[] = [];
    for (let key = 1; key <= KEYS; key += 1) {
      const before = await threadMs();
      await page.keyboard.press('ArrowRight');
      await expect.poll(async () => (await times(page)).length).toBe(key);
      busy.push((await threadMs()) - before);
      measure.push(await yardstick(page, threadMs));
    }
    const clock = await times(page);
    const unit = percentile(measure, 0.95);
    const told = `by the clock: ${percentile(clock, 0.95).toFixed(0)} ms; the yardstick: ${unit.toFixed(1)} ms`;
    expect(percentile(busy, 0.95) / unit, told).toBeLessThan(MOST_FOR_A_KEY);
    await page.context().close();
  });

  it('shows what the engine thinks of a dropped record at once', async () => {
    const page = await app.page();
    const threadMs = await threadTime(page);
    const before = await threadMs();
    await dropFile(page, testdata('records/ryuo-2014-09-02.kif'), 'ryuo.kif');
    await page.getByText('羽生善治').first().waitFor();
    await page.waitForSelector('.arrows path.first');
    const work = (await threadMs()) - before;
    const measure: number[] = [];
    for (let round = 0; round < KEYS; round += 1) {
      measure.push(await yardstick(page, threadMs));
    }
    expect(work / percentile(measure, 0.5)).toBeLessThan(MOST_FOR_A_RECORD);
    await page.context().close();
  });
});
