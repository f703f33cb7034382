import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { type App, canTest, clickSquare, dragMove, playMove, sfenOf, testdata, withApp } from './app.ts';
import { ask, emptyLibrary } from './scene.ts';

const side = (sfen: string) => sfen.split(' ')[1];

/** Asks for a hint, a degree at a time, until it says why. */
async function askHint(page: Page): Promise<void> {
  const hint = page.getByTestId('hint');
  const circles = page.locator('.own-circle');
  await page.getByRole('button', { name: 'Hint: which piece' }).click();
  await hint.getByText(/^The \w+ on \d\d moves\.$/).waitFor();
  await expect.poll(() => circles.count()).toBe(1);
  await page.getByRole('button', { name: 'Hint: which square' }).click();
  await hint.getByText(/It goes to \d\d\.$/).waitFor();
  await expect.poll(() => circles.count()).toBe(2);
  expect(await page.locator('.engine').count()).toBe(0);
  await page.keyboard.press('h');
  await hint.getByText(/^Best is ☗/).waitFor();
  expect([await circles.count(), await page.locator('.engine').count()]).toEqual([0, 1]);
  expect(await hint.locator('p').count()).toBe(1);
  await page.getByRole('button', { name: 'Why this move' }).click();
  await hint.getByText(/^Expected: ☗.* ☖/).waitFor();
  expect(await page.getByRole('button', { name: 'Why this move' }).count()).toBe(0);
}

