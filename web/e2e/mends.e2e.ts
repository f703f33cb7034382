// Faults that once were in the page, one test each.

import { join } from 'node:path';
import { writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { type App, boardShows, canTest, dropFile, paste, playMove, testdata, withApp } from './app.ts';
import { ask } from './scene.ts';

const START = 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b';
const YAGURA = 'ln1g3nl/1ks1gr3/1ppppsbpp/p5p2/9/P1PP1P3/1PSGP1PPP/2G1KS1R1/LN5NL b B 1';
/** A game that was broken off: no winner, and not a draw. */
const OPEN_END = `手合割：平手
先手：甲
後手：乙
手数----指手---------消費時間--
   1 ７六歩(77)
   2 ３四歩(33)
   3 中断
`;
/** A king cannot be taken for a dragon: the file breaks at move 3 of 4. */
const BROKEN = `手合割：平手
先手：甲
後手：乙
手数----指手---------消費時間--
   1 ７六歩(77)
   2 ３四歩(33)
   3 ５五竜(59)
   4 ８四歩(83)
`;
/** UTF-8 that was read as Shift_JIS and saved so. */
const GARBLED = `手合割：平手
先手：縺ｯ縺ｶ
後手：乙
手数----指手---------消費時間--
   1 ７六歩(77)
`;
const USI_MOVE = /(^|[^\w])([1-9][a-i]|[PLNSGBR]\*)[1-9][a-i]\+?(?!\w)/;

describe.skipIf(!canTest())('mends', () => {
  let app: App;
  withApp((started) => {
    app = started;
  });

  it('leaves the trainer when another record is dropped, and shows that record', async () => {
    const page = await app.page();
    await page.getByText('already analysed').waitFor();
    await page.click('#tab-report');
    await page.getByRole('button', { name: /mistakes \([1-9]\d*\)/ }).first().click();
    await page.getByText('to move: find a better one').waitFor();
    await dropFile(page, testdata('records/ryuo-2014-09-02.kif'), 'ryuo.kif');
    await page.getByText('羽生善治').first().waitFor();
    await page.getByText('to move: find a better one').waitFor({ state: 'detached' });
    await boardShows(page, START);
    await page.context().close();
  });

  it('shows where a clicked mistake was made, with the better move and not the reply', async () => {
    const page = await app.page();
    await page.getByText('already analysed').waitFor();
    await page.waitForURL(/analyse\/\d+/);
    const document = Number(/analyse\/(\d+)/.exec(page.url())![1]);
    const [report, opened] = await ask(page, [{ type: 'report_get', document }, { type: 'document_get', document }]);
    type Judged = { node: number; class: string | null; missed_mate: number | null };
    const judged = (report as unknown as { report: { moves: Judged[] } }).report.moves;
    const mistake = judged.find((move) => move.class !== null || move.missed_mate !== null)!;
    const nodes = (opened as unknown as { document: { nodes: { id: number; parent: number; sfen: string }[] } }).document.nodes;
    const parent = nodes.find((node) => node.id === mistake.node)!.parent;
    await page.click('#tab-report');
    await page.getByRole('button', { name: 'By move' }).click();
    await page.locator('[data-testid=mistakes] .mistake').first().click();
    await boardShows(page, nodes.find((node) => node.id === parent)!.sfen);
    await page.locator('.arrows path.first').waitFor();
    await page.context().close();
  });

  it('draws a grey bar where there is no evaluation', async () => {
    const page = await app.page();
    await page.getByText('already analysed').waitFor();
    await page.locator('[role=meter] rect.black').waitFor();
    // The engine is off, and the analysis does not know the move.
    await page.locator('button.engine[aria-pressed=false]').waitFor();
    await page.locator('h1').first().click();
    await page.keyboard.press('Home');
    await boardShows(page, START);
    await playMove(page, '9g9f');
    await page.locator('[role=meter] rect.none').waitFor();
    expect(await page.locator('[role=meter]').getAttribute('aria-valuetext')).toBe('–');
    expect(await page.locator('[role=meter] rect.black').count()).toBe(0);
    await page.context().close();
  });

  it('tells games without a result from draws in the explorer', async () => {
    const page = await app.page();
    await paste(page, OPEN_END);
    await page.waitForURL(/analyse\/\d+/);
    await page.locator('h1', { hasText: '☗甲' }).waitFor();
    const document = Number(/analyse\/(\d+)/.exec(page.url())![1]);
    await ask(page, [{ type: 'library_import', source: { type: 'document', document } }]);
    await page.goto(`${app.url}/library`);
    const bar = page.locator('.explorer .bar').first();
    await bar.waitFor();
    const widths = await bar.locator('span').evaluateAll((parts) => parts.map((part) => [part.classList[0], (part as HTMLElement).style.width]));
    expect(widths).toEqual([['b', '0%'], ['d', '0%'], ['u', '100%'], ['w', '0%']]);
    await page.context().close();
  });

  it('speaks Japanese in errors and goals on a Japanese page', async () => {
    const page = await app.page({ locale: 'ja-JP' });
    const bad = join(app.data, 'bad.txt');
    await writeFile(bad, 'this is no record');
    await dropFile(page, bad, 'bad.txt');
    const alert = page.locator('[role=alert]').first();
    await alert.waitFor();
    const said = (await alert.innerText()).replaceAll(/bad\.txt|KIF|KI2|CSA|JKF|SFEN|USI/gi, '');
    expect(said).toMatch(/[ぁ-ん]/);
    expect(said).not.toMatch(/[a-z]{3}/i);
    await page.goto(`${app.url}/analyse?sfen=${encodeURIComponent(YAGURA)}`);
    await page.waitForURL(/analyse\/\d+/);
    await page.click('#tab-goals');
    await page.getByTestId('goals-black').locator('.plan').first().waitFor();
    const goals = await page.locator('[data-testid^=goals-]').allInnerTexts();
    expect(goals.join('\n')).not.toMatch(USI_MOVE);
    await page.context().close();
  });

  it('writes a report that has Western moves and words for empty hands', async () => {
    const page = await app.page();
    await dropFile(page, testdata('records/ryuo-2014-09-02.kif'), 'ryuo.kif');
    await page.getByText('羽生善治').first().waitFor();
    const document = Number(/analyse\/(\d+)/.exec(page.url())![1]);
    await ask(page, [{ type: 'job_analyse', document, node: null, budget: { type: 'nodes', nodes: 100 } }]);
    const html = await page.evaluate(async (id) => (await fetch(`/api/export/${id}?format=html`)).text(), document);
    const report = await page.context().newPage();
    await report.setContent(html);
    await report.locator('#board text', { hasText: 'no pieces in hand' }).first().waitFor();
    await report.keyboard.press('ArrowRight');
    const words = await report.locator('main, body').first().innerText();
    expect(words).toMatch(/☗P-76|☗P-26/);
    expect(words).not.toMatch(/[７２][六][歩]|none/);
    await page.context().close();
  });

  it('says what the disk refuses until it takes it', async () => {
    const page = await app.page();
    let tell: (documents: number, reason: string) => void = () => {};
    await page.routeWebSocket(/\/ws/, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((message) => server.send(message));
      server.onMessage((message) => socket.send(message));
      tell = (documents, reason) =>
        socket.send(JSON.stringify({ type: 'event', event: { type: 'unsaved', unsaved: { documents, reason } } }));
    });
    await page.reload();
    await page.waitForSelector('svg[data-sfen]');
    await page.locator('[role=meter]').waitFor();
    tell(2, 'database or disk is full');
    await page.locator('.banner[role=alert]', { hasText: '2' }).waitFor();
    tell(0, '');
    await page.locator('.banner[role=alert]').waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('reports a broken or garbled record at once, in the language of the page', async () => {
    const page = await app.page();
    await paste(page, BROKEN);
    const report = page.getByTestId('problems');
    await report.getByText(/line 7.*move 3.*the moves before it are kept/).waitFor();
    await report.getByRole('button', { name: 'Close' }).click();
    await report.waitFor({ state: 'detached' });
    await paste(page, GARBLED);
    await report.getByText('looks garbled').waitFor();
    await paste(page, OPEN_END);
    await report.waitFor({ state: 'detached' });
    await page.context().close();
    const japanese = await app.page({ locale: 'ja-JP' });
    await japanese.getByRole('button', { name: '開く', exact: true }).click();
    await japanese.fill('dialog textarea', BROKEN);
    await japanese.getByRole('button', { name: '貼り付けた内容を開く' }).click();
    const said = await japanese.getByTestId('problems').innerText();
    expect(said).toMatch(/7行目.*3手目/);
    expect(said).not.toMatch(/[a-z]{3}/i);
    await japanese.context().close();
  });

  it('closes a dialogue by Escape wherever the focus is, and gives the focus back', async () => {
    const page = await app.page();
    await page.getByText('already analysed').waitFor();
    for (const name of ['Open', 'Send to', 'Export']) {
      const opener = page.getByRole('button', { name, exact: true });
      await opener.focus();
      await page.keyboard.press('Enter');
      await page.locator('dialog').waitFor();
      await page.keyboard.press('Escape');
      await page.locator('dialog').waitFor({ state: 'detached' });
      await expect.poll(() => opener.evaluate((element) => element === document.activeElement), { message: name }).toBe(true);
    }
    // A text that is not a record: the button is disabled meanwhile, and the
    // focus falls to the body.
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.fill('dialog textarea', 'this is no record');
    await page.getByRole('button', { name: 'Open the text' }).click();
    await page.locator('dialog [role=alert]').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached', timeout: 5_000 });
    await page.context().close();
  });

  it('leaves the graph of the game as it is in a variation', async () => {
    const page = await app.page();
    await page.getByText('already analysed').waitFor();
    await page.locator('h1').first().click();
    await page.keyboard.press('Home');
    await boardShows(page, START);
    await playMove(page, '9g9f');
    await page.locator('.move.current.side').waitFor();
    const box = (await page.locator('.graph .graph').boundingBox())!;
    await page.mouse.move(box.x + box.width * 0.9, box.y + box.height / 2);
    const tip = await page.locator('.graph .tip').innerText();
    expect(Number.parseInt(tip, 10)).toBeGreaterThan(50);
    await page.context().close();
  });

  it('draws the marks of the sides by one component in the dark theme', async () => {
    const page = await app.page({ colorScheme: 'dark' });
    await page.getByText('already analysed').waitFor();
    const document = Number(/analyse\/(\d+)/.exec(page.url())![1]);
    await ask(page, [{ type: 'library_import', source: { type: 'document', document } }]);
    const bare = () =>
      page.evaluate(() => {
        const walker = globalThis.document.createTreeWalker(globalThis.document.body, NodeFilter.SHOW_TEXT);
        const found: string[] = [];
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const parent = node.parentElement!;
          if (/[☗☖]/.test(node.textContent ?? '') && !parent.matches('.black, .white, .mark, title, option')) found.push(parent.outerHTML.slice(0, 90));
        }
        return found;
      });
    for (const room of ['analyse', 'edit', 'library', 'play', 'lens']) {
      await page.goto(`${app.url}/${room}`);
      await page.waitForSelector('svg[data-sfen]');
      await page.waitForTimeout(500);
      expect(await bare(), room).toEqual([]);
    }
    for (const [tab, ready] of [['lines', '.lines li b'], ['goals', '[data-testid=goal-line]'], ['report', '[data-testid=mistakes] li'], ['notes', '.notes textarea']] as const) {
      await page.goto(`${app.url}/analyse/${document}/20?tab=${tab}`);
      await page.waitForSelector(ready);
      expect(await bare(), tab).toEqual([]);
    }
    await page.goto(`${app.url}/analyse?sample=kakugawari`);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByTestId('recent').waitFor();
    expect(await bare()).toEqual([]);
    await page.context().close();
  });

  it('shows the whole tree of the lens on a laptop, with moves as people write them', async () => {
    const page = await app.page({ viewport: { width: 1280, height: 720 }, locale: 'ja-JP' });
    await page.goto(`${app.url}/lens`);
    await page.locator('[data-testid=icicle] [data-place="1"]').waitFor();
    const [box, tree] = await page.evaluate(() => [document.querySelector('.icicle')!.clientHeight, document.querySelector('.icicle svg')!.clientHeight]);
    expect(box).toBeGreaterThanOrEqual(tree!);
    const labels = await page.locator('[data-testid=icicle] text').allTextContents();
    expect(labels.length).toBeGreaterThan(2);
    expect(labels.filter((label) => USI_MOVE.test(label))).toEqual([]);
    await page.context().close();
  });

  it('says what this machine allows, and gives the field its old value', async () => {
    const page = await app.page();
    await page.goto(`${app.url}/settings`);
    const threads = page.locator('input[name=threads]');
    const before = await threads.inputValue();
    await threads.fill('9999');
    await threads.press('Tab');
    await page.getByText(/This machine allows 1 to \d+\./).waitFor();
    expect(await threads.inputValue()).toBe(before);
    await page.context().close();
  });

  it('names the players of the games in progress', async () => {
    const page = await app.page();
    const seats = { black: { type: 'human', name: 'Aki' }, white: { type: 'human', name: 'Ben' } } as const;
    await ask(page, [{ type: 'play_new', ...seats, clock: { type: 'none' } }]);
    await page.goto(`${app.url}/play`);
    await page.getByRole('link', { name: /☗Aki ☖Ben/ }).first().waitFor();
    await page.context().close();
  });
});
