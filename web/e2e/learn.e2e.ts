// The beginner's course: every chapter by its solutions, illegal moves, hints, progress, and a first game that is won.

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CHAPTERS, FIRST_GAME, MATES } from '../src/lib/school/chapters/index.ts';
import { isMate, legalUsi } from '../src/lib/school/rules.ts';
import { positionAfter } from '../src/lib/school/task.ts';
import { applyMove, formatSfen, hasKings, parseSfen } from '../src/lib/shogi/sfen.ts';
import { type App, canTest, clickSquare, PHONE, playMove, sfenOf, SIDEWAYS, tapMove, withApp } from './app.ts';
import { ask } from './scene.ts';

const NAMES: Record<string, string> = { P: 'pawn', L: 'lance', N: 'knight', S: 'silver', G: 'gold', B: 'bishop', R: 'rook' };
const chapterOf = (id: string): number => CHAPTERS.findIndex((chapter) => chapter.id === id) + 1;

const phase = (page: Page, name: string) => page.locator(`[data-testid=task][data-phase=${name}]`).waitFor();
const said = (page: Page) => page.getByTestId('said').textContent();

/** Plays a move, drops and promotions, too. */
async function moveBy(page: Page, usi: string): Promise<void> {
  await page.waitForSelector('svg[data-ready=true]');
  if (usi[1] === '*') {
    await page.locator(`rect.hit.usable[aria-label*="${NAMES[usi[0]!]}"]`).click();
    await clickSquare(page, usi.slice(2, 4));
  } else {
    await playMove(page, usi);
  }
  if ((await page.locator('[data-choice]').count()) > 0) await page.keyboard.press(usi.endsWith('+') ? 'p' : 'n');
}

/** Plays Black's moves of a solution; White's are waited for. */
async function solve(page: Page, solution: readonly string[], alone: boolean): Promise<void> {
  for (const [at, usi] of solution.entries()) {
    if (!alone && at % 2 === 1) continue;
    await page.waitForFunction((ply) => document.querySelector('svg[data-sfen]')?.getAttribute('data-sfen')?.endsWith(` ${ply}`), at + 1);
    await moveBy(page, usi);
  }
  await phase(page, 'solved');
}

/** The only move that mates. */
const mating = (sfen: string): string => legalUsi(parseSfen(sfen)!).find((usi) => isMate(applyMove(parseSfen(sfen)!, usi)))!;

/** The first move of each hint that the page receives, by position. */
function hintsOf(page: Page): Map<string, string> {
  const found = new Map<string, string>();
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      const { reply } = JSON.parse(String(payload)) as { reply?: { type: string; hint: { sfen: string; lines: { pv: string[] }[] } } };
      if (reply?.type === 'hint') found.set(reply.hint.sfen, reply.hint.lines[0]!.pv[0]!);
    });
  });
  return found;
}

/** Plays the moves of the hints, which come by themselves, until the game is over. */
async function winByHints(page: Page, hints: Map<string, string>): Promise<void> {
  for (let turn = 0; turn < 150; turn += 1) {
    await page.waitForSelector('svg[data-ready=true], .over');
    if ((await page.locator('.over').count()) > 0) return;
    const before = await sfenOf(page);
    await expect.poll(() => hints.get(before)).toBeDefined();
    await moveBy(page, hints.get(before)!);
    await page.waitForFunction((sfen) => document.querySelector('svg[data-sfen]')?.getAttribute('data-sfen') !== sfen, before);
  }
}

