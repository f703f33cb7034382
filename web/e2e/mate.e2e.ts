// The room of mate problems: solving, every defence of a proof played through, refutations, hostile texts.

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type App, boardShows, canTest, clickSquare, paste, playMove, sfenOf, withApp } from './app.ts';

/** A mate in 3 and one in 13. */
const THREE = '9/8k/9/7RG/9/9/9/9/9 b r2b3g4s4n4l18p 1';
const THIRTEEN = '9/6nS1/4s4/4r1P1g/5Sk1B/5+pbR1/4Nsp2/9/4N4 b 3Gn4l15p 1';

/** A mate in 1, and a set of it and the mate in 3 with an invalid line. */
const ONE = '8k/9/8P/8L/9/9/9/9/9 b 2r2b4g4s4n2l17p 1';
const SET = `{"id": "three", "sfen": "${THREE}", "plies": 3}\n9/9 b - 1\n${ONE}\n`;
/** A mate in 1 with an unnecessary pawn. */
const SPARE = '8k/9/8P/9/9/9/9/9/9 b GPr2b3g4s4n4l16p 1';
/** The solution of the mate in 3, as the protocol writes it. */
const SOLUTION = '1d2c';

const phase = (page: Page, name: string) => page.locator(`[data-phase=${name}]`).waitFor();
const figure = (page: Page, name: string) => page.locator(`[data-figure=${name}]`).textContent().then(Number);
/** Waits until a figure of the training is so much. */
const figureIs = (page: Page, name: string, value: number) =>
  page.locator(`[data-figure=${name}]`, { hasText: new RegExp(`^${value}$`) }).waitFor();

async function addSet(page: Page, text: string, name = 'evening.jsonl'): Promise<void> {
  await page.setInputFiles('input.files', { name, mimeType: 'text/plain', buffer: Buffer.from(text) });
}

/** Plays the mate in 3 from its start. */
async function playThree(page: Page): Promise<void> {
  await phase(page, 'ask');
  await playMove(page, SOLUTION);
  await page.getByText('Correct. Mate in 1 from here.').waitFor();
  await playMove(page, '2c2b');
  await phase(page, 'mated');
}

async function solve(app: App, sfen: string): Promise<Page> {
  const page = await app.page();
  await page.goto(`${app.url}/mate?sfen=${encodeURIComponent(sfen)}`);
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  await page.getByTestId('verdict').waitFor();
  return page;
}

const choices = (page: Page) =>
  page.locator('[data-testid=choices] button').evaluateAll((buttons) =>
    buttons.map((button) => ({ usi: button.getAttribute('data-usi')!, plies: Number(button.getAttribute('data-plies')) })),
  );

/** Does something that changes the board, and waits for the new position. */
async function step(page: Page, work: () => Promise<void>): Promise<void> {
  const before = await sfenOf(page);
  await work();
  await page.waitForFunction((b) => document.querySelector('svg[data-sfen]')?.getAttribute('data-sfen') !== b, before);
}

const choose = (page: Page, usi: string) => step(page, () => page.locator(`[data-testid=choices] [data-usi="${usi}"]`).click());

/** Plays every defence at every turn to its mate; gives how many lines ended in mate. */
async function playAll(page: Page): Promise<number> {
  if (await page.getByRole('heading', { name: 'Mated.' }).count()) return 1;
  const here = await choices(page);
  expect(here.length).toBeGreaterThan(0);
  let lines = 0;
  for (const { usi } of here) {
    await choose(page, usi);
    lines += await playAll(page);
    await step(page, () => page.keyboard.press('ArrowLeft'));
  }
  return lines;
}

