// Features beyond the main paths: formats, handicaps, clocks, declaration, mates, search, keyboard.

import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type App, boardShows, canTest, dropFile, paste, playMove, sfenOf, testdata, withApp } from './app.ts';
import { ask, emptyLibrary } from './scene.ts';

const EVEN = 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1';
const moveCount = (page: Page) => page.locator('.controls .steps span').textContent();

describe.skipIf(!canTest())('the rest', () => {
  let app: App;
  withApp((started) => {
    app = started;
  });

  it('opens KI2, CSA, KIF, JKF and SFEN by file, drop, paste and sample, and exports them', async () => {
    const page = await app.page();
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Choose a file' }).click()]);
    await chooser.setFiles(testdata('records/denosen-2014-03-15.ki2'));
    await page.getByText('習甦').first().waitFor();
    expect(await moveCount(page)).toBe('0 / 98');
    await dropFile(page, testdata('records/wcsc32-2022-05-05.csa'), 'wcsc32.csa');
    await page.getByText('☗NBS').waitFor();
    expect(await moveCount(page)).toBe('0 / 176');
    await paste(page, await readFile(testdata('records/ryuo-2016-12-24.kifu'), 'utf8'));
    await page.getByText('☖藤井聡太').waitFor();
    expect(await moveCount(page)).toBe('0 / 110');
    const opened = /analyse\/(\d+)/.exec(page.url())![1];
    for (const format of ['kif', 'ki2', 'csa', 'jkf', 'sfen']) {
      const text = await page.evaluate(async (path) => (await fetch(path)).text(), `/api/export/${opened}?format=${format}`);
      await paste(page, text);
      await page.waitForFunction((id) => !location.pathname.startsWith(`/analyse/${id}`), opened);
      await page.waitForFunction(() => document.querySelector('.controls .steps span')?.textContent === '0 / 110');
    }
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByRole('button', { name: 'AlphaZero against elmo' }).click();
    await page.getByText('already analysed').waitFor();
    await paste(page, '4k4/9/4P4/9/9/9/9/9/4K4 b G 1');
    await boardShows(page, '4k4/9/4P4/9/9/9/9/9/4K4');
    await page.context().close();
  });

  it('counts moves, not the resignation', async () => {
    const page = await app.page();
    await dropFile(page, testdata('records/ryuo-2014-09-02.kif'), 'ryuo.kif');
    await page.getByText('羽生善治').first().waitFor();
    expect(await moveCount(page)).toBe('0 / 117');
    await page.keyboard.press('End');
    await page.locator('.move.current', { hasText: 'resignation' }).waitFor();
    expect(await moveCount(page)).toBe('117 / 117');
    await page.context().close();
  });

  it('gives a handicap, with a Fischer clock, and White is the engine that begins', async () => {
    const page = await app.page();
    await page.goto(`${app.url}/play`);
    await page.getByLabel('Strength').selectOption('2');
    await page.getByLabel('Handicap').selectOption({ label: 'Six pieces' });
    await page.getByRole('radio', { name: 'Fischer' }).click();
    await page.getByLabel('Main time (min)').fill('1');
    await page.getByLabel('Increment (s)').fill('10');
    await page.getByRole('button', { name: 'Start' }).click();
    await page.waitForURL(/play\/\d+/);
    await page.waitForFunction(() => document.querySelectorAll('.panel ol li').length === 1);
    expect(await sfenOf(page)).toMatch(/\/PPPPPPPPP\/1B5R1\/LNSGKGSNL b/);
    await playMove(page, '7g7f');
    await page.waitForFunction(() => document.querySelectorAll('.panel ol li').length === 3);
    // White has thought less than the ten seconds that each of two moves gave.
    const clocks = (await page.locator('.clock').allTextContents()).map((text) => text.trim());
    expect(clocks.some((text) => /^1:(0[1-9]|1\d|20)$/.test(text)), clocks.join()).toBe(true);
    await page.getByRole('button', { name: 'Abort game' }).click();
    await page.getByText('Broken off').first().waitFor();
    await page.context().close();
  });

  it('declares by 27 points, and knows a mate', async () => {
    const page = await app.page();
    const start = async (sfen: string) => {
      await page.goto(`${app.url}/play?sfen=${encodeURIComponent(sfen)}`);
      await page.getByRole('radio', { name: 'Pass and play' }).click();
      await page.getByRole('radio', { name: 'No clock' }).click();
      await page.getByRole('button', { name: 'Start' }).click();
      await page.waitForURL(/play\/\d+/);
    };
    await start('RGSGKGSGR/1B5B1/9/9/9/9/9/9/4k4 b 10P 1');
    await page.getByRole('button', { name: 'Declare' }).click();
    await page.getByText('Black wins by declaration').waitFor();
    await start('4k4/9/4P4/9/9/9/9/9/4K4 b G 1');
    await page.waitForSelector('svg[data-ready=true]');
    await page.locator('rect.hit.usable').focus();
    await page.keyboard.press('Enter');
    for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(key);
    await page.keyboard.press('Enter');
    await page.getByText('Black wins by mate').waitFor();
    await page.context().close();
  });

  it('says which mates were missed', async () => {
    const page = await app.page();
    // A gold on 5b or 4b mates; both moves of Black do something else.
    await paste(page, 'sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G2r 1 moves 5i5h 5a4a 5h5g');
    const document = Number(/analyse\/(\d+)/.exec(page.url())![1]);
    await ask(page, [{ type: 'job_analyse', document, node: null, budget: { type: 'nodes', nodes: 20_000 } }]);
    await page.click('#tab-report');
    await page.getByText('missed a mate in 1').first().waitFor();
    await page.locator('tr', { hasText: 'Missed mates' }).locator('.some').waitFor();
    await page.click('#tab-moves');
    await page.locator('.move .mate').first().waitFor();
    await page.context().close();
  });

  it('shows several lines as arrows by rank, and a value in the bar', async () => {
    const page = await app.page();
    await paste(page, EVEN);
    await page.click('#tab-lines');
    await page.locator('.lines select').selectOption('5');
    await page.waitForFunction(() => document.querySelectorAll('.lines .head').length === 5);
    await page.waitForFunction(() => document.querySelectorAll('.arrows path').length === 5);
    await page.locator('.lines select').selectOption('1');
    await page.waitForFunction(() => document.querySelectorAll('.lines .head').length === 1);
    await page.locator('.lines select').selectOption('3');
    // The first lines of a search are a move or two long; a later one may be on the page before the click.
    await page.waitForFunction(() => {
      const long = document.querySelectorAll('.lines .head').length === 3
        && document.querySelectorAll('.lines li:first-child .moves button').length > 4;
      if (long) document.querySelector<HTMLElement>('.lines li:first-child .add')!.click();
      return long;
    });
    await page.waitForFunction(() => Number(document.querySelector('.controls .steps span')?.textContent?.split('/')[1]) > 2);
    await page.context().close();
  });

  it('shares a position by a link', async () => {
    const page = await app.page({ permissions: ['clipboard-read', 'clipboard-write'] });
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.waitForURL(/\/2$/);
    const sfen = await sfenOf(page);
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('button', { name: 'Copy link' }).click();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toContain('/analyse?sfen=');
    await page.goto(link);
    await boardShows(page, sfen.split(' ').slice(0, 3).join(' '));
    await page.context().close();
  });

  it('cancels an analysis, goes on with it, and a reload in the middle misses nothing', async () => {
    const page = await app.page();
    await dropFile(page, testdata('records/ryuo-2014-09-02.kif'), 'ryuo.kif');
    await page.getByText('羽生善治').first().waitFor();
    await page.click('#tab-report');
    await page.selectOption('.report select', '0.1');
    await page.getByRole('button', { name: 'Analyse the game' }).last().click();
    await page.locator('.job', { hasText: /Analysing: \d+ of 117/ }).waitFor();
    await page.locator('.job').getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Finished parts are kept').waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.waitForFunction(() => Number(document.querySelector<HTMLProgressElement>('.job progress')?.value) > 40);
    await page.reload();
    const counted = page.locator('tr', { hasText: 'Moves' }).first().locator('td');
    await expect.poll(async () => (await counted.allTextContents()).map((text) => text.trim())).toEqual(['59', '58']);
    await page.click('#tab-moves');
    const blank = () => page.locator('.move').evaluateAll((moves) =>
      moves.filter((move) => move.querySelector('.eval')?.textContent === '' && !move.textContent?.includes('resignation')).map((move) => move.textContent),
    );
    await expect.poll(blank).toEqual([]);
    await page.context().close();
  });

  it('searches the library by player, date, result, opening and castle', async () => {
    const page = await app.page();
    await emptyLibrary(page);
    await page.goto(`${app.url}/library`);
    await page.fill('input[name=folder]', testdata('records'));
    await page.locator('.folder button:not([type])').click();
    await page.getByTestId('imported').waitFor();
    const found = (n: number) =>
      page.waitForFunction((n) => Number.parseInt(document.querySelector('[data-testid=total]')?.textContent ?? '', 10) === n, n);
    await found(4);
    await page.getByLabel('Player').fill('羽生');
    await found(1);
    await page.getByLabel('Player').fill('');
    await page.getByLabel('Date From').fill('2016-01-01');
    await found(2);
    await page.getByLabel('Date From').fill('');
    await page.getByLabel('Result').selectOption('black');
    await found(1);
    await page.getByLabel('Result').selectOption('');
    await found(4);
    for (const label of ['Opening', 'Castle']) {
      const select = page.locator('.filters label', { hasText: new RegExp(`^${label}`) }).locator('select');
      await select.locator('option').nth(1).waitFor({ state: 'attached' });
      const options = await select.locator('option').allTextContents();
      // In English, and each with its number of games.
      expect(options.slice(1).every((option) => /^[ -~]+ \(\d+\)$/.test(option)), options.join()).toBe(true);
      const wanted = options[1]!;
      await select.selectOption({ label: wanted });
      await found(Number(/\((\d+)\)/.exec(wanted)![1]));
      await select.selectOption('');
      await found(4);
    }
    await page.context().close();
  });

  it('works by keyboard alone', async () => {
    const page = await app.page();
    await paste(page, EVEN);
    await page.locator('svg[role=application]').focus();
    await page.waitForSelector('svg[data-ready=true]');
    // From the middle of the board to 7g, up to 7f.
    for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowDown', 'ArrowDown', 'Enter', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
    await page.locator('.move', { hasText: 'P-76' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('#tab-moves').focus();
    await page.keyboard.press('ArrowRight');
    await page.waitForSelector('#tab-lines[aria-selected=true]');
    // Every room can be reached with Tab and Enter.
    await page.goto(`${app.url}/settings`);
    await page.waitForSelector('.group');
    // Past the link to the board, the command line and the first room.
    for (let stop = 0; stop < 4; stop += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/play/);
    await page.context().close();
  });
});
