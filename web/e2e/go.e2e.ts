// The room of Go endgames: a record solved, its regions, playing through, the trainer, hostile texts.

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type App, canTest, dropFile, pasteText, testdata, withApp } from './app.ts';
import { pointOf, sumGame } from './goBoard.ts';

interface Sum {
  sgf: string;
  black_first: string;
  white_first: string;
}
const SUM = JSON.parse(readFileSync(testdata('go/corridor-sums-100.jsonl'), 'utf8').split('\n')[0]!) as Sum;

async function openGo(app: App, query = ''): Promise<Page> {
  const page = await app.page();
  await page.goto(`${app.url}/go${query}`);
  await page.waitForSelector('svg[data-go]');
  return page;
}

/** Clicks a point of a square board. */
async function clickPoint(page: Page, vertex: string): Promise<void> {
  const at = await pointOf(page, vertex);
  await page.mouse.click(at.x, at.y);
}

async function readSgf(page: Page, sgf: string): Promise<void> {
  if (!(await page.locator('details[open] textarea').count())) await page.getByText('Paste an SGF').first().click();
  await page.fill('details textarea', sgf);
  await page.getByRole('button', { name: 'Read', exact: true }).click();
}

const score = (page: Page, first: 'black' | 'white') => page.locator(`[data-first=${first}]`).getAttribute('data-low');