describe.skipIf(!canTest())('mate', () => {
  let app: App;
  withApp((started) => {
    app = started;
  });

  it('plays a mate through with every defence', async () => {
    const page = await solve(app, THREE);
    await page.getByText('Mate in 3').last().waitFor();
    await page.getByText('the shortest, checked by the rules').waitFor();
    await page.locator('h1').click();
    expect(await playAll(page)).toBeGreaterThan(1);
    await page.context().close();
  });

  it('walks along a long mate by keyboard, leaves it for another defence on the board, and comes back', async () => {
    const page = await solve(app, THIRTEEN);
    await page.getByTestId('verdict').getByText('Mate in 13').waitFor();
    await page.locator('h1').click();
    const start = await sfenOf(page);
    await step(page, () => page.keyboard.press('ArrowRight'));
    const defences = await choices(page);
    expect(defences.length).toBeGreaterThan(1);
    expect(defences[0]!.plies).toBe(12);
    // Longest first, and every one shorter than the mate.
    expect(defences.map((d) => d.plies)).toEqual([...defences.map((d) => d.plies)].sort((a, b) => b - a));
    const other = defences.find((d) => !d.usi.includes('*'))!;
    await step(page, async () => {
      await page.waitForSelector('svg[data-ready=true]');
      await clickSquare(page, other.usi.slice(0, 2));
      await clickSquare(page, other.usi.slice(2, 4));
      if (await page.locator('[data-choice]').count()) await page.keyboard.press(other.usi.endsWith('+') ? 'p' : 'n');
    });
    expect((await choices(page)).length).toBe(1);
    await page.keyboard.press('Home');
    await boardShows(page, start);
    await page.context().close();
  });

  it('shows a reply to every check where there is no mate', async () => {
    const page = await solve(app, '4k4/9/4P4/9/9/9/9/9/9 b 2Sr2b4g2s4n4l17p 1');
    await page.locator('[data-verdict=nomate]').waitFor();
    await page.getByRole('heading', { name: 'Every check' }).waitFor();
    const checks = await choices(page);
    expect(checks.length).toBeGreaterThan(1);
    await choose(page, checks[0]!.usi);
    await page.getByRole('heading', { name: 'The defender’s reply' }).waitFor();
    expect((await choices(page)).length).toBe(1);
    await page.context().close();
  });

  it('stops a long search, and goes on after the program was killed', async () => {
    const page = await app.page();
    await page.goto(`${app.url}/mate?sfen=${encodeURIComponent('9/9/9/9/4k4/9/9/9/9 b 2S2N4L9P2r2b4g2s2n9p 1')}`);
    await page.getByRole('button', { name: 'Solve', exact: true }).click();
    await page.getByText(/no mate in \d+, [\d,]+ positions/).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.locator('[data-verdict=unknown]').waitFor();
    await page.getByRole('button', { name: 'Mate in 3' }).click();
    await page.getByTestId('walk').waitFor();
    await app.restart();
    await page.getByText('Solve it again to play it through.').waitFor();
    await page.getByRole('button', { name: 'Solve', exact: true }).click();
    await page.getByTestId('walk').waitFor();
    await page.context().close();
  });

  it('says what is wrong with hostile positions, and comes from the editor', async () => {
    const page = await app.page();
    await page.goto(`${app.url}/mate?sfen=${encodeURIComponent(THREE)}`);
    for (const bad of ['<img src=x onerror=hacked=1>', '9/9 b - 1', 'k'.repeat(100_000)]) {
      await page.fill('.panel input', bad);
      await page.keyboard.press('Enter');
      await page.locator('.panel [role=alert]').waitFor();
      await page.getByRole('button', { name: 'Mate in 3' }).click();
      await page.locator('.panel [role=alert]').waitFor({ state: 'detached' });
    }
    // Positions that read as SFEN and are impossible are refused by the server.
    for (const bad of ['9/9/9/9/9/9/9/9/9 b - 1', '4k4/4R4/9/9/9/9/9/9/9 b - 1', '4k4/9/9/9/9/9/9/9/4K3k b - 1', `${'9/'.repeat(8)}9 b 999999999P 1`]) {
      await page.fill('.panel input', bad);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Solve', exact: true }).click();
      await page.locator('.panel [role=alert]').waitFor();
    }
    expect(await page.evaluate(() => (globalThis as { hacked?: number }).hacked)).toBeUndefined();
    await page.goto(`${app.url}/edit?sfen=${encodeURIComponent(THREE)}`);
    await page.getByRole('link', { name: 'Solve as a mate' }).click();
    await page.waitForURL(/\/mate\?/);
    await boardShows(page, THREE.slice(0, 20));
    await page.context().close();
  });

  it('judges a problem that is composed at every change', async () => {
    const page = await app.page();
    await page.goto(`${app.url}/edit?sfen=${encodeURIComponent('9/8k/9/7RG/9/9/9/9/9 b - 1')}`);
    const judged = page.getByTestId('composition');
    await judged.getByText('Mate in 3').waitFor();
    await judged.getByText('Sound: there is no other solution.').waitFor();
    // A gold more in hand: it mates immediately, from the defender's box.
    const black = page.locator('fieldset').and(page.getByRole('group', { name: "Black's hand" }));
    await black.getByRole('button', { name: 'gold in hand +1' }).click();
    await judged.getByText('Mate in 1').waitFor();
    await black.getByRole('button', { name: 'gold in hand −1' }).click();
    await judged.getByText('Mate in 3').waitFor();
    await page.goto(`${app.url}/edit?sfen=${encodeURIComponent(SPARE)}`);
    await judged.getByText('Left in hand at the end: pawn.').waitFor();
    await judged.getByText('Not needed: pawn in hand.').waitFor();
    // A position of a game is judged when that is asked for.
    await page.goto(`${app.url}/edit`);
    const ask = page.getByLabel('Check as a mate problem after every change');
    await expect.poll(() => ask.isChecked()).toBe(false);
    await ask.check();
    await judged.getByText('No mate').waitFor();
    await page.context().close();
  });

  it('fails, hints, repeats and solves a problem of an own set, and keeps it over reload and restart', async () => {
    const page = await app.page();
    const heard: string[] = [];
    page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => heard.push(String(payload))));
    await page.goto(`${app.url}/mate?set=composed-1&n=1`);
    await phase(page, 'ask');
    await addSet(page, SET);
    await page.getByTestId('added').getByText('evening: 2 added.').waitFor();
    await page.getByText('evening.jsonl, line 2: SFEN board: 2 ranks instead of 9').waitFor();
    await page.getByTestId('status').getByText('Black to move: mate in 3.').waitFor();
    // The page only knows that the answer is among the legal moves.
    const told = heard.filter((text) => /"mate_/.test(text));
    expect(told.length).toBeGreaterThan(3);
    expect(told.filter((text) => text.includes(SOLUTION))).toEqual([]);
    expect(await page.content()).not.toContain(SOLUTION);
    const start = await sfenOf(page);
    // A move that does not give check is reported, and does not count.
    await playMove(page, '2d2i');
    await page.getByTestId('status').getByText('is not a check').waitFor();
    // One that does not mate does.
    await playMove(page, '2d2b');
    await page.keyboard.press('p');
    await phase(page, 'wrong');
    await page.getByTestId('status').getByText('does not mate').waitFor();
    expect(await sfenOf(page)).not.toBe(start);
    await figureIs(page, 'due', 1);
    await page.keyboard.press('Backspace');
    await boardShows(page, start);
    await phase(page, 'ask');
    // Hints by degrees: the piece, then the square, which the board circles.
    await page.keyboard.press('h');
    await page.getByTestId('hint').getByText('The gold on 14 moves.').waitFor();
    expect(await page.locator('.own-circle').count()).toBe(1);
    expect(await page.getByTestId('hint').textContent()).not.toContain('23');
    await page.keyboard.press('h');
    await page.getByTestId('hint').getByText('It goes to 23.').waitFor();
    expect(await page.locator('.own-circle').count()).toBe(2);
    await playThree(page);
    await page.getByText('It will be repeated today.').waitFor();
    // The failed one is repeated, and known the second time.
    await page.getByRole('button', { name: 'Repeat 1', exact: true }).click();
    await playThree(page);
    await page.getByText('Solved in').waitFor();
    await page.getByText('It will be repeated in 18 hours.').waitFor();
    await page.getByTestId('coming').getByText('Within a day: 1').waitFor({ state: 'attached' });
    await figureIs(page, 'streak', 1);
    await figureIs(page, 'due', 0);
    await page.keyboard.press('n');
    await page.getByText('No problems are due now.').waitFor();
    await page.reload();
    await figureIs(page, 'streak', 1);
    await app.restart();
    await page.goto(`${app.url}/mate`);
    await phase(page, 'ask');
    expect([await figure(page, 'streak'), await figure(page, 'today')]).toEqual([1, 2]);
    await page.context().close();
  });

  it('goes on with an attempt after the program was killed, and shows the solution when asked', async () => {
    const page = await app.page();
    await page.goto(`${app.url}/mate?set=composed-1&n=1`);
    await phase(page, 'ask');
    await addSet(page, THREE, 'single.sfen');
    await page.getByTestId('added').waitFor();
    await phase(page, 'ask');
    await playMove(page, SOLUTION);
    await page.getByText('Correct. Mate in 1 from here.').waitFor();
    await app.restart(page);
    await playMove(page, '2c2b');
    await phase(page, 'mated');
    await page.getByRole('button', { name: 'From the start' }).click();
    await phase(page, 'ask');
    await page.keyboard.press('s');
    await page.getByTestId('status').getByText('Solution:').waitFor();
    await page.getByRole('link', { name: 'Every defence' }).click();
    await page.getByRole('button', { name: 'Solve', exact: true }).click();
    await page.getByTestId('walk').waitFor();
    await page.context().close();
  });

  it('goes on when the connection broke before the moves of the position had come', async () => {
    const page = await app.page();
    let held = false;
    await page.routeWebSocket(/\/ws/, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((message) => {
        if (!(held && String(message).includes('"legal_moves"'))) server.send(message);
      });
    });
    await page.goto(`${app.url}/mate?set=composed-1&n=1`);
    await phase(page, 'ask');
    await addSet(page, THREE, 'held.sfen');
    await page.getByTestId('added').waitFor();
    await phase(page, 'ask');
    held = true;
    await playMove(page, SOLUTION);
    await page.getByText('Correct. Mate in 1 from here.').waitFor();
    held = false;
    await app.restart(page);
    await playMove(page, '2c2b');
    await phase(page, 'mated');
    await page.context().close();
  });

  it('names file, line and cause of a set that is none, and removes a set', async () => {
    const page = await app.page();
    await page.goto(`${app.url}/mate?set=composed-1&n=1`);
    await phase(page, 'ask');
    await addSet(page, '\n{"sfen": 3}\n', 'bad.jsonl');
    await page.getByText('bad.jsonl, line 2: JSON: a text field `sfen` is expected').waitFor();
    await addSet(page, ONE, 'gone.sfen');
    await page.getByRole('button', { name: 'Remove this set: gone' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await page.locator('.set', { hasText: 'gone' }).waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('makes a problem of a mate that was missed in a game', async () => {
    const page = await app.page();
    await page.goto(`${app.url}/analyse`);
    await page.waitForSelector('svg[data-sfen]');
    await paste(page, 'sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G2r 1 moves 5i5h 5a4a 5h5g');
    await page.click('#tab-report');
    await page.locator('.report select').selectOption('0.1');
    await page.locator('.report').getByRole('button', { name: 'Analyse the game' }).click();
    await page.getByRole('button', { name: 'Train this mate' }).first().click();
    await page.getByText('is now a problem of the room of mates.').waitFor();
    await page.goto(`${app.url}/mate?set=missed`);
    await phase(page, 'ask');
    await boardShows(page, '4k4/9/4P4/9/9/9/9/9/4K4 b G2r');
    await page.context().close();
  });
});
