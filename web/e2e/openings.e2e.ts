// Opening lines of the daily list: taken from a game and from the explorer, drilled by mouse, touch and
// keyboard, with a branch, deleted and brought back.

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { EVEN_SFEN } from '../src/lib/shogi/sfen.ts';
import { ask } from './scene.ts';
import { type App, boardShows, canTest, paste, PHONE, playMove, tapMove, withApp } from './app.ts';
import { sideways } from './faults.ts';

const KIF = `手数----指手---------
1 ２六歩(27)
2 ８四歩(83)
3 ２五歩(26)
4 ８五歩(84)
5 ７八金(69)
`;

const phase = (page: Page, name: string) => page.locator(`[data-phase=${name}]`).waitFor();

/** The daily list with opening lines only. */
async function lines(page: Page, app: App): Promise<void> {
  await page.goto(`${app.url}/mate?day=1`);
  await page.getByTestId('daily-filter').locator('summary').click();
  await page.locator('select[name=kind]').selectOption('opening');
  await page.getByTestId('played').waitFor();
  await phase(page, 'ask');
}

describe.skipIf(!canTest())('opening lines of the daily list', () => {
  let app: App;
  withApp((started) => {
    app = started;
  });

  it('takes a line from a game up to a move, and asks for it by mouse and by keys', async () => {
    const page = await app.page({ viewport: { width: 1280, height: 720 } }, '/analyse');
    await paste(page, KIF);
    await page.locator('h1').click();
    await page.keyboard.press('End');
    await page.getByRole('button', { name: 'Send to' }).click();
    await page.getByRole('button', { name: 'Learn this line' }).click();
    const dialog = page.getByTestId('learn-line');
    await dialog.locator('input[name=upto]').fill('3');
    await dialog.locator('input[name=name]').fill('Rook pawn');
    await dialog.getByRole('button', { name: 'Add to the daily list' }).click();
    await page.getByText('The line is in your daily list.').waitFor();
    await lines(page, app);
    await page.getByText('Black to move: play the next move of the line.').waitFor();
    await page.getByTestId('played').getByText('Rook pawn').waitFor();
    // The cursor begins on 55. White's move is played.
    await page.waitForSelector('svg[data-ready=true]');
    await page.locator('svg[data-sfen]').focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown', 'Enter', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
    const after = 'lnsgkgsnl/1r5b1/p1ppppppp/1p7/9/7P1/PPPPPPP1P/1B5R1/LNSGKGSNL b';
    await boardShows(page, after);
    // A move that is not in the line is taken back; the second time the line's move is shown.
    await playMove(page, '7g7f');
    await page.getByText(/is not in the line\. Try another move\.$/).waitFor();
    await boardShows(page, after);
    expect(await page.getByTestId('hint').count()).toBe(0);
    await playMove(page, '1g1f');
    await page.getByTestId('hint').waitFor();
    await playMove(page, '2f2e');
    await phase(page, 'good');
    await page.getByText('Right: that was the last move of the line.').waitFor();
    await page.getByTestId('again').getByText('It will be repeated today.').waitFor();
    // Asked again, the whole line is shown on request.
    await page.getByRole('button', { name: 'Next' }).click();
    await phase(page, 'ask');
    await page.locator('h1').click();
    await page.keyboard.press('s');
    await phase(page, 'shown');
    expect(await page.getByTestId('line').locator('li').count()).toBe(3);
    await page.context().close();
  });

  it('takes the line of the explorer', async () => {
    const page = await app.page({ viewport: { width: 1280, height: 720 } }, '/library');
    const learn = page.getByRole('button', { name: 'Learn this line' });
    expect(await learn.isDisabled()).toBe(true);
    await playMove(page, '7g7f');
    await boardShows(page, 'lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6');
    await playMove(page, '3c3d');
    await boardShows(page, 'lnsgkgsnl/1r5b1/pppppp1pp');
    await learn.click();
    await page.getByTestId('learn-line').getByRole('radio', { name: 'White' }).click();
    await page.getByRole('button', { name: 'Add to the daily list' }).click();
    await page.getByText('The line is in your daily list.').waitFor();
    const [reply] = await ask(page, [{ type: 'opening_list' }]);
    const stored = (reply as unknown as { lines: { id: number; line: { side: string; moves: string[] } }[] }).lines;
    expect(stored.map(({ line }) => [line.side, line.moves.join(' ')])).toContainEqual(['white', '7g7f 3c3d']);
    await ask(page, stored.map(({ id }) => ({ type: 'opening_remove', id }) as const));
    await page.context().close();
  });

  it('follows another stored line at a branch, by touch on a phone, in Japanese, and keeps the list', async () => {
    const page = await app.page({ ...PHONE, locale: 'ja-JP' }, '/analyse');
    const line = (moves: string, name: string) => ({ type: 'opening_add', line: { side: 'white', start: EVEN_SFEN, moves: moves.split(' '), name } }) as const;
    await ask(page, [line('7g7f 3c3d 2g2f 4c4d', '角道'), line('7g7f 8c8d 2g2f 8d8e', '飛車先')]);
    await lines(page, app);
    await page.getByText('後手番です。手順の次の手を指してください。').waitFor();
    await tapMove(page, '8c8d');
    await page.getByText('登録した別の手順に入りました').waitFor();
    await tapMove(page, '8d8e');
    await phase(page, 'good');
    await page.getByText('手順を最後まで指しました').waitFor();
    const list = page.getByTestId('lines');
    await list.locator('summary').tap();
    expect(await list.locator('li').count()).toBe(2);
    await list.getByRole('button', { name: '角道を削除' }).tap();
    await list.locator('li').nth(1).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: '元に戻す' }).tap();
    await list.getByText('角道').waitFor();
    expect(await sideways(page)).toBeLessThanOrEqual(0);
    await page.context().close();
  });
});
