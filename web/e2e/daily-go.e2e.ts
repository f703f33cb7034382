// The daily list's kind "go": a mistake of a reviewed game of go, by mouse, touch and keyboard.

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addReviewed } from './scene.ts';
import { type App, canTest, PHONE, withApp } from './app.ts';
import { sideways } from './faults.ts';
import { pointOf, sumGame } from './goBoard.ts';

const phase = (page: Page, name: string) => page.locator(`[data-phase=${name}]`).waitFor();
const diagram = (page: Page) => page.locator('svg[data-go]').getAttribute('data-go');

/** The daily list with problems of go only, at the first move of the game. */
async function problems(page: Page, app: App): Promise<void> {
  await page.goto(`${app.url}/mate?day=1`);
  await page.getByTestId('daily-filter').locator('summary').click();
  await page.locator('select[name=kind]').selectOption('go');
  await page.locator('[data-played=pass]').waitFor();
  await phase(page, 'ask');
}

describe.skipIf(!canTest())('mistakes of go in the daily list', () => {
  let app: App;
  withApp(async (started) => {
    app = started;
    await addReviewed(app, sumGame('PB[Me]PW[Rival]'));
  });

  it('answers a wrong move, shows the best ones after asking, and opens the game there', async () => {
    const page = await app.page({ viewport: { width: 1280, height: 720 } }, '/mate?day=1');
    await page.getByTestId('names').getByRole('button', { name: '+ Me' }).click();
    await page.getByTestId('names').getByRole('button', { name: 'Save' }).click();
    await problems(page, app);
    await page.getByText('Mistake in a game of Go').waitFor();
    await page.getByText('Black to move: find a move without a loss.').waitFor();
    const before = await diagram(page);
    await page.getByRole('button', { name: 'Pass', exact: true }).click();
    await phase(page, 'wrong');
    await page.getByText(/^pass loses \d points?\. Try again\.$/).waitFor();
    // White's answer is on the board, the best move is not named.
    await page.waitForFunction((before) => document.querySelector('svg[data-go]')?.getAttribute('data-go') !== before, before);
    expect(await page.getByTestId('line').locator('li').count()).toBe(2);
    expect(await page.locator('.loss').count()).toBe(0);
    await page.locator('h1').click();
    await page.keyboard.press('Backspace');
    await phase(page, 'ask');
    expect(await diagram(page)).toBe(before);
    await page.keyboard.press('s');
    await phase(page, 'shown');
    await page.getByText(/^Best: /).waitFor();
    expect(await page.locator('.loss.best').count()).toBeGreaterThan(0);
    await page.getByTestId('again').getByText('It will be repeated today.').waitFor();
    await page.getByRole('button', { name: 'Open the game' }).click();
    await page.waitForURL(/\/go\/\d+\/0\?mode=review/);
    await page.getByText(/^pass was played, and loses/).waitFor();
    await page.context().close();
  });

  it('takes a stone by keys', async () => {
    const page = await app.page({ viewport: { width: 1280, height: 720 } }, '/mate');
    await problems(page, app);
    await page.keyboard.press('s');
    await phase(page, 'shown');
    const best = /: (\w\d+)/.exec((await page.getByTestId('status').textContent())!)![1]!;
    await problems(page, app);
    // The cursor begins in the middle, on E5.
    await page.locator('svg[data-go]').focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowRight');
    const [column, row] = ['ABCDEFGHJ'.indexOf(best[0]!) - 4, 5 - Number(best.slice(1))];
    for (let i = 0; i < Math.abs(column); i += 1) await page.keyboard.press(column > 0 ? 'ArrowRight' : 'ArrowLeft');
    for (let i = 0; i < Math.abs(row); i += 1) await page.keyboard.press(row > 0 ? 'ArrowDown' : 'ArrowUp');
    await page.keyboard.press('Enter');
    await phase(page, 'good');
    await page.getByText(`${best}: correct, no loss.`).waitFor();
    await page.context().close();
  });

  it('is played by touch on a phone, in Japanese', async () => {
    const page = await app.page({ ...PHONE, locale: 'ja-JP' }, '/mate');
    await page.goto(`${app.url}/mate?day=1`);
    await page.getByTestId('daily-filter').locator('summary').tap();
    await page.locator('select[name=kind]').selectOption('go');
    await page.getByText('囲碁の実戦で損をした手').waitFor();
    await page.getByText('黒番です').waitFor();
    const before = (await diagram(page))!;
    // A dame: any empty point of the smallest worth will do as a wrong try.
    const size = before.split('\n').length;
    const empty = [...before.replaceAll('\n', '')].flatMap((stone, i) => (stone === '.' ? [`${'ABCDEFGHJ'[i % size]}${size - Math.floor(i / size)}`] : []));
    for (const vertex of empty) {
      const { x, y } = await pointOf(page, vertex);
      await page.touchscreen.tap(x, y);
      await page.locator('[data-phase=wrong], [data-phase=good], .error').first().waitFor();
      if (await page.locator('[data-phase=good]').count()) break;
      if (await page.locator('[data-phase=wrong]').count()) await page.locator('.task button.primary').tap();
      await phase(page, 'ask');
    }
    await phase(page, 'good');
    expect(await sideways(page)).toBeLessThanOrEqual(0);
    await page.context().close();
  });
});
