// The library is home: stars, tags, notes, several games at once, copies, a player's page.

import { mkdtempSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type App, canTest, dropFile, PHONE, withApp } from './app.ts';
import { ask, emptyLibrary } from './scene.ts';

const KIF = (day: number, black: string, white: string, moves: string[]) =>
  [`開始日時：2024/05/${String(day).padStart(2, '0')}`, '持ち時間：10分', `先手：${black}`, `後手：${white}`, '手数----指手---------消費時間--', ...moves.map((move, i) => `${i + 1} ${move}`), ''].join('\n');
const MOVES = ['７六歩(77)', '３四歩(33)', '６六歩(67)', '８四歩(83)', '６八飛(28)', '６二銀(71)', '４八玉(59)', '４二玉(51)', '３八銀(39)', '３二玉(42)', '投了'];

/** Fills the library with games of two players, one of them a copy under another spelling. */
async function fill(app: App, page: Page): Promise<void> {
  await emptyLibrary(page);
  await page.goto(`${app.url}/library`);
  const games = [1, 2, 3, 4, 5, 6].map((day) => KIF(day, '山田太郎', '佐藤花子', [...MOVES.slice(0, 4 + day), '投了']));
  const files = [...games, games[5]!.replace('山田太郎', '山田　太郎').replace('2024/05/06', '2024/05')];
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Choose files' }).click()]);
  await chooser.setFiles(files.map((text, i) => ({ name: `${i}.kif`, mimeType: 'text/plain', buffer: Buffer.from(text) })));
  await page.getByText('7 added', { exact: true }).waitFor();
  await page.getByTestId('total').getByText('7 games').waitFor();
}

const total = (page: Page, games: string) => page.getByTestId('total').getByText(games, { exact: true }).waitFor();

/** Writes a record as if some minutes ago: one that changes just now is left to the next look. */
function writeOld(folder: string, name: string, text: string): void {
  writeFileSync(join(folder, name), text);
  const old = Date.now() / 1000 - 600;
  utimesSync(join(folder, name), old, old);
}

