// The daily list's kind "threats": a quiet move of the other side in a game of the user's, whose point
// is to be found, by mouse, touch and keyboard.

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addAnalysed } from './scene.ts';
import { type App, boardShows, canTest, PHONE, playMove, sfenOf, tapMove, withApp } from './app.ts';
import { sideways } from './faults.ts';

const phase = (page: Page, name: string) => page.locator(`[data-phase=${name}]`).waitFor();

/** White's pawn attacks the knight on 37, which no piece guards. */
const KIF = `先手：Me
後手：Rival
手数----指手---------
1 ３六歩(37)
2 ３四歩(33)
3 ３五歩(36)
4 同　歩(34)
5 ３七桂(29)
6 ３六歩(35)
`;

/** The daily list with threats only. */
async function threats(page: Page): Promise<void> {
  await page.getByTestId('daily-filter').locator('summary').click();
  await page.locator('select[name=kind]').selectOption('threat');
  await page.locator('[data-played="3e3f"]').waitFor();
  await phase(page, 'ask');
}

describe.skipIf(!canTest())('threats of the daily list', () => {
  let app: App;
  withApp(async (started) => {
    app = started;
    await addAnalysed(app, KIF, 2_000);
  });

  it('lets the move be found by mouse and by keys, and plays it with its sentence', async () => {
    const page = await app.page({ viewport: { width: 1280, height: 720 } }, '/mate?day=1');
    await page.getByTestId('names').getByRole('button', { name: '+ Me' }).click();
    await page.getByTestId('names').getByRole('button', { name: 'Save' }).click();
    await threats(page);
    await page.getByText('If you pass, what does White play?').waitFor();
    const before = await sfenOf(page);
    await playMove(page, '8c8d');
    await phase(page, 'wrong');
    await page.getByText('That is not the threat.').waitFor();
    await page.locator('h1').click();
    await page.keyboard.press('Backspace');
    await phase(page, 'ask');
    await boardShows(page, before);
    // The cursor begins on 55: two files to the right, one rank down.
    await page.waitForSelector('svg[data-ready=true]');
    await page.locator('svg[data-sfen]').focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    for (const key of ['ArrowDown', 'Enter', 'Enter']) await page.keyboard.press(key);
    await phase(page, 'good');
    // It is on the board, with the sentence that the proof gives.
    expect(await sfenOf(page)).not.toBe(before);
    expect((await page.getByTestId('reason').textContent())!.length).toBeGreaterThan(10);
    await page.context().close();
  });

  it('is played by touch on a phone, in Japanese, and shows the answer', async () => {
    const page = await app.page({ ...PHONE, locale: 'ja-JP' }, '/mate?day=1');
    await threats(page);
    await page.getByText('手抜きをすると').waitFor();
    await tapMove(page, '8c8d');
    await phase(page, 'wrong');
    await page.getByRole('button', { name: 'もう一度' }).or(page.locator('.task button.primary')).first().tap();
    await phase(page, 'ask');
    await page.keyboard.press('s');
    await phase(page, 'shown');
    await page.getByTestId('line').locator('[aria-current=step]').waitFor();
    expect(await sideways(page)).toBeLessThanOrEqual(0);
    await page.context().close();
  });
});
