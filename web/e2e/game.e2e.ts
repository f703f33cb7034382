// What people need around a game: adjourning, a rematch, what decided it.

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type App, canTest, PHONE, playMove, sfenOf, SIDEWAYS, withApp, ZOOMED } from './app.ts';
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

  it.each([
    { locale: 'en-US', line: 'Command line', field: 'Move or command', hands: /^Black's hand: none/, spoken: '3 Black bishop takes bishop at 22, promotes', which: /^Which one: /, check: '6 White drops bishop at 55' },
    { locale: 'ja-JP', line: 'コマンド入力', field: '指し手・コマンド', hands: /^先手の持ち駒: なし/, spoken: '3 先手 2二 角成、角を取る', which: /^どの手ですか: /, check: '6 後手 5五 角打つ' },
  ])('is played without looking at the board ($locale)', async ({ locale, line, field, hands, spoken, which, check }) => {
    const page = await app.page({ locale });
    const person = { type: 'human', name: '' } as const;
    const [reply] = await ask(page, [{ type: 'play_new', black: person, white: person, clock: { type: 'none' } }]);
    await page.goto(`${app.url}/play/${(reply as unknown as Started).game.game}`);
    await page.waitForSelector('svg[data-ready=true]');
    // The second stop of the Tab key.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(line);
    await page.keyboard.press('Enter');
    const input = page.getByLabel(field);
    await input.waitFor();
    await expect.poll(() => input.evaluate((element) => element === document.activeElement)).toBe(true);
    const said = page.getByTestId('commands').locator('output');
    const type = async (text: string) => {
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    };
    await type('h');
    await expect.poll(() => said.textContent()).toMatch(hands);
    for (const [at, text] of ['P-76', '３四歩', '8h2b+', '同銀', 'G-58'].entries()) {
      await page.waitForSelector('svg[data-ready=true]');
      await type(text);
      if (at < 4) await played(page, at + 1);
      if (at === 2) await page.getByText(spoken, { exact: true }).waitFor({ state: 'attached' });
    }
    await expect.poll(() => said.textContent()).toMatch(which);
    await type('G49-58');
    await played(page, 5);
    await page.waitForSelector('svg[data-ready=true]');
    await type('55角打');
    await played(page, 6);
    await page.getByText(check, { exact: true }).waitFor({ state: 'attached' });
    await type('l');
    await expect.poll(() => said.textContent()).toBe(check);
    await page.goto(`${app.url}/analyse?sample=kakugawari`);
    await page.getByLabel(field).fill('p K');
    await page.keyboard.press('Enter');
    await expect.poll(() => said.textContent()).toMatch(/5|6|7/);
    // Off again; the choice is kept for the next test's browser, too.
    await page.getByRole('button', { name: line }).press('Enter');
    await input.waitFor({ state: 'detached' });
    await page.waitForTimeout(1_000);
    await page.context().close();
  });

  it.each([['en-US', '1 Black rook to 58, check'], ['ja-JP', '1 先手 5八 飛、王手']])('says that a move gives check (%s)', async (locale, spoken) => {
    const page = await app.page({ locale });
    const person = { type: 'human', name: '' } as const;
    const [reply] = await ask(page, [{ type: 'play_new', black: person, white: person, sfen: '4k4/9/9/9/9/9/9/3R5/3K5 b - 1', clock: { type: 'none' } }]);
    await page.goto(`${app.url}/play/${(reply as unknown as Started).game.game}`);
    await playMove(page, '6h5h');
    await page.locator('[aria-live]').getByText(spoken, { exact: true }).waitFor({ state: 'attached' });
    await page.context().close();
  });

  it('shows the value of the position when it is asked for, and not before', async () => {
    const page = await app.page();
    const [reply] = await ask(page, [{ type: 'play_new', black: HUMAN, white: { type: 'engine', level: 1 }, clock: { type: 'none' }, seed: 1 }]);
    await page.goto(`${app.url}/play/${(reply as unknown as Started).game.game}`);
    await page.waitForSelector('svg[data-ready=true]');
    expect(await page.getByRole('meter').count()).toBe(0);
    await page.getByRole('button', { name: 'Options of games' }).click();
    await page.getByLabel('Show the evaluation').check();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('meter').getAttribute('aria-valuetext')).toMatch(/^[+−]?\d+ Black \d+ %$/);
    expect(await page.getByTestId('hint').locator('p').count()).toBe(0);
    await page.context().close();
  });

  it.each([['en-US', /^en-US \d+$/], ['ja-JP', /^ja-JP [一二三四五六七八九]$/]])('is silent until asked, then ticks, reads the seconds and knocks (%s)', async (locale, second) => {
    const page = await app.page({ locale });
    await page.evaluate(() => localStorage.setItem('zenpuku.prefs', '{}'));
    await page.addInitScript(() => {
      const heard = { tones: 0, said: [] as string[] };
      Object.assign(globalThis, { heard });
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (when?: number) {
        heard.tones += 1;
        start.call(this, when);
      };
      speechSynthesis.speak = (words) => void heard.said.push(`${words.lang} ${words.text}`);
    });
    const heard = () => page.evaluate(() => (globalThis as unknown as { heard: { tones: number; said: string[] } }).heard);
    // Only the last ten seconds are read, whichever of them the page is ready for.
    const clock = { type: 'byoyomi', main_ms: 0, byoyomi_ms: 15_000 } as const;
    const person = { type: 'human', name: '' } as const;
    const [reply] = await ask(page, [{ type: 'play_new', black: person, white: person, clock }]);
    await page.goto(`${app.url}/play/${(reply as unknown as Started).game.game}`);
    await playMove(page, '7g7f');
    await played(page, 1);
    await page.waitForTimeout(1_500);
    expect(await heard()).toEqual({ tones: 0, said: [] });
    await page.locator('.top button').first().click();
    for (const at of [2, 3, 4]) await page.locator('dialog input').nth(at).check();
    await page.keyboard.press('Escape');
    await expect.poll(async () => (await heard()).said.some((words) => second.test(words))).toBe(true);
    await expect.poll(async () => (await heard()).tones).toBeGreaterThan(1);
    const before = (await heard()).tones;
    await playMove(page, '3c3d');
    await played(page, 2);
    await expect.poll(async () => (await heard()).tones).toBeGreaterThan(before + 1);
    await page.reload();
    await page.locator('.top button').first().click();
    expect(await page.locator('dialog input:checked').count()).toBeGreaterThanOrEqual(3);
    await page.context().close();
  });

  it.each([['phone', PHONE], ['phone on its side', SIDEWAYS], ['200 %', ZOOMED]] as const)('keeps its controls in sight and in reach: %s', async (name, options) => {
    const page = await app.page(options);
    await page.evaluate(() => localStorage.setItem('zenpuku.prefs', JSON.stringify({ commands: true, values: true })));
    const seen = () => page.evaluate(() => {
      const boxes = [...document.querySelectorAll('.actions button, .actions a, [data-testid=commands] input, .top button, .start')].map((one) => one.getBoundingClientRect());
      const within = boxes.every((box) => box.left >= 0 && box.top >= 0 && box.right <= innerWidth + 0.5 && box.bottom <= innerHeight + 0.5);
      const controls = [...document.querySelectorAll('.actions button, .actions a, .start')].map((one) => one.getBoundingClientRect());
      return {
        within, sideways: document.documentElement.scrollWidth > innerWidth, count: boxes.length,
        highest: Math.min(...controls.map((box) => box.top)) / innerHeight, smallest: Math.min(...controls.map((box) => box.height)),
      };
    });
    const check = async () => {
      const { within, sideways, count, highest, smallest } = await seen();
      expect([within, sideways, count > 0]).toEqual([true, false, true]);
      // What a thumb reaches on a phone that is held in one hand.
      if (name === 'phone') expect([highest > 0.6, smallest >= 44]).toEqual([true, true]);
    };
    await page.goto(`${app.url}/play`);
    await page.waitForSelector('.start');
    if (name === 'phone') await check();
    const [reply] = await ask(page, [{ type: 'play_new', black: HUMAN, white: { type: 'engine', level: 1 }, clock: { type: 'none' }, seed: 1 }]);
    await page.goto(`${app.url}/play/${(reply as unknown as Started).game.game}`);
    await page.waitForSelector('svg[data-ready=true]');
    await check();
    for (const words of [/^The /, /It goes to/, /^Best is/]) {
      const button = page.getByRole('button', { name: /^Hint|^Show the move/ });
      await (name === '200 %' ? button.click() : button.tap());
      await page.getByTestId('hint').getByText(words).waitFor();
      await check();
    }
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await page.getByRole('button', { name: 'Rematch' }).waitFor();
    await check();
    await page.getByRole('button', { name: 'Options of games' }).click();
    await page.getByLabel('Command line').click();
    await page.context().close();
  });
});
