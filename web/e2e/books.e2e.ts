// Opening books: opened, edited by mouse, touch and keyboard, merged, built from the library, saved; their marks in
// Analyse. A file changes only when it is saved, and unsaved changes outlive the program.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type App, boardShows, canTest, paste, PHONE, playMove, SIDEWAYS, tapMove, testdata, withApp } from './app.ts';
import { sideways } from './faults.ts';

const BOOK = `#YANEURAOU-DB2016 1.00
sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1
7g7f 3c3d 30 12 5 #common
2g2f none 25 12 4
sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2
3c3d none -20 10 3
`;
const WIDE = { viewport: { width: 1280, height: 720 } };

/** A book in a file of its own. */
function file(app: App, name: string, text: string | Buffer = BOOK): string {
  const path = join(app.data, name);
  writeFileSync(path, text);
  return path;
}

async function open(page: Page, app: App, path: string): Promise<void> {
  await page.goto(`${app.url}/books`);
  await page.fill('input[name=book-path]', path);
  await page.getByTestId('add-book').locator('form').first().locator('button').click();
}

const moves = (page: Page) => page.getByTestId('book-moves').locator('tbody tr');
const state = (page: Page) => page.getByTestId('book-state');

describe.skipIf(!canTest())('opening books', () => {
  let app: App;
  withApp((started) => {
    app = started;
  });

  it('opens a file, follows and edits its moves, and saves it only when asked', async () => {
    const path = file(app, 'own.db');
    const page = await app.page(WIDE, '/books');
    await open(page, app, path);
    await moves(page).nth(1).waitFor();
    expect(await moves(page).first().locator('td').allTextContents()).toEqual(expect.arrayContaining(['5', '30', '12', 'common']));
    await state(page).getByText('2 positions in the file').waitFor();
    // The book's first move by the keyboard, back by the keyboard.
    await page.locator('h1').click();
    await page.keyboard.press('ArrowRight');
    await boardShows(page, 'lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6');
    await expect.poll(() => moves(page).count()).toBe(1);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => moves(page).count()).toBe(2);
    // The second move becomes the first one, with another weight and a comment.
    await moves(page).nth(1).getByRole('button', { name: /^Edit/ }).click();
    const form = page.getByTestId('book-move');
    await form.locator('input[name=count]').fill('77');
    await form.locator('textarea').fill('my choice');
    await form.locator('input[name=first]').check();
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
    await moves(page).first().getByText('my choice').waitFor();
    // A move of the board outside of the book is added with a button, and one with the box at once.
    await playMove(page, '5g5f');
    await page.getByTestId('book-empty').waitFor();
    await page.getByRole('button', { name: /to the book$/ }).click();
    await page.getByRole('button', { name: 'Back' }).click();
    await expect.poll(() => moves(page).count()).toBe(3);
    await page.locator('input[name=adds]').check();
    await playMove(page, '9g9f');
    await page.getByRole('button', { name: 'Back' }).click();
    await expect.poll(() => moves(page).count()).toBe(4);
    await page.getByRole('button', { name: 'Undo the last change' }).click();
    await expect.poll(() => moves(page).count()).toBe(3);
    // A comment that is being typed is kept when a move is played.
    await page.fill('textarea[name=position-comment]', 'the start');
    await page.locator('input[name=adds]').uncheck();
    await playMove(page, '7g7f');
    await page.getByRole('button', { name: 'Back' }).click();
    await expect.poll(() => page.locator('textarea[name=position-comment]').inputValue()).toBe('the start');
    expect(readFileSync(path, 'utf8')).toBe(BOOK);
    // The program is killed, and nothing is lost.
    await app.restart(page);
    await page.reload();
    await state(page).getByText('1 position not saved').waitFor();
    await expect.poll(() => moves(page).count()).toBe(3);
    await page.getByRole('button', { name: 'Save …' }).click();
    await page.getByTestId('lossless').waitFor();
    await page.getByTestId('save-book').getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The book is saved.').waitFor();
    await state(page).getByText('all saved').waitFor();
    const saved = readFileSync(path, 'utf8');
    expect(saved).toContain('b - 1\n#the start\n2g2f none 25 12 77 #my choice\n7g7f 3c3d 30 12 5 #common\n5g5f none none none 1\n');
    await page.context().close();
  });

  it('says what a format cannot hold before it saves, and replaces no file unasked', async () => {
    const path = file(app, 'formats.db');
    const [copy, there] = [join(app.data, 'copy.sbk'), file(app, 'there.ybb', 'not a book')];
    const page = await app.page(WIDE, '/books');
    await open(page, app, path);
    await page.getByRole('button', { name: 'Save …' }).click();
    const form = page.getByTestId('save-book');
    await form.locator('input[name=save-path]').fill(copy);
    await form.getByTestId('losses').getByText('values of moves: 3').waitFor();
    await form.getByRole('button', { name: 'Save a copy' }).click();
    await page.getByText('The copy is saved.').waitFor();
    expect(readFileSync(copy).length).toBeGreaterThan(50);
    await page.getByRole('button', { name: 'Save …' }).click();
    await form.locator('input[name=save-path]').fill(there);
    await form.getByTestId('losses').getByText('counts of moves: 3').waitFor();
    expect(await form.getByRole('button', { name: 'Save a copy' }).isDisabled()).toBe(true);
    expect(readFileSync(there, 'utf8')).toBe('not a book');
    await form.locator('input[name=overwrite]').check();
    await form.getByRole('button', { name: 'Save a copy' }).click();
    await form.waitFor({ state: 'detached' });
    expect(readFileSync(there, 'latin1')).toContain('YANE-BINBOOK');
    await state(page).getByText('formats.db').waitFor();
    await page.context().close();
  });

  it('names each fault in one sentence', async () => {
    const page = await app.page(WIDE, '/books');
    mkdirSync(join(app.data, 'folder.db'), { recursive: true });
    const faults: [string, string][] = [
      [join(app.data, 'none.db'), 'there is no file'],
      [join(app.data, 'folder.db'), 'is a folder; the file of a book was expected'],
      [file(app, 'notes.db', 'dear diary\n'), 'is not an opening book: line 1'],
      ['book.db', 'is not the full path of a file'],
    ];
    for (const [path, sentence] of faults) {
      await open(page, app, path);
      await page.getByRole('alert').filter({ hasText: sentence }).waitFor();
    }
    // A line that cannot be read is reported, also before it would be lost.
    await open(page, app, file(app, 'line.db', `${BOOK}nonsense\n`));
    await page.getByText('1 part of the file cannot be read').waitFor();
    await page.getByRole('button', { name: 'Save …' }).click();
    await page.getByTestId('losses').getByText('unreadable parts of the file: 1').waitFor();
    await page.keyboard.press('Escape');
    // The file of a book goes: the book says so, and keeps its changes.
    const path = file(app, 'gone.db');
    await open(page, app, path);
    await page.locator('input[name=adds]').check();
    await moves(page).nth(1).waitFor();
    await playMove(page, '9g9f');
    await state(page).getByText('1 position not saved').waitFor();
    rmSync(path);
    await page.reload();
    await page.getByRole('alert').filter({ hasText: 'there is no file' }).first().waitFor();
    await state(page).getByText('1 position not saved').waitFor();
    await page.getByRole('button', { name: 'Close the book' }).click();
    await page.getByText('The unsaved changes of this book will be lost.').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await state(page).getByText('1 position not saved').waitFor();
    await page.context().close();
  });

  it('shows a change of another tab, and takes back what was done last', async () => {
    const one = await app.page(WIDE, '/books');
    await open(one, app, file(app, 'tabs.db'));
    await moves(one).nth(1).waitFor();
    const other = await one.context().newPage();
    await other.goto(one.url());
    await moves(other).nth(1).waitFor();
    await one.locator('input[name=adds]').check();
    await playMove(one, '9g9f');
    await expect.poll(() => moves(other).count()).toBe(3);
    await other.getByRole('button', { name: 'Undo the last change' }).click();
    await expect.poll(() => moves(other).count()).toBe(2);
    await state(one).getByText('all saved').waitFor();
    await one.context().close();
  });

  it('begins a book by touch on a phone, in Japanese, and merges another one into it', async () => {
    const page = await app.page({ ...PHONE, locale: 'ja-JP' }, '/books');
    await open(page, app, file(app, 'gui.sbk', readFileSync(testdata('books/shogigui01.sbk'))));
    await moves(page).first().waitFor();
    await page.getByRole('button', { name: '定跡を追加' }).tap();
    await page.fill('input[name=book-name]', '自分の定跡');
    await page.getByRole('button', { name: '作成', exact: true }).tap();
    await page.getByTestId('book-empty').waitFor();
    await page.locator('input[name=adds]').tap();
    await tapMove(page, '7g7f');
    await page.getByText('未保存の変更1局面').waitFor();
    await page.getByRole('button', { name: '統合…' }).tap();
    await page.getByTestId('merge-books').locator('select').selectOption({ label: 'gui' });
    await page.getByRole('button', { name: '統合する' }).tap();
    await page.getByText('定跡を統合しました。').waitFor();
    await page.getByRole('button', { name: '戻る' }).tap();
    await expect.poll(() => moves(page).count()).toBeGreaterThan(1);
    await page.getByRole('button', { name: '保存…' }).tap();
    await page.fill('input[name=save-path]', join(app.data, 'no folder', 'a.db'));
    await page.getByTestId('losses').getByText('指し手の評価').waitFor();
    await page.getByTestId('save-book').getByRole('button', { name: '保存', exact: true }).tap();
    await page.getByRole('alert').filter({ hasText: 'を置くフォルダがありません' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await sideways(page)).toBeLessThanOrEqual(0);
    await page.setViewportSize(SIDEWAYS.viewport);
    await page.waitForTimeout(300);
    expect(await sideways(page)).toBeLessThanOrEqual(0);
    await page.context().close();
  });

  it('builds a book from the library and marks its moves in Analyse', async () => {
    const page = await app.page(WIDE, '/library');
    await page.fill('input[name=folder]', testdata('records'));
    await page.locator('.folder button:not([type])').click();
    await page.getByTestId('imported').waitFor();
    await page.getByRole('link', { name: 'Make an opening book' }).click();
    const form = page.getByTestId('build-book');
    await form.locator('input[name=build-name]').fill('Library');
    await form.locator('input[name=plies]').fill('4');
    await form.locator('input[name=least]').fill('1');
    await form.getByRole('button', { name: 'Build the book' }).click();
    await moves(page).nth(1).waitFor();
    const counts = await moves(page).locator('td:nth-child(2)').allTextContents();
    expect(counts).toEqual(['3', '1']);
    await page.locator('input[name=marks]').check();
    await page.goto(`${app.url}/analyse?sample=kakugawari`);
    await page.waitForSelector('.move.current');
    await paste(page, '手数----指手---------\n1 ７六歩(77)\n2 ９四歩(93)\n3 ９六歩(97)\n');
    const marks = page.locator('.move .book');
    await expect.poll(() => marks.count()).toBe(2);
    expect(await marks.allTextContents()).toEqual(['▪', '≠']);
    expect(await marks.nth(1).getAttribute('title')).toMatch(/^Not in the book, which has/);
    await page.context().close();
  });
});
