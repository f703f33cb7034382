import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { type App, boardShows, canTest, dropFile, paste, pasteText, playMove, sfenOf, testdata, withApp } from './app.ts';

const KIF = testdata('records/ryuo-2014-09-02.kif');

describe.skipIf(!canTest())('analyse', () => {
  let app: App;
  withApp((started) => {
    app = started;
  });

  it('drops a Shift_JIS KIF, analyses it, goes to a mistake, exports', async () => {
    const page = await app.page({ acceptDownloads: true });
    await dropFile(page, KIF, 'ryuo.kif');
    await page.getByText('羽生善治').first().waitFor();
    await page.click('#tab-report');
    await page.selectOption('.report select', '0.1');
    await page.getByRole('button', { name: 'Analyse the game' }).last().click();
    await page.getByRole('button', { name: 'Analyse again' }).waitFor({ timeout: 120_000 });
    const before = await sfenOf(page);
    // Progress and cancel are there while another tab is shown, in work too
    // long to end before they are.
    await page.selectOption('.report select', '10');
    await page.getByRole('button', { name: 'Analyse again' }).click();
    await page.click('#tab-moves');
    await page.locator('.work .job').getByRole('button', { name: 'Cancel' }).click();
    // Its results change the list, and a click on a moving row is lost.
    await page.waitForSelector('.job', { state: 'detached' });
    await page.click('#tab-report');
    await page.click('[data-testid=mistakes] .mistake >> nth=0');
    await page.waitForFunction((b) => document.querySelector('svg[data-sfen]')?.getAttribute('data-sfen') !== b, before);
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'KIF', exact: true }).click()]);
    const text = await readFile((await download.path())!, 'utf8');
    expect(text).toContain('羽生善治');
    expect(text.split('\n').filter((line) => line.startsWith('*')).length).toBeGreaterThan(10);
    for (const name of ['Report (HTML)', 'Analysis (JSON)']) {
      const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()]);
      const content = await readFile((await file.path())!, 'utf8');
      expect(content.length).toBeGreaterThan(1_000);
      if (!name.startsWith('Report')) continue;
      // The report is in the reader's language, including the game's ending.
      const report = await page.context().newPage();
      await report.setContent(content);
      await expect.poll(() => report.locator('#result').textContent()).toContain('resignation');
      await report.close();
    }
    for (const name of ['Picture (PNG)', 'Picture (SVG)']) {
      const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
      expect((await readFile((await file.path())!)).length).toBeGreaterThan(10_000);
    }
    await page.keyboard.press('Escape');
    await page.keyboard.press('Home');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByLabel('Moves from here').fill('3');
    const [film] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Animation (GIF)' }).click()]);
    const gif = await readFile((await film.path())!);
    // The position and three moves: a block of graphic control for each.
    expect([film.suggestedFilename().endsWith('-0.gif'), gif.toString('latin1').split('\x21\xf9\x04').length - 1]).toEqual([true, 4]);
    // The same view again after a reload: same address, same position, same analysis.
    await page.keyboard.press('Escape');
    const ply = /^\d+/.exec((await page.locator('.controls .steps .number').textContent()) ?? '');
    await page.waitForURL(new RegExp(`/analyse/\\d+/${ply}\\b`));
    const [sfen, address] = [await sfenOf(page), page.url()];
    await page.reload();
    await boardShows(page, sfen);
    expect(page.url()).toBe(address);
    await page.waitForSelector('[data-testid=mistakes] .mistake');
    await page.context().close();
  });

  it('edits a variation, undoes, comments', async () => {
    const page = await app.page();
    await page.goto(`${app.url}/analyse?sfen=${encodeURIComponent('lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1')}`);
    await page.waitForURL(/analyse\/\d+/);
    for (const [i, move] of ['7g7f', '3c3d', '2g2f'].entries()) {
      await playMove(page, move);
      await page.locator('.move.current', { hasText: new RegExp(`^\\s*${i + 1}`) }).waitFor();
    }
    await page.keyboard.press('Home');
    await playMove(page, '2g2f');
    await page.waitForSelector('.move.side');
    await page.getByRole('button', { name: 'Make main line' }).click();
    await page.waitForFunction(() => document.querySelector('.move:not(.side) .text')?.parentElement?.parentElement?.parentElement?.querySelectorAll('.move')[1]?.querySelector('.text')?.textContent?.includes('26'));
    await page.keyboard.press('Control+z');
    await page.waitForFunction(() => document.querySelectorAll('.move .text')[1]?.textContent?.includes('76'));
    await page.click('#tab-notes');
    await page.fill('textarea', '<img src=x onerror=alert(1)>');
    await page.waitForTimeout(900);
    await page.click('#tab-moves');
    await page.waitForSelector('.note');
    expect(await page.locator('.note').first().getAttribute('title')).toBe('<img src=x onerror=alert(1)>');
    await page.context().close();
  });

  it('opens on a sample that is analysed, and teaches its mistakes', async () => {
    const page = await app.page();
    await page.getByText('already analysed').waitFor();
    await page.click('#tab-report');
    await page.waitForSelector('[data-testid=mistakes] .mistake');
    // A mistake is shown where it was made, with the better move, not with the reply.
    const mistake = page.locator('[data-testid=mistakes] .mistake').first();
    const ply = Number(await mistake.locator('.ply').innerText());
    await mistake.click();
    await page.getByText(new RegExp(`^${ply - 1} / `)).waitFor();
    expect(await mistake.getAttribute('class')).toContain('current');
    await page.getByRole('button', { name: 'Next mistake' }).click();
    await page.getByText(new RegExp(`^${ply - 1} / `)).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /mistakes \(\d+\)/ }).first().click();
    await page.getByText('to move: find a better one').waitFor();
    const from = await sfenOf(page);
    await page.getByRole('button', { name: 'Show the answer' }).click();
    await page.waitForSelector('.arrows path.first');
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await page.waitForFunction((b) => document.querySelector('svg[data-sfen]')?.getAttribute('data-sfen') !== b, from);
    await page.getByRole('button', { name: 'Back to the game' }).click();
    await page.waitForSelector('#tab-report');
    await page.context().close();
  });

  it('thinks about a record as soon as it is opened', async () => {
    const page = await app.page();
    await dropFile(page, KIF, 'ryuo.kif');
    await page.getByText('羽生善治').first().waitFor();
    // It needs no click.
    await page.waitForSelector('.arrows path.first');
    await page.context().close();
  });

  it('says what is wrong with a file, beside where it was opened', async () => {
    const page = await app.page();
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.fill('dialog textarea', 'this is no record');
    await page.getByRole('button', { name: 'Open the text' }).click();
    await page.locator('dialog [role=alert]').waitFor();
    await page.context().close();
  });

  it('says where the record of an address is, and fetches nothing', async () => {
    const page = await app.page();
    await pasteText(page, 'https://lishogi.org/ZY2Tyy2d/gote');
    const place = page.locator('dialog [role=status]');
    await place.getByText('Zenpuku loads nothing from the network').waitFor();
    const link = place.getByRole('link', { name: 'Get the record from lishogi' });
    expect(await link.getAttribute('href')).toBe('https://lishogi.org/game/export/ZY2Tyy2d');
    expect(await page.getByRole('button', { name: 'Open the text' }).isDisabled()).toBe(true);
    await page.fill('dialog textarea', 'https://shogiwars.heroz.jp/games/alice-bob-20200927_180900');
    await place.getByText('Open the page, copy or save the record there').waitFor();
    expect(await link.count()).toBe(0);
    await page.fill('dialog textarea', 'position startpos moves 7g7f 3c3d');
    await place.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Open the text' }).click();
    await page.locator('dialog').waitFor({ state: 'detached' });
    await pasteText(page, `${app.url}/mate`);
    await page.waitForURL(/\/mate/);
    await page.context().close();
  });

  it('thinks live, and never shows news of another position', async () => {
    const page = await app.page();
    await page.keyboard.press(' ');
    await page.waitForFunction(() => /\d/.test(document.querySelector('[data-testid=eval]')?.textContent ?? ''));
    await page.waitForSelector('.arrows path.first');
    await page.click('#tab-lines');
    await page.waitForSelector('.lines .moves button');
    const heights = await page.locator('.lines li').evaluateAll((items) => items.map((item) => item.getBoundingClientRect().top));
    await page.waitForTimeout(700);
    const later = await page.locator('.lines li').evaluateAll((items) => items.map((item) => item.getBoundingClientRect().top));
    expect(later).toEqual(heights);
    await page.context().close();
  });

  it('goes on after the program was killed and started again', async () => {
    const page = await app.page();
    await dropFile(page, KIF, 'ryuo.kif');
    await page.getByText('羽生善治').first().waitFor();
    await page.keyboard.press('ArrowRight');
    await app.restart(page);
    await page.keyboard.press('Home');
    await playMove(page, '1g1f');
    await page.waitForSelector('.move.side');
    await page.context().close();
  });

  it('keeps two tabs of one document alike', async () => {
    const first = await app.page();
    const second = await first.context().newPage();
    app.watch(second);
    await first.goto(`${app.url}/analyse?sfen=${encodeURIComponent('lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1')}`);
    await first.waitForURL(/analyse\/\d+/);
    await second.goto(first.url());
    await second.waitForSelector('svg[data-sfen]');
    await playMove(first, '7g7f');
    await second.waitForFunction(() => document.querySelectorAll('.move').length === 2);
    await first.context().close();
  });

  it('says which moves threaten mate, and plays the mate on the board', async () => {
    const page = await app.page();
    // The pawn's move threatens a gold before the king; no search, however long, sees a mate for either side.
    await paste(page, 'sfen lnspkpsnl/1rg4b1/ppp3ppp/4P4/9/9/PPPP1PPPP/1B1G2SK1/LNS2GRNL b G 1 moves 5d5c 7b6b');
    await boardShows(page, 'lnspkpsnl/1rg4b1/ppp3ppp/4P4');
    await page.click('#tab-report');
    await page.selectOption('.report select', '0.1');
    await page.locator('.report').getByRole('button', { name: 'Analyse the game' }).click();
    const again = page.getByRole('button', { name: 'Analyse again' });
    await again.waitFor({ timeout: 120_000 });
    await page.click('#tab-moves');
    await page.locator('.move', { has: page.locator('.threat') }).first().click();
    const note = page.getByTestId('threat');
    await note.getByText('Without a defence: mate in 1.').waitFor();
    await boardShows(page, 'lnspkpsnl/1rg4b1/ppp1P1ppp/9');
    await note.getByRole('button', { name: 'Play the mate' }).click();
    const mated = () => page.waitForFunction(() => /^[^/]*[/]1rg1G/.test(document.querySelector('svg[role=application]')?.getAttribute('data-sfen') ?? ''));
    await mated();
    // It stays there while the moves are judged again.
    await page.click('#tab-report');
    await again.click();
    await page.locator('.job').waitFor();
    await again.waitFor({ timeout: 120_000 });
    await mated();
    await page.click('#tab-moves');
    await page.keyboard.press('Escape');
    await boardShows(page, 'lnspkpsnl/1rg4b1/ppp1P1ppp/9');
    // The game itself has no move more.
    expect(await page.locator('.move').count()).toBe(3);
    await page.context().close();
  });

  it('learns with board, counter and graph at one position, and shows what refutes a wrong try', async () => {
    const page = await app.page();
    await page.click('#tab-report');
    await page.getByRole('button', { name: /White.*\(\d+\)/ }).click();
    await page.locator('.learn').getByText('1 / ').waitFor();
    await page.locator('.learn').getByRole('button', { name: 'Next' }).click();
    // White's second mistake is move 62.
    const counter = page.locator('.controls .steps .number');
    await expect.poll(() => counter.textContent()).toMatch(/^61 \//);
    await page.waitForURL(/analyse\/\d+\/61/);
    const before = await sfenOf(page);
    expect(before).toContain(' w ');
    await playMove(page, '5b4c');
    // Only what refutes the try is shown, and it can be played through: the better move is still to be found.
    const line = page.getByTestId('refuted').getByRole('button');
    await line.nth(1).waitFor();
    expect(await page.getByTestId('better').count()).toBe(0);
    await page.getByText('of your winning chances. Try another move.').waitFor();
    // Two moves on, White is to move again: the answer is on the board.
    await page.getByTestId('refuted').locator('[aria-current=step]').waitFor();
    const answered = await sfenOf(page);
    expect(answered).toContain(' w ');
    expect(answered).not.toBe(before);
    await line.first().click();
    expect(await sfenOf(page)).toContain(' b ');
    await page.keyboard.press('ArrowRight');
    await boardShows(page, answered);
    await page.keyboard.press('Home');
    expect(await sfenOf(page)).toBe(answered);
    expect(await counter.textContent()).toMatch(/^61 \//);
    await page.getByRole('button', { name: 'Try again' }).click();
    await boardShows(page, before);
    await page.context().close();
  });
});
