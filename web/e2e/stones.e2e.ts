// Problems of new users, one test each.

import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type App, boardShows, canTest, dropFile, paste, playMove, sfenOf, testdata, withApp } from './app.ts';
import { ask } from './scene.ts';

/** Only a gold next to a king. */
const BARE = '8k/9/7G1/9/9/9/9/9/9 b R 1';
const THREE = '9/8k/9/7RG/9/9/9/9/9 b r2b3g4s4n4l18p 1';
/** The same position as a record, without a king of Black's. */
const AS_KIF = `後手の持駒：飛　角二　金三　銀四　桂四　香四　歩十八
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・ ・ ・ ・ ・ ・|一
| ・ ・ ・ ・ ・ ・ ・ ・v玉|二
| ・ ・ ・ ・ ・ ・ ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ 飛 金|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：なし
手数----指手---------消費時間--
`;

const documentOf = (page: Page): number => Number(/analyse\/(\d+)/.exec(page.url())![1]);
const mateRoom = (app: App, sfen: string) => app.page({}, `/mate?sfen=${encodeURIComponent(sfen)}`);

/** Waits until the library has this number of games. */
async function libraryHas(page: Page, games: number, plies: number): Promise<void> {
  await expect
    .poll(async () => {
      const [reply] = await ask(page, [{ type: 'library_search', query: { order: 'date_down', offset: 0, limit: 50 } }]);
      const { page: found } = reply as unknown as { page: { total: number; games: { plies: number }[] } };
      return [found.total, found.games[0]?.plies];
    }, { timeout: 60_000, interval: 500 })
    .toEqual([games, plies]);
}

/** There is one of these, or soon will be. */
async function becomesOne(found: Locator): Promise<void> {
  await expect.poll(() => found.count()).toBe(1);
}