describe.skipIf(!canTest())('learn', () => {
  let app: App;
  withApp((started) => {
    app = started;
  });

  it('agrees with the server on the moves of all tasks', async () => {
    const page = await app.page();
    const positions = CHAPTERS.flatMap(({ tasks }) => tasks.flatMap((task) => task.solution.map((_, at) => positionAfter(task, task.solution.slice(0, at)))));
    const asked = positions.filter(hasKings).map(formatSfen);
    expect(asked.length).toBeGreaterThan(40);
    const replies = await ask(page, asked.map((sfen) => ({ type: 'legal_moves', sfen })));
    for (const [at, sfen] of asked.entries()) {
      const { legal } = replies[at] as unknown as { legal: { moves: { usi: string }[] } };
      expect(legalUsi(parseSfen(sfen)!).sort(), sfen).toEqual(legal.moves.map(({ usi }) => usi).sort());
    }
    await page.context().close();
  });

  it('leads from the first move to a first game that is won', { timeout: 400_000 }, async () => {
    const page = await app.page({}, '/play');
    const hints = hintsOf(page);
    await page.reload();
    await page.getByRole('link', { name: 'New to shogi? Learn the rules' }).click();
    await page.getByRole('link', { name: 'Begin' }).click();
    for (const [at, chapter] of CHAPTERS.entries()) {
      await page.getByRole('heading', { name: chapter.title.en, exact: true }).waitFor();
      if (chapter.id === FIRST_GAME) break;
      const count = chapter.id === MATES ? 10 : chapter.tasks.length;
      for (let index = 0; index < count; index += 1) {
        await page.getByText(`Task ${index + 1} of ${count}`).waitFor();
        await phase(page, 'ask');
        await page.waitForSelector('svg[data-ready=true]');
        const task = chapter.tasks[index];
        const alone = task?.goal.type === 'stars' || (task?.goal.type === 'line' && task.goal.alone);
        await solve(page, task?.solution ?? [mating(await sfenOf(page))], alone);
        await page.getByRole('button', { name: index + 1 < count ? 'Next' : 'Next chapter', exact: true }).click();
      }
      await page.waitForURL(new RegExp(`/learn/${at + 2}$`));
    }
    await page.getByRole('button', { name: 'White has king and pawns only' }).click();
    await page.waitForURL(/play\/\d+/);
    await winByHints(page, hints);
    await page.getByText('Black wins').first().waitFor();
    await page.getByRole('link', { name: 'Learn', exact: true }).click();
    await page.getByText(/^(\d+) of \1 tasks done$/).waitFor();
    // Progress is stored by the server.
    const other = await app.page({}, '/learn');
    await other.getByText(/^(\d+) of \1 tasks done$/).waitFor();
    await other.getByRole('button', { name: 'Forget my progress' }).click();
    await other.getByRole('button', { name: 'Yes' }).click();
    await other.getByText(/^0 of \d+ tasks done$/).waitFor();
    await page.context().close();
    await other.context().close();
  });

  it('names the rule that a move breaks, and lets it be tried again', async () => {
    const page = await app.page({}, `/learn/${chapterOf('silver')}/1`);
    const tell = async (at: string, from: string, to: string, text: string) => {
      await page.goto(`${app.url}/learn/${at}`);
      await page.waitForSelector('svg[data-ready=true]');
      const before = await sfenOf(page);
      if (from.length === 1) await page.locator(`rect.hit.usable[aria-label*="${NAMES[from]}"]`).click();
      else await clickSquare(page, from);
      await clickSquare(page, to);
      expect(await said(page)).toContain(text);
      expect(await sfenOf(page)).toBe(before);
      await phase(page, 'ask');
    };
    await tell('3/1', '5g', '5h', 'That is not how the silver moves. It goes one square straight ahead or diagonally.');
    await tell('5/3', '5h', '5c', 'A piece is in the way');
    const illegal = chapterOf('illegal');
    await tell(`${illegal}/1`, 'P', '5d', 'Two pawns');
    await tell(`${illegal}/2`, 'N', '5b', 'could never move again');
    await tell(`${illegal}/4`, '5i', '4i', 'may not move into check');
    await tell(`${illegal}/5`, '5g', '4g', 'expose your own king');
    await tell(`${illegal}/6`, 'P', '1b', 'Mate by dropping a pawn');
    await tell(`${chapterOf('check')}/5`, 'G', '4h', 'You are in check');
    // A legal move that does not do it is taken back.
    await page.goto(`${app.url}/learn/${chapterOf('mate')}/1`);
    await moveBy(page, 'G*4b');
    await phase(page, 'missed');
    expect(await said(page)).toContain('White has a way out: ☖');
    await page.getByRole('button', { name: 'Try again' }).click();
    await moveBy(page, 'G*5b');
    await phase(page, 'solved');
    await page.context().close();
  });

  it('gives hints, shows the solution and goes on where it was left, by keys', async () => {
    const page = await app.page({}, `/learn/${chapterOf('gold')}/2`);
    await page.waitForSelector('svg[data-ready=true]');
    await page.keyboard.press('h');
    await page.locator('.own-circle').waitFor();
    await page.keyboard.press('h');
    await page.locator('.arrows path.engine').waitFor();
    await page.keyboard.press('s');
    await phase(page, 'shown');
    await page.keyboard.press('Backspace');
    await phase(page, 'ask');
    // The gold is on 55, where the cursor begins.
    await page.locator('svg[data-sfen]').focus();
    for (const key of ['ArrowLeft', 'ArrowRight', 'Enter', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
    await page.getByText('1 move left').waitFor();
    for (const key of ['Enter', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await phase(page, 'solved');
    await page.locator('.number.solved').waitFor();
    await page.keyboard.press('n');
    await page.waitForURL(/learn\/2\/3$/);
    await page.reload();
    await page.getByText('Task 3 of 3').waitFor();
    await page.getByRole('link', { name: 'Task 2, done' }).waitFor();
    await page.context().close();
  });

  it.each([['upright', PHONE], ['on its side', SIDEWAYS]] as const)('teaches on a phone %s, in Japanese', async (_, options) => {
    const page = await app.page({ ...options, locale: 'ja-JP' }, `/learn/${chapterOf('gold')}/1`);
    await page.waitForSelector('svg[data-ready=true]');
    const inSight = async () => {
      const box = (await page.getByTestId('said').boundingBox())!;
      expect(box.y + box.height).toBeLessThanOrEqual(page.viewportSize()!.height);
    };
    await tapMove(page, '5g4h');
    expect(await said(page)).toBe('金はそこへ動けません。前・ななめ前・横・真後ろへ1マス動けます。');
    await inSight();
    await tapMove(page, '5g4f');
    await phase(page, 'solved');
    await inSight();
    await page.getByRole('button', { name: '次へ' }).tap();
    await page.getByText('課題2／3').waitFor();
    await page.context().close();
  });
});
