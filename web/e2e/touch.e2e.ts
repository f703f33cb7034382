// Boards by touch, on a phone.

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type App, canTest, PHONE, sfenOf, tapMove, tapSquare, withApp } from './app.ts';

/** A mate in 3 that begins with a silver that must not promote. */
const SILVER = '9/6R2/5k3/2R4S1/9/9/9/9/9 b G2b3g3s4n4l18p 1';

/** Waits for the question, and checks that no move was played meanwhile. */
async function asked(page: Page, before: string): Promise<void> {
  await page.locator('[data-choice]').waitFor();
  // The click of the tap that put the piece down comes within this time.
  await page.waitForTimeout(500);
  expect(await page.locator('[data-choice]').count()).toBe(1);
  expect(await sfenOf(page)).toBe(before);
}

async function answer(page: Page, name: 'Promote' | 'Keep'): Promise<void> {
  const words = name === 'Promote' ? 'Promote (P)' : 'Keep (N)';
  const box = (await page.getByRole('button', { name: words }).boundingBox())!;
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
}

async function passAndPlay(app: App): Promise<Page> {
  const page = await app.page(PHONE, '/analyse');
  await page.goto(`${app.url}/play`);
  await page.getByRole('radio', { name: 'Pass and play' }).tap();
  await page.getByRole('radio', { name: 'No clock' }).tap();
  await page.getByRole('button', { name: 'Start' }).tap();
  await page.waitForURL(/play\/\d+/);
  return page;
}

describe.skipIf(!canTest())('touch', () => {
  let app: App;
  withApp((started) => {
    app = started;
  });

  it.each([0.2, 0.8])('asks about the promotion, wherever in its square the finger is: at %d', async (part) => {
    const page = await passAndPlay(app);
    await tapMove(page, '7g7f');
    await page.locator('.panel ol li').nth(0).waitFor();
    await tapMove(page, '3c3d');
    await page.locator('.panel ol li').nth(1).waitFor();
    await page.waitForSelector('svg[data-ready=true]');
    const before = await sfenOf(page);
    await tapMove(page, '8h2b', part);
    await asked(page, before);
    await answer(page, part < 0.5 ? 'Keep' : 'Promote');
    await page.locator('.panel ol li').nth(2).waitFor();
    expect(await sfenOf(page)).toMatch(part < 0.5 ? /^\S*\/1r5B1\// : /^\S*\/1r5\+B1\//);
    await page.context().close();
  });

  it('asks in the mate trainer, on the board of the analysis and in the explorer', async () => {
    const page = await app.page(PHONE);
    await page.goto(`${app.url}/mate?set=composed-3&n=1`);
    await page.locator('[data-phase=ask]').waitFor();
    expect((await sfenOf(page)).split(' ')[0]).toBe(SILVER.split(' ')[0]);
    const before = await sfenOf(page);
    await tapMove(page, '2d3c', 0.8);
    await asked(page, before);
    const wrong = await page.locator('[data-phase=wrong]').count();
    expect(wrong).toBe(0);
    // A tap elsewhere takes the piece back.
    await tapSquare(page, '9i');
    await page.locator('[data-choice]').waitFor({ state: 'detached' });
    expect(await sfenOf(page)).toBe(before);
    const OPEN = 'lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3';
    for (const room of ['analyse', 'library']) {
      await page.goto(`${app.url}/${room}?sfen=${encodeURIComponent(OPEN)}`);
      await page.waitForSelector('svg[data-ready=true]');
      await page.locator('svg[data-sfen]').first().scrollIntoViewIfNeeded();
      const start = await sfenOf(page);
      await tapMove(page, '8h2b', 0.2);
      await asked(page, start);
      await answer(page, 'Promote');
      await page.waitForFunction(() => document.querySelector('svg[data-sfen]')?.getAttribute('data-sfen')?.includes('+B'));
    }
    await page.context().close();
  });
});