describe.skipIf(!canTest())('go', () => {
  let app: App;
  withApp((started) => {
    app = started;
  });

  it('solves a corridor sum with the right score and shows its regions with temperatures', async () => {
    const page = await openGo(app);
    await readSgf(page, SUM.sgf);
    await page.getByRole('heading', { name: 'corr001' }).waitFor();
    await page.waitForSelector('[data-testid=regions]');
    expect(await score(page, 'black')).toBe(SUM.black_first);
    expect(await score(page, 'white')).toBe(SUM.white_first);
    await page.getByText('proved: as a sum of regions').first().waitFor();
    const listed = await page.locator('[data-testid=temperature]').allTextContents();
    const tagged = await page.locator('[data-temperature]').evaluateAll((tags) => tags.map((tag) => tag.getAttribute('data-temperature')));
    expect(listed.length).toBe(4);
    expect(tagged).toEqual(listed);
    expect(await page.locator('.safe').count()).toBeGreaterThan(20);
    // The loss of every candidate is on the board, and overlays can be switched off.
    expect(await page.locator('.loss.best').count()).toBeGreaterThan(0);
    expect(await page.locator('.loss:not(.best)').count()).toBeGreaterThan(0);
    await page.getByLabel('Points lost').uncheck();
    expect(await page.locator('.loss').count()).toBe(0);
    // A closed room has no eyes.
    expect(await page.locator('.false-eye').count()).toBe(0);
    await page.getByRole('button', { name: 'Closed rooms' }).click();
    await page.locator('.false-eye').first().waitFor();
    // The same after a reload: the position is in the address.
    const diagram = await page.locator('svg[data-go]').getAttribute('data-go');
    await page.reload();
    await page.waitForFunction((diagram) => document.querySelector('svg[data-go]')?.getAttribute('data-go') === diagram, diagram);
    await page.context().close();
  });

  it('plays the best line through to its score, forward and back', async () => {
    const page = await openGo(app);
    await page.getByRole('button', { name: 'Four corridors' }).click();
    await page.waitForSelector('[data-testid=answers]');
    const before = await score(page, 'black');
    await page.getByRole('button', { name: 'Play the best line' }).click();
    await page.waitForFunction(() => /^Move 1 of (?:[5-9]|\d\d)/.test(document.querySelector('[data-testid=at]')?.textContent ?? ''));
    await page.locator('h1').click();
    await page.keyboard.press('End');
    await page.getByRole('button', { name: 'Solve', exact: true }).click();
    await page.waitForSelector('[data-testid=answers]');
    // Played out, the value is the promised one, whoever passes first.
    expect([await score(page, 'black'), await score(page, 'white')]).toContain(before);
    await page.keyboard.press('Home');
    await page.getByText(/^Move 0 of/).waitFor();
    await clickPoint(page, 'E9');
    await page.getByText(/^Move 1 of/).waitFor();
    await page.context().close();
  });

  it('trains: a wrong move is marked with its loss, a right one is answered', async () => {
    const page = await openGo(app);
    await page.getByRole('button', { name: 'Four corridors' }).click();
    await page.waitForSelector('[data-testid=answers]');
    await page.getByRole('button', { name: 'Train', exact: true }).click();
    await page.getByText('Black to move: find a move without a loss.').waitFor();
    expect(await page.locator('.loss').count()).toBe(0);
    await clickPoint(page, 'B5');
    await page.getByText('B5 loses 2 points. Try again.').waitFor();
    expect(await page.getByTestId('tried').textContent()).toContain('−2');
    // Filling an own eye gives up the life on which the values depend.
    await clickPoint(page, 'A1');
    await page.getByRole('button', { name: 'Cancel' }).last().click();
    await page.getByText('The loss of A1 has no exact value.').waitFor();
    await clickPoint(page, 'E9');
    await page.getByText('E9: correct, no loss.').waitFor();
    await page.getByText(/The other side answers/).waitFor();
    await page.getByText(/^Move 2 of/).waitFor();
    await page.getByRole('button', { name: 'Show the answer' }).click();
    await page.getByText(/^Best: /).waitFor();
    // A move into own settled points is not a candidate: its loss is counted.
    await page.getByRole('button', { name: 'Stop training' }).click();
    await page.getByRole('button', { name: 'Closed rooms' }).click();
    await page.waitForSelector('[data-testid=answers]');
    await page.getByRole('button', { name: 'Train', exact: true }).click();
    await page.getByText('Black to move: find a move without a loss.').waitFor();
    await clickPoint(page, 'C7');
    await page.getByText('C7 loses 1 point. Try again.').waitFor();
    await page.context().close();
  });

  it('sets up a board by keyboard and solves it under chosen rules', async () => {
    const page = await openGo(app, `?board=${'./'.repeat(3)}.&turn=black&rules=japanese`);
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByLabel('New board').selectOption('3');
    await page.waitForFunction(() => document.querySelector('svg[data-go]')?.getAttribute('data-go') === '...\n...\n...');
    await page.locator('svg[data-go]').focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('svg[data-go]')?.getAttribute('data-go')?.includes('X'));
    await page.getByLabel('Rules').selectOption('chinese');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.getByRole('button', { name: 'Solve', exact: true }).click();
    await page.waitForSelector('[data-testid=answers]');
    await page.context().close();
  });

  it('counts a finished game at once, and flips a group that is clicked', async () => {
    const page = await app.page();
    await dropFile(page, testdata('go/finished.sgf'), 'game.sgf');
    await page.waitForURL(/\/go\/\d+/);
    const [score, dead] = [page.getByTestId('score'), page.getByTestId('dead')];
    await score.getByText('White +15.5').waitFor();
    await score.getByText('likely · komi 6.5').waitFor();
    await dead.getByText('Dead: 0 black, 1 white').waitFor();
    // Names, moves and prisoners are the file's.
    await page.getByRole('heading', { name: 'A finished game' }).waitFor();
    expect(await page.getByTestId('players').textContent()).toBe('Black Kuro – White Shiro');
    await page.getByText('Move 32 of 32').waitFor();
    await page.getByText('Captured by Black 0, by White 1').waitFor();
    // Territory is tinted by whose it is.
    expect(await page.locator('.area.black').count()).toBe(22);
    expect(await page.locator('.area.white').count()).toBe(31);
    expect(await page.locator('.stone.dead').count()).toBe(1);
    await clickPoint(page, 'B5');
    await dead.getByText('No dead stones').waitFor();
    await score.getByText('White +38.5').waitFor();
    await score.getByText('as marked').waitFor();
    expect(await page.locator('.area.black').count()).toBe(0);
    await clickPoint(page, 'B5');
    await score.getByText('White +15.5').waitFor();
    await page.locator('h1').click();
    await page.keyboard.press('ArrowLeft');
    await page.getByText('Move 31 of 32').waitFor();
    await page.getByRole('button', { name: 'Count this position' }).waitFor();
    // A reload keeps the game, not its position alone.
    await page.reload();
    await page.getByText('Move 31 of 32').waitFor();
    expect(await page.getByTestId('players').textContent()).toBe('Black Kuro – White Shiro');
    await page.getByRole('heading', { name: 'A finished game' }).waitFor();
    await score.waitFor();
    // The exact solution has a limit that is seen.
    await page.getByLabel('Time limit of the solution').selectOption({ label: '10 s' });
    await page.getByRole('button', { name: 'Solve', exact: true }).click();
    await page.getByText(/Solving … \d+ of 10 s/).or(page.getByTestId('count-stands')).first().waitFor();
    // Bounds carry less information than the count, which stays.
    await page.getByTestId('count-stands').getByText('No exact result was found; the count above is the best estimate.').waitFor();
    expect(await page.getByTestId('answers').count()).toBe(0);
    await page.context().close();
  });

  it('reviews a game: what moves lost, the position before each, and the search for better ones', async () => {
    const page = await openGo(app);
    await readSgf(page, sumGame());
    await page.getByText('Move 3 of 3').waitFor();
    await page.getByRole('button', { name: 'Review', exact: true }).click();
    const panel = page.getByTestId('review');
    await panel.getByRole('button', { name: 'Review the game' }).click();
    await panel.getByRole('button', { name: 'Review the game' }).waitFor();
    expect(await panel.getByTestId('sum-black').textContent()).toContain('2 points lost in 2 of 2 judged moves');
    const mistake = panel.getByRole('button', { name: 'Black pass' });
    await mistake.click();
    await page.getByText('Move 0 of 3').waitFor();
    await panel.getByText('pass was played, and loses 1 point. Best: E9 F7').waitFor();
    expect(await page.locator('.loss.best').count()).toBe(2);
    // The file has the mistakes with their comments, and better moves as variations.
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as SGF' }).click();
    const saved = readFileSync(await (await download).path(), 'utf8');
    expect(saved).toContain('C[pass was played, and loses 1 point. Best: E9 F7 (proved)]');
    expect(saved).toContain('(;B[ea])');
    // Hidden until it is found.
    await panel.getByLabel('Find the moves yourself first').check();
    await panel.getByText('Black to move: which move is the largest?').waitFor();
    expect(await page.locator('.loss').count()).toBe(0);
    await clickPoint(page, 'B3');
    await panel.getByText('B3 is not among the best moves. Try again.').waitFor();
    await clickPoint(page, 'F7');
    await panel.getByText('pass was played, and loses 1 point.').waitFor();
    // A user's move leaves the game, and a button leads back.
    await clickPoint(page, 'F7');
    await page.getByText('Move 1 of 1').waitFor();
    await panel.getByRole('button', { name: 'Back to the game' }).click();
    await page.getByText(/of 3$/).waitFor();
    // Judgements by other rules do not apply to these.
    const rules = page.getByLabel('Rules');
    const before = await rules.inputValue();
    await rules.selectOption('chinese');
    await panel.getByTestId('sum-black').waitFor({ state: 'detached' });
    await rules.selectOption(before);
    await panel.getByTestId('sum-black').waitFor();
    await page.context().close();
  });

  it('opens an SGF that is dropped anywhere, and stops long work', async () => {
    const page = await app.page();
    await dropFile(page, testdata('go/ke-jie-alphago-2017.sgf'), 'game.sgf');
    await page.waitForURL(/\/go\/\d+/);
    await page.waitForFunction(() => document.querySelector('svg[data-go]')?.getAttribute('data-go')?.length === 379);
    await page.getByTestId('score').waitFor();
    await page.getByRole('button', { name: 'Solve', exact: true }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Stopped. These are the results so far.').waitFor();
    await page.context().close();
  });

  it('says what is wrong with hostile texts, and runs none of them', async () => {
    const page = await openGo(app);
    const bad = [
      'no sgf', '(;GM[1]SZ[9]AB[zz])', '(;GM[1]SZ[99])', '(;GM[2])', `(${';B[aa]'.repeat(50)}`, '('.repeat(20_000), `(;GM[1]SZ[2]AB[aa][ab][ba][bb])`,
    ];
    for (const sgf of bad) {
      await readSgf(page, sgf);
      await page.locator('.panel [role=alert]').waitFor();
      await page.getByRole('button', { name: 'Closed rooms' }).click();
      await page.locator('.panel [role=alert]').waitFor({ state: 'detached' });
    }
    await readSgf(page, '(;GM[1]SZ[5]GN[<img src=x onerror=hacked=1>]AB[cc])');
    await page.getByRole('heading', { name: '<img src=x onerror=hacked=1>' }).waitFor();
    expect(await page.evaluate(() => [(globalThis as { hacked?: number }).hacked, document.querySelectorAll('img').length])).toEqual([undefined, 0]);
    // A text of any size up to that of a file is opened, a larger one is refused with a reason.
    await readSgf(page, `(;GM[1]SZ[5]GN[${'x'.repeat(1_200_000)}]AB[cc])`);
    await page.getByRole('heading', { name: 'x'.repeat(200), exact: true }).waitFor();
    await pasteText(page, `(;GM[1]SZ[5]C[${'x'.repeat(10_500_000)}])`);
    await page.getByText('pasted text is larger than 10 MB').waitFor();
    // An illegal move is reported next to the board.
    await clickPoint(page, 'C3');
    await page.locator('.panel [role=alert]').waitFor();
    await page.goto(`${app.url}/go?board=%3Cscript%3E/../..&turn=x&rules=%22&taken=1e9&ko=ZZ`);
    await page.waitForSelector('svg[data-go]');
    await page.context().close();
  });
});