describe.skipIf(!canTest())('play and library', () => {
  let app: App;
  withApp((started) => {
    app = started;
  });

  it('plays ten moves with a clock, reloads in the middle, goes on, resigns', async () => {
    const page = await app.page();
    await page.goto(`${app.url}/play`);
    await page.getByLabel('Strength').selectOption('1');
    await page.getByRole('button', { name: 'Start' }).click();
    await page.waitForURL(/play\/\d+/);
    const moves = ['9g9f', '1g1f', '7i6h', '6h7i', '7i6h'];
    for (const [i, move] of moves.entries()) {
      await page.waitForFunction((n) => document.querySelectorAll('.panel ol li').length === n, i * 2);
      await page.waitForFunction(() => document.querySelector('svg[data-sfen]')?.getAttribute('data-sfen')?.split(' ')[1] === 'b');
      await playMove(page, move);
      await page.waitForFunction((n) => document.querySelectorAll('.panel ol li').length >= n, i * 2 + 1);
      if (i === 2) {
        await page.reload();
        await page.waitForSelector('.panel ol li');
      }
    }
    await page.waitForFunction(() => document.querySelectorAll('.panel ol li').length === 10);
    expect(side(await sfenOf(page))).toBe('b');
    expect(await page.locator('.clock').count()).toBe(2);
    await askHint(page);
    await page.getByRole('button', { name: 'Take back' }).click();
    await page.waitForFunction(() => document.querySelectorAll('.panel ol li').length === 8);
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await page.getByText('White wins by resignation').waitFor();
    await page.getByRole('link', { name: 'Analyse this game' }).click();
    await page.waitForURL(/analyse\/\d+/);
    await page.context().close();
  });

  it('lets two people play at one board', async () => {
    const page = await app.page();
    await page.goto(`${app.url}/play`);
    await page.getByRole('radio', { name: 'Pass and play' }).click();
    await page.getByRole('radio', { name: 'No clock' }).click();
    await page.getByRole('button', { name: 'Start' }).click();
    await page.waitForURL(/play\/\d+/);
    const played = (n: number) => page.waitForFunction((n) => document.querySelectorAll('.panel ol li').length === n, n);
    await dragMove(page, '7g7f');
    await played(1);
    await playMove(page, '3c3d');
    await played(2);
    await playMove(page, '8h2b');
    await page.keyboard.press('p');
    await played(3);
    expect(await sfenOf(page)).toContain('+B');
    await playMove(page, '3a2b');
    await played(4);
    // A drop by two taps, then by keyboard alone.
    await page.waitForSelector('svg[data-ready=true]');
    await page.locator('rect.hit.usable').click();
    await clickSquare(page, '5e');
    await played(5);
    expect(await sfenOf(page)).toContain('4B4');
    await page.waitForSelector('svg[data-ready=true]');
    await page.locator('rect.hit.usable').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await played(6);
    expect(await sfenOf(page)).toMatch(/\dbB\d|\dBb\d/);
    await page.context().close();
  });

  it('lets the engine move at once', async () => {
    const page = await app.page();
    // By its clock it would think for minutes.
    const clock = { type: 'byoyomi', main_ms: 0, byoyomi_ms: 3_600_000 } as const;
    const seats = { black: { type: 'engine', level: 20 }, white: { type: 'human', name: '' } } as const;
    const [reply] = await ask(page, [{ type: 'play_new', ...seats, clock }]);
    const { game } = reply as unknown as { game: { game: number } };
    await page.goto(`${app.url}/play/${game.game}`);
    await page.getByText('The engine is thinking').waitFor();
    await page.getByRole('button', { name: 'Move now' }).click();
    await page.getByText('Your move.').waitFor();
    await page.getByRole('button', { name: 'Abort game' }).click();
    await page.getByText('Broken off').waitFor();
    await page.context().close();
  });

  it('proposes openings, and the castles that go with them', async () => {
    const page = await app.page();
    await page.goto(`${app.url}/play`);
    await page.getByRole('radio', { name: 'The engine' }).click();
    const [opening, castle] = [page.getByLabel('Opening it likes'), page.getByLabel('Castle it likes')];
    await opening.selectOption('Fourth-file Rook');
    const castles = await castle.locator('option').allTextContents();
    expect([castles.includes('Mino'), castles.includes('Yagura'), castles[0]]).toEqual([true, false, 'Any']);
    await castle.selectOption('Mino');
    await page.getByLabel('Strength').selectOption('20');
    await expect.poll(() => opening.count()).toBe(0);
    await page.getByLabel('Strength').selectOption('3');
    await page.getByRole('button', { name: 'Start' }).click();
    await page.waitForURL(/play\/\d+/);
    const [reply] = await ask(page, [{ type: 'play_get', game: Number(page.url().split('/').pop()) }]);
    const { white } = (reply as unknown as { game: { white: object } }).game;
    expect(white).toEqual({ type: 'engine', level: 3, opening: 'FOURTH_FILE_ROOK', castle: 'HON_MINO' });
    // A castle that does not go with the opening is not kept.
    await page.goto(`${app.url}/play`);
    expect(await castle.inputValue()).toBe('HON_MINO');
    await opening.selectOption('Static Rook');
    expect(await castle.inputValue()).toBe('');
    await page.context().close();
  });

  it('leaves a piece in the hand when the game is told again', async () => {
    const page = await app.page();
    let again: (() => void) | undefined;
    await page.routeWebSocket(/\/ws$/, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((message) => {
        if (String(message).includes('"event":{"type":"play"')) again = () => socket.send(message);
        socket.send(message);
      });
    });
    await page.goto(`${app.url}/play`);
    await page.getByRole('radio', { name: 'Pass and play' }).click();
    await page.getByRole('button', { name: 'Start' }).click();
    await page.waitForURL(/play\/\d+/);
    await playMove(page, '7g7f');
    await page.waitForFunction(() => document.querySelectorAll('.panel ol li').length === 1);
    await page.waitForSelector('svg[data-ready=true]');
    await clickSquare(page, '3c');
    await page.waitForSelector('circle.target');
    again!();
    await page.waitForTimeout(200);
    expect(await page.locator('circle.target').count()).toBe(1);
    await clickSquare(page, '3d');
    await page.waitForFunction(() => document.querySelectorAll('.panel ol li').length === 2);
    await page.context().close();
  });

  it('imports a folder and finds a game by position', async () => {
    const page = await app.page();
    await emptyLibrary(page);
    await page.goto(`${app.url}/library`);
    await page.fill('input[name=folder]', testdata('records'));
    await page.locator('.folder button:not([type])').click();
    await page.getByTestId('imported').waitFor();
    const total = () => page.getByTestId('total').textContent();
    await page.waitForFunction(() => /^[1-9]/.test(document.querySelector('[data-testid=total]')?.textContent ?? ''));
    const all = Number.parseInt((await total()) ?? '0', 10);
    expect(all).toBeGreaterThanOrEqual(3);
    // The first move of the game of 2014, on the explorer's board.
    await page.locator('.explorer .move').first().click();
    await page.waitForFunction(() => /sfen=/.test(location.search));
    await page.getByRole('button', { name: 'with this position' }).click();
    await page.locator('.tag').waitFor();
    await page.waitForFunction((n) => Number.parseInt(document.querySelector('[data-testid=total]')?.textContent ?? '0', 10) <= n, all);
    await page.reload();
    await page.locator('.tag').waitFor();
    await page.getByText('at move 1').first().waitFor({ state: 'attached' });
    await page.locator('.name').first().click();
    await page.waitForURL(/analyse\/\d+/);
    await page.goto(`${app.url}/library?player=${encodeURIComponent('羽生')}`);
    await page.waitForFunction(() => /^1 game/.test(document.querySelector('[data-testid=total]')?.textContent ?? ''));
    await page.context().close();
  });

  it('sets up a position and says what is wrong with it', async () => {
    const page = await app.page();
    await page.goto(`${app.url}/edit`);
    await page.getByText('Legal position').waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByText('A king is missing').waitFor();
    await page.getByRole('button', { name: 'Start position' }).click();
    await page.getByText('Legal position').waitFor();
    await page.getByRole('button', { name: 'Analyse', exact: true }).click();
    await page.waitForURL(/analyse\/\d+/);
    await page.context().close();
  });
});
