// What people need around a game: adjourning, a rematch, what decided it.

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type App, canTest, playMove, sfenOf, withApp } from './app.ts';
import { ask } from './scene.ts';

type Started = { game: { game: number } };
const HUMAN = { type: 'human', name: 'Ann' } as const;
const played = (page: Page, n: number) => page.waitForFunction((n) => document.querySelectorAll('.panel ol li').length >= n, n);
const clockOf = (page: Page, at: number) => page.locator('.clock').nth(at).textContent();
const name = (page: Page, at: number) => page.locator('.name').nth(at).textContent();

describe.skipIf(!canTest())('around a game', () => {
  let app: App;
  withApp((started) => {
    app = started;
  });

  it('stands still while it is adjourned, also after a reload, and goes on', async () => {
    const page = await app.page();
    const clock = { type: 'byoyomi', main_ms: 60_000, byoyomi_ms: 10_000 } as const;
    const [reply] = await ask(page, [{ type: 'play_new', black: HUMAN, white: { type: 'engine', level: 1 }, clock, seed: 1 }]);
    await page.goto(`${app.url}/play/${(reply as unknown as Started).game.game}`);
    await playMove(page, '7g7f');
    await played(page, 2);
    await page.getByText('Your move.').waitFor();
    await page.getByRole('button', { name: 'Adjourn' }).click();
    await page.waitForURL(/\/play$/);
    await page.waitForTimeout(1_500);
    const [before] = await ask(page, [{ type: 'play_get', game: (reply as unknown as Started).game.game }]);
    const left = (before as unknown as { game: { clocks: { main_ms: number }[] } }).game.clocks[0]!.main_ms;
    await page.reload();
    await page.locator('.running a').waitFor();
    await page.waitForTimeout(3_000);
    await page.locator('.running a').click();
    await page.waitForSelector('svg[data-ready=true]');
    const [minutes, seconds] = (await clockOf(page, 1))!.split(':').map(Number);
    expect(Math.abs(minutes! * 60_000 + seconds! * 1_000 - left)).toBeLessThan(2_000);
    await playMove(page, '2g2f');
    await played(page, 4);
    await page.context().close();
  });

  it('shows at once what decided a game, and offers a rematch with colours changed', async () => {
    const page = await app.page();
    const [reply] = await ask(page, [{ type: 'play_new', black: HUMAN, white: { type: 'engine', level: 1 }, clock: { type: 'none' }, seed: 1 }]);
    await page.goto(`${app.url}/play/${(reply as unknown as Started).game.game}`);
    // The bishop is given away.
    for (const [i, move] of ['7g7f', '8h3c'].entries()) {
      await played(page, 2 * i);
      await page.getByText('Your move.').waitFor();
      await playMove(page, move);
      if (move === '8h3c' && (await page.locator('[data-choice]').count()) > 0) await page.keyboard.press('n');
    }
    await played(page, 4);
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    const moment = page.getByTestId('decisive').locator('.moment').first();
    await moment.waitFor();
    await page.getByRole('link', { name: 'Analyse this game' }).waitFor();
    const first = [await name(page, 0), await name(page, 1)];
    const before = page.url();
    await page.getByRole('button', { name: 'Rematch' }).click();
    await page.waitForURL((url) => url.href !== before);
    await page.getByRole('button', { name: 'Rematch' }).waitFor({ state: 'detached' });
    await played(page, 1);
    expect([await name(page, 1), await name(page, 0)].map((text) => text?.slice(1))).toEqual(first.map((text) => text?.slice(1)));
    expect((await sfenOf(page)).split(' ')[1]).toBe('w');
    await page.evaluate(() => history.back());
    await moment.click();
    await page.waitForURL(/analyse\/\d+\/\d+\?tab=report/);
    await page.getByTestId('decisive').locator('.moment.current').waitFor();
    await page.context().close();
  });

  it('has clocks of every kind, also another one for the opponent, and remembers them', async () => {
    const page = await app.page();
    await page.goto(`${app.url}/play`);
    await page.getByLabel('Your name').fill('Bea');
    await page.getByRole('radio', { name: 'White' }).click();
    await page.getByLabel('Strength').selectOption('2');
    await page.getByRole('radio', { name: 'Canadian' }).click();
    await page.getByLabel('Main time (min)').fill('0');
    await page.getByLabel('A period (s)').fill('120');
    await page.getByLabel('Moves a period').fill('2');
    await page.getByLabel('Other times for the opponent').check();
    const other = page.getByRole('group', { name: 'Opponent' });
    await other.getByLabel('Main time (min)').fill('5');
    await page.getByLabel('Entering king').selectOption('Try rule');
    await page.getByRole('button', { name: 'Start' }).click();
    await page.waitForURL(/play\/\d+/);
    await played(page, 1);
    await page.getByText('Your move.').waitFor();
    // White's stand comes first.
    expect(await clockOf(page, 0)).toMatch(/^(2:00|1:5\d) \/2$/);
    expect(await clockOf(page, 1)).toMatch(/^(5:00|4:5\d)$/);
    await playMove(page, '3c3d');
    await page.waitForFunction(() => / \/1$/.test(document.querySelector('.clock')?.textContent ?? ''));
    await page.getByRole('button', { name: 'Abort game' }).click();
    await page.getByRole('link', { name: 'Another game' }).click();
    expect(await page.getByLabel('Your name').inputValue()).toBe('Bea');
    await page.reload();
    expect(await page.getByLabel('Strength').inputValue()).toBe('2');
    expect(await page.getByRole('radio', { name: 'Canadian' }).getAttribute('aria-checked')).toBe('true');
    expect(await page.getByLabel('Moves a period').first().inputValue()).toBe('2');
    expect(await page.getByLabel('Entering king').inputValue()).toBe('try');
    // The flag falls.
    await page.getByLabel('Other times for the opponent').uncheck();
    await page.getByRole('radio', { name: 'Black' }).click();
    await page.getByRole('radio', { name: 'Sudden death' }).click();
    await page.getByLabel('Main time (min)').fill('0.02');
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByText('White wins on time').waitFor();
    await page.context().close();
  });

  it('ends by the step of the king under the try rule', async () => {
    const page = await app.page({ locale: 'ja-JP' });
    await page.goto(`${app.url}/play?sfen=${encodeURIComponent('9/4K4/9/9/9/9/9/9/4k4 b - 1')}`);
    await page.getByRole('radio', { name: '二人で対局' }).click();
    await page.getByLabel('入玉').selectOption('トライルール');
    await page.getByRole('button', { name: '対局開始' }).click();
    await page.getByRole('button', { name: '入玉宣言' }).click();
    await page.getByText('先手の勝ち').waitFor();
    expect(await sfenOf(page)).toMatch(/^4K4\//);
    await page.context().close();
  });
});