describe.skipIf(!canTest())('stumbling stones', () => {
  let app: App;
  withApp((started) => {
    app = started;
  });

  it('has the sample once, however often the address is visited', async () => {
    const first = await app.page({}, '/');
    await first.waitForURL(/analyse\/\d+/);
    await first.getByText('already analysed').waitFor();
    for (const address of ['/', '/analyse?sample=kakugawari']) {
      const page = await app.page({}, address);
      await page.waitForURL(/analyse\/\d+/);
      expect(documentOf(page)).toBe(documentOf(first));
      await page.getByRole('button', { name: 'Open', exact: true }).click();
      await becomesOne(page.getByTestId('recent').locator('button'));
      await page.context().close();
    }
    await first.context().close();
  });

  it('opens the last game at the address, after a restart too, and lists games with players, date and length', async () => {
    const page = await app.page();
    await dropFile(page, testdata('records/ryuo-2014-09-02.kif'), 'ryuo.kif');
    await page.getByText('羽生善治').first().waitFor();
    await page.context().close();
    await app.restart();
    const again = await app.page({}, '/');
    await again.locator('h1', { hasText: '羽生善治' }).waitFor();
    for (let games = 0; games < 14; games += 1) await ask(again, [{ type: 'document_open', source: { type: 'new', handicap: null }, game_index: null }]);
    await again.getByRole('button', { name: 'Open', exact: true }).click();
    await again.getByTestId('recent').getByRole('button', { name: /羽生善治.*2014-09-02.*117 moves/ }).click();
    await again.locator('h1', { hasText: '羽生善治' }).waitFor();
    await again.context().close();
  });

  it('keeps played games in the library, while they go on and at their end', async () => {
    const page = await app.page({}, '/play');
    await page.getByRole('radio', { name: 'Pass and play' }).click();
    await page.getByRole('radio', { name: 'No clock' }).click();
    await page.getByRole('button', { name: 'Start' }).click();
    await page.waitForURL(/play\/\d+/);
    await playMove(page, '7g7f');
    await libraryHas(page, 1, 1);
    await playMove(page, '3c3d');
    await page.locator('.panel ol li').nth(1).waitFor();
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await page.getByText('White wins by resignation').waitFor();
    await libraryHas(page, 1, 2);
    await page.goto(`${app.url}/library`);
    await page.locator('tr.game').waitFor();
    await page.context().close();
  });

  it('gives the rest of the box to the defender, and solves as given when asked', async () => {
    const page = await mateRoom(app, BARE);
    await page.getByRole('button', { name: 'Solve', exact: true }).click();
    await page.getByTestId('verdict').getByText('Mate in 3').waitFor();
    expect(await sfenOf(page)).toContain('Rr2b3g4s4n4l18p');
    await page.getByLabel('The rest of the pieces is in the defender’s hand').uncheck();
    await page.getByTestId('verdict').waitFor({ state: 'detached' });
    await page.waitForURL(/given=1/);
    await page.getByRole('button', { name: 'Solve', exact: true }).click();
    await page.getByTestId('verdict').getByText('Mate in 1').waitFor();
    await page.context().close();
  });

  it('says in the editor whose hand a counter is, and gives the rest to the defender', async () => {
    const page = await app.page({}, `/edit?sfen=${encodeURIComponent(BARE)}`);
    const hand = (side: string) => page.getByRole('group', { name: `${side}'s hand` }).and(page.locator('fieldset'));
    await hand('Black').getByRole('button', { name: 'gold in hand +1' }).click();
    await boardShows(page, '8k/9/7G1/9/9/9/9/9/9 b RG 1');
    await hand('White').getByRole('button', { name: 'pawn in hand +1' }).click();
    await boardShows(page, '8k/9/7G1/9/9/9/9/9/9 b RGp 1');
    await page.getByRole('button', { name: 'Rest to White’s hand' }).click();
    await boardShows(page, '8k/9/7G1/9/9/9/9/9/9 b RGr2b2g4s4n4l18p 1');
    await page.context().close();
  });

  it('takes a record without a king to the room of mates, and reads records in the fields', async () => {
    const page = await app.page();
    await paste(page, AS_KIF);
    await page.waitForURL(/\/mate\?/);
    await boardShows(page, '9/8k/9/7RG');
    await page.getByRole('button', { name: 'Solve', exact: true }).click();
    await page.getByTestId('verdict').getByText('Mate in 3').waitFor();
    const pasteInto = (selector: string) =>
      page.locator(selector).evaluate((field, text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', text);
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      }, AS_KIF);
    await page.goto(`${app.url}/mate?sfen=${encodeURIComponent(BARE)}`);
    await boardShows(page, '8k/9/7G1');
    await pasteInto('.panel input[spellcheck=false]');
    await boardShows(page, '9/8k/9/7RG');
    await page.goto(`${app.url}/edit`);
    await boardShows(page, 'lnsgkgsnl');
    await pasteInto('.panel input[spellcheck=false]');
    await boardShows(page, '9/8k/9/7RG');
    await page.context().close();
  });

  it('solves at the first move on the board, refutes moves outside the proof, and clears garbage', async () => {
    const page = await mateRoom(app, THREE);
    const field = page.locator('.panel input[spellcheck=false]');
    await page.getByRole('button', { name: 'Mate in 3' }).click();
    await page.getByTestId('verdict').waitFor();
    await field.fill('garbage');
    await page.keyboard.press('Enter');
    await page.locator('.panel [role=alert]').waitFor();
    await page.getByRole('button', { name: 'Mate in 3' }).click();
    await page.getByTestId('verdict').waitFor();
    expect(await field.inputValue()).toBe(THREE);
    await page.reload();
    await boardShows(page, '9/8k/9/7RG');
    await playMove(page, '2d2i');
    await page.locator('.outside').getByText('is not a check').waitFor();
    await page.getByTestId('walk').waitFor();
    // One that does not mate is refuted on the board, and taken back.
    await playMove(page, '2d2b');
    await page.keyboard.press('p');
    await page.locator('.outside[data-verdict=escapes]').getByText('does not mate').waitFor();
    expect(await sfenOf(page)).not.toContain('9/8k/9/7RG');
    await page.getByRole('button', { name: 'Take it back' }).click();
    await boardShows(page, '9/8k/9/7RG');
    await playMove(page, '1d2c');
    await boardShows(page, '9/8k/7G1/7R1');
    expect(await page.locator('.outside').count()).toBe(0);
    await page.context().close();
  });

  it('searches for a mate at the first click, and saves and sends without Export', async () => {
    const page = await app.page();
    await paste(page, '4k4/9/4P4/9/9/9/9/9/4K4 b G 1');
    await boardShows(page, '4k4/9/4P4/9/9/9/9/9/4K4');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved to the library').waitFor();
    await page.getByRole('button', { name: 'Send to' }).click();
    await page.getByRole('link', { name: 'Search for a mate' }).click();
    await page.getByTestId('verdict').getByText('Mate in 1').waitFor();
    await page.context().close();
  });

  it('analyses a game that was played at the first click', async () => {
    const page = await app.page();
    const [reply] = await ask(page, [{
      type: 'play_new', black: { type: 'human', name: '' }, white: { type: 'human', name: '' }, sfen: null, clock: { type: 'none' }, seed: 1,
    }]);
    await page.goto(`${app.url}/play/${(reply!.game as { game: number }).game}`);
    await playMove(page, '7g7f');
    await page.locator('.panel ol li').first().waitFor();
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await page.getByRole('link', { name: 'Analyse this game' }).click();
    await page.waitForURL(/analyse\/\d+/);
    await page.click('#tab-report');
    await page.getByRole('button', { name: 'Analyse again' }).waitFor();
    await page.context().close();
  });

  it('has one tab stop in the list of moves, and arrows inside', async () => {
    const page = await app.page();
    await dropFile(page, testdata('records/ryuo-2014-09-02.kif'), 'ryuo.kif');
    // The sample has such moves as well: its list gives way, and with it the focus.
    await page.getByText('羽生善治').first().waitFor();
    const stops = page.locator('.list .move:not([tabindex="-1"])');
    await becomesOne(stops);
    await stops.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction(() => document.activeElement?.querySelector('.ply')?.textContent === '2');
    await becomesOne(stops);
    await page.keyboard.press('End');
    await page.locator('.move.current', { hasText: 'resignation' }).waitFor();
    await page.context().close();
  });

  it('counts in the explorer only what the filters leave, and asks in the page before it deletes', async () => {
    const page = await app.page();
    const native: string[] = [];
    page.on('dialog', (dialog) => (native.push(dialog.message()), void dialog.dismiss()));
    for (const [name, move] of [['甲乙丙', '７六歩(77)'], ['丁戊己', '２六歩(27)']]) {
      await paste(page, `手合割：平手\n先手：${name}\n後手：庚\n手数----指手---------消費時間--\n   1 ${move}\n   2 中断\n`);
      await page.locator('h1', { hasText: name! }).waitFor();
      await ask(page, [{ type: 'library_import', source: { type: 'document', document: documentOf(page) } }]);
    }
    const moves = page.locator('.explorer tbody tr');
    await page.goto(`${app.url}/library?player=${encodeURIComponent('甲乙丙')}`);
    await page.locator('tr.game', { hasText: '甲乙丙' }).waitFor();
    await moves.first().waitFor();
    await becomesOne(moves);
    expect(await moves.first().textContent()).toContain('P-76');
    await page.getByRole('button', { name: 'Delete from the library' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await page.locator('tr.game', { hasText: '甲乙丙' }).waitFor({ state: 'detached' });
    expect(native).toEqual([]);
    await page.context().close();
  });

  it('shows the line of the analysis while the engine is off, and names a picture by the game', async () => {
    const page = await app.page();
    await page.getByText('already analysed').waitFor();
    await page.locator('button.engine[aria-pressed=false]').waitFor();
    await page.click('#tab-lines');
    await page.locator('.lines li .moves button').first().waitFor();
    await becomesOne(page.locator('.lines li'));
    await dropFile(page, testdata('records/ryuo-2014-09-02.kif'), 'ryuo.kif');
    await page.locator('h1', { hasText: '羽生善治' }).waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    const saved = async (name: string) => {
      const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
      return file;
    };
    expect((await saved('Picture (PNG)')).suggestedFilename()).toBe('ryuo-0.png');
    const drawing = await readFile((await (await saved('Picture (SVG)')).path())!, 'utf8');
    expect(drawing).not.toMatch(/>[一二三四五六七八九]</);
    await page.context().close();
  });

  it('marks Black dark in the dark theme, and says on a phone what a phone can do', async () => {
    const dark = await app.page({ colorScheme: 'dark' });
    const fill = await dark.locator('.mark.black').first().evaluate((mark) => getComputedStyle(mark).fill);
    expect(Math.max(...fill.match(/\d+/g)!.map(Number))).toBeLessThan(64);
    await dark.context().close();
    const phone = await app.page({ viewport: { width: 390, height: 800 } });
    await phone.getByText('its mistakes are under Report').waitFor();
    await phone.goto(`${app.url}/edit?sfen=${encodeURIComponent('9/9/9/9/9/9/9/9/9 b - 1')}`);
    await phone.getByText('tap squares').waitFor();
    expect(await phone.getByText(/right click/i).count()).toBe(0);
    await phone.getByText(/missing · Fit|A king is missing$/).waitFor();
    await phone.context().close();
  });

  it('keeps names off the evaluation bar, and the labels of the rooms on one line', async () => {
    for (const viewport of [{ width: 1440, height: 900 }, { width: 390, height: 844 }]) {
      const page = await app.page({ viewport });
      await paste(page, 'V2.2\nN+WOLFGANG AMADEUS MOZART\nN-WWWWWWWWWWWWWWWW\nPI\n+\n+7776FU\n%TORYO\n');
      await page.locator('.plate .name', { hasText: 'WW' }).waitFor();
      if ((await page.locator('.engine[aria-pressed=true]').count()) === 0) await page.locator('.engine').click();
      const bar = (await page.locator('[role=meter]').boundingBox())!;
      for (const name of await page.locator('.plate .name').all()) {
        const box = (await name.boundingBox())!;
        const apart = box.x + box.width <= bar.x || box.x >= bar.x + bar.width || box.y + box.height <= bar.y || box.y >= bar.y + bar.height;
        expect(apart, `${viewport.width}: ${await name.textContent()}`).toBe(true);
      }
      await page.context().close();
      const japanese = await app.page({ viewport, locale: 'ja-JP' });
      const labels = japanese.locator('nav a span, nav .more span');
      const lines = await labels.evaluateAll((all) => all.map((label) => [label.getClientRects().length, label.scrollWidth <= label.parentElement!.clientWidth]));
      expect(lines.length).toBeGreaterThan(4);
      expect(lines.filter(([rows, fits]) => rows !== 1 || !fits)).toEqual([]);
      await japanese.context().close();
    }
  });
});