describe.skipIf(!canTest())('library', () => {
  let app: App;
  withApp((started) => {
    app = started;
  });

  it('marks a game with a star, a tag and a note, and finds it by them', async () => {
    const page = await app.page();
    await fill(app, page);
    await page.getByRole('button', { name: 'Add a star' }).first().click();
    await page.getByRole('button', { name: 'Remove the star' }).waitFor();
    await page.getByRole('button', { name: 'Note and tags' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Add a tag').fill('研究');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByRole('button', { name: 'Remove the tag 研究' }).waitFor();
    await dialog.getByLabel('Note').fill('the rook was late');
    await page.keyboard.press('Escape');
    await page.locator('tr.marks').getByText('the rook was late').waitFor();
    await page.getByRole('button', { name: /with a star \(1\)/ }).click();
    await total(page, '1 game');
    await page.getByRole('button', { name: 'Clear' }).click();
    await total(page, '7 games');
    await page.locator('tr.marks').getByRole('button', { name: '研究' }).click();
    await total(page, '1 game');
    // The same in the game.
    await page.locator('.game .name').first().click();
    await page.waitForSelector('svg[data-sfen]');
    await page.click('#tab-notes');
    const note = page.getByLabel('Note', { exact: true });
    await expect.poll(() => note.inputValue()).toBe('the rook was late');
    await note.fill('seen again');
    await note.blur();
    await page.goto(`${app.url}/library?star=1`);
    await page.locator('tr.marks').getByText('seen again').waitFor();
    await page.context().close();
  });

  it('selects by mouse and keys, exports, deletes and brings back', async () => {
    const page = await app.page();
    await fill(app, page);
    const names = page.locator('.game .name');
    const selected = (text: string) => page.getByTestId('selected').getByText(text, { exact: true }).waitFor();
    await page.locator('.game .date').nth(0).click({ modifiers: ['Control'] });
    await selected('1 game selected');
    await names.nth(2).click({ modifiers: ['Shift'] });
    await selected('3 games selected');
    await page.keyboard.press('Escape');
    await page.getByTestId('selected').waitFor({ state: 'detached' });
    await names.nth(0).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+ArrowDown');
    await selected('2 games selected');
    await page.keyboard.press('Control+a');
    await selected('7 games selected');
    const [zip] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'KIF (ZIP)' }).click()]);
    const bytes = readFileSync((await zip.path())!);
    expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\x03\x04');
    expect(bytes.includes('2024-05-01 山田太郎 佐藤花子')).toBe(true);
    const [csv] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'List (CSV)' }).click()]);
    const lines = readFileSync((await csv.path())!, 'utf8').trim().split('\r\n');
    expect(lines.length).toBe(8);
    expect(lines[0]).toContain('Date,Black,White,Result');
    await page.getByRole('button', { name: 'Tag …' }).click();
    await page.getByRole('dialog').getByLabel('Add a tag').fill('spring');
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove: spring' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('h1').click();
    await page.keyboard.press('Delete');
    await page.getByRole('button', { name: 'Yes' }).click();
    await total(page, '0 games');
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await total(page, '7 games');
    expect(await page.locator('tr.marks').count()).toBe(7);
    await page.context().close();
  });

  it('analyses several games as one job', async () => {
    const page = await app.page();
    await fill(app, page);
    await page.locator('.game .name').nth(0).focus();
    await page.keyboard.press('Control+a');
    await page.getByRole('group', { name: 'Select' }).getByRole('button', { name: 'Analyse', exact: true }).click();
    await page.getByText('7 games queued for analysis.').waitFor();
    await page.getByTestId('jobs').click();
    const job = page.getByTestId('queue').locator('li');
    await job.getByText(/^Analysing: \d of 7 games$/).waitFor();
    await job.getByRole('button', { name: /^Pause/ }).click();
    await job.getByText('Paused', { exact: true }).waitFor();
    await job.getByRole('button', { name: 'Cancel' }).click();
    await job.getByText(/^Cancelled/).waitFor();
    await page.keyboard.press('Escape');
    // The list shows each game that is ready.
    const [found] = await ask(page, [{ type: 'library_numbers', query: { order: 'date_down', offset: 0, limit: 1 } }]);
    const { games } = found as unknown as { games: number[] };
    await ask(page, [{ type: 'library_analyse', games, budget: { type: 'nodes', nodes: 100 } }]);
    await expect.poll(() => page.locator('.game', { hasText: 'analysed' }).count()).toBe(7);
    await page.context().close();
  });

  it('finds copies and deletes them with undo', async () => {
    const page = await app.page();
    await fill(app, page);
    await page.getByRole('button', { name: 'Find copies' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('kept').waitFor();
    await dialog.getByRole('button', { name: 'Delete 1 copy' }).click();
    await total(page, '6 games');
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await total(page, '7 games');
    await page.context().close();
  });

  it('shows a player’s results and mistakes, whose points open the games', async () => {
    const page = await app.page();
    await fill(app, page);
    const [found] = await ask(page, [{ type: 'library_search', query: { order: 'date_down', offset: 0, limit: 2 } }]);
    for (const { game } of (found as unknown as { page: { games: { game: number }[] } }).page.games) {
      const [opened] = await ask(page, [{ type: 'document_open', source: { type: 'library', game } }]);
      const document = (opened as unknown as { document: { info: { id: number } } }).document.info.id;
      await ask(page, [{ type: 'job_analyse', document, node: null, budget: { type: 'nodes', nodes: 300 } }]);
    }
    await page.goto(`${app.url}/library?view=player`);
    await page.getByRole('link', { name: '山田太郎' }).click();
    await page.getByRole('button', { name: 'These are my games' }).click();
    await page.getByText(/^7 games: /).waitFor();
    await page.getByText('Spellings counted together').waitFor();
    await page.getByRole('table', { name: 'Openings' }).waitFor();
    await page.getByRole('table', { name: 'Time control' }).getByText('10分').waitFor();
    const plot = page.getByTestId('course');
    await plot.focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('button', { name: 'Open the game' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/analyse\/\d+/);
    await page.goto(`${app.url}/library`);
    await page.locator('select[name=mistake]').selectOption('sudden_death');
    await total(page, '0 games');
    await page.goto(`${app.url}/settings`);
    await expect.poll(() => page.locator('textarea[name=names]').inputValue()).toBe('山田太郎');
    await page.context().close();
  });

  it('works by touch, in Japanese', async () => {
    const page = await app.page({ ...PHONE, locale: 'ja-JP' });
    await page.goto(`${app.url}/library`);
    await page.locator('.game').first().waitFor();
    await page.getByRole('button', { name: '選択', exact: true }).tap();
    await page.locator('.game').nth(0).tap();
    await page.locator('.game').nth(1).tap();
    await page.getByTestId('selected').getByText('2局を選択中').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.getByRole('button', { name: '解析', exact: true }).tap();
    await page.getByText(/待ち列に入れました/).waitFor();
    await page.goto(`${app.url}/library?${new URLSearchParams({ view: 'player', name: '山田太郎' })}`);
    await page.getByText('先後別').first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.context().close();
  });

  it('finds games by pieces that are set up in the editor', async () => {
    const page = await app.page();
    await fill(app, page);
    await page.getByRole('link', { name: 'Search by pieces' }).click();
    await page.waitForURL(/edit\?sfen=9/);
    // The rook on 68 and the king on 48, anything else.
    await page.getByLabel('SFEN').fill('9/9/9/9/9/9/9/3R1K3/9 b - 1');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Find these pieces' }).click();
    await total(page, '5 games');
    expect(await page.getByTestId('pieces').textContent()).toBe('with ☗ rook 68, ☗ king 48');
    // At move 7, where they stand first.
    await page.locator('.game').first().getByText('move 7').waitFor();
    await page.goto(page.url().replace('3R1K3', '9').replace('9%2F9%2F9%2F9%2F9%2F9%2F9%2F9%2F9', '9%2F3k1r3%2F9%2F9%2F9%2F9%2F9%2F9%2F9'));
    await total(page, '0 games');
    await page.getByRole('button', { name: 'Either side' }).click();
    await total(page, '5 games');
    await page.getByRole('button', { name: 'Clear' }).click();
    await total(page, '7 games');
    await page.context().close();
  });

  it('exports games as a ZIP file, and takes them back from one that is dropped', async () => {
    const page = await app.page();
    await fill(app, page);
    await page.keyboard.press('Control+a');
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'KIF (ZIP)' }).click()]);
    const file = (await download.path())!;
    await emptyLibrary(page);
    await page.goto(`${app.url}/analyse`);
    await page.waitForSelector('svg[data-ready=true]');
    await dropFile(page, file, 'games.zip');
    await page.waitForURL(/library/);
    await page.getByText('7 added', { exact: true }).waitFor();
    await total(page, '7 games');
    await page.context().close();
  });

  it('watches a folder, which may vanish and come back, over a restart', async () => {
    const page = await app.page();
    await emptyLibrary(page);
    const folder = mkdtempSync(join(tmpdir(), 'zenpuku-watched-'));
    writeOld(folder, 'one.kif', KIF(1, '甲', '乙', MOVES.slice(0, 4)));
    await page.goto(`${app.url}/library`);
    await page.fill('input[name=folder]', `${folder}/none`);
    await page.getByRole('button', { name: 'Import and watch' }).click();
    await page.getByRole('alert').getByText(/is not the full path of a folder/).waitFor();
    await page.fill('input[name=folder]', folder);
    await page.getByRole('button', { name: 'Import and watch' }).click();
    await total(page, '1 game');
    writeOld(folder, 'two.kif', KIF(2, '甲', '乙', MOVES.slice(0, 5)));
    await total(page, '2 games');
    renameSync(folder, `${folder}-away`);
    await page.getByText(`The watched folder ${folder} was not found.`, { exact: false }).waitFor();
    await app.restart(page);
    await page.reload();
    await page.getByRole('button', { name: 'Import', exact: true }).first().click();
    await page.getByTestId('watched').getByText('not found at present').waitFor();
    writeOld(`${folder}-away`, 'three.kif', KIF(3, '甲', '乙', MOVES.slice(0, 6)));
    renameSync(`${folder}-away`, folder);
    await total(page, '3 games');
    await page.getByTestId('watched').getByText('3 files read').waitFor();
    await page.getByRole('button', { name: `Remove ${folder}` }).click();
    await page.getByTestId('watched').waitFor({ state: 'detached' });
    rmSync(folder, { recursive: true });
    await page.context().close();
  });
});
