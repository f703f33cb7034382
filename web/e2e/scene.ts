// The content of the rooms in tests and pictures: a library, an analysed game, a game being played.

import type { Page } from 'playwright-core';
import type { DocumentState, GoReviewedMove, MateProblem, MateSolution, Request } from '../src/lib/protocol.ts';
import { dropFile, playMove, testdata, type App } from './app.ts';

/** A mate in 3 with a second solution, the rest of the box left out. */
export const COOKED = '9/8k/9/7RG/9/9/9/9/9 b P 1';

export interface Scene {
  /** Address of an analysed game at a mistake. */
  analysed: string;
  /** Address of a game against the engine. */
  game: string;
}

/**
 * Sends requests over a connection of the page's own origin and gives their replies. An analysis is waited for.
 * Settings without a button, such as budgets in nodes and seeds, make the scene reproducible.
 */
export function ask(page: Page, requests: Request[]): Promise<{ type: string; [key: string]: unknown }[]> {
  return page.evaluate(async (requests) => {
    type Message = { type: string; id?: number; reply?: { type: string; job?: { job: number } }; event?: { job?: { job: number; state: string } } };
    const socket = new WebSocket(`ws://${location.host}/ws`);
    await new Promise((open) => (socket.onopen = open));
    const replies: { type: string; [key: string]: unknown }[] = [];
    const over = new Set<number>();
    let heard = () => {};
    const answers = new Map<number, Message>();
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(String(data)) as Message;
      if (message.id !== undefined) answers.set(message.id, message);
      const job = message.event?.job;
      if (job?.state === 'done') over.add(job.job);
      heard();
    };
    const until = async (fits: () => boolean) => {
      while (!fits()) await new Promise<void>((next) => (heard = next));
    };
    for (const [id, request] of [{ type: 'hello', protocol: 1, known: [] }, ...requests].entries()) {
      socket.send(JSON.stringify({ id, request }));
      await until(() => answers.has(id));
      const answer = answers.get(id)!;
      if (answer.type !== 'reply') throw new Error(JSON.stringify(answer));
      replies.push(answer.reply!);
      const { job } = answer.reply!;
      if (job) await until(() => over.has(job.job));
    }
    socket.close();
    return replies.slice(1);
  }, requests);
}

const numberIn = (address: string): number => Number(/\/(\d+)/.exec(new URL(address).pathname)![1]);

/** Puts a game into the library, analysed with these nodes a move. */
export async function addAnalysed(app: App, kif: string, nodes: number): Promise<void> {
  const page = await app.page({}, '/analyse');
  const [opened] = await ask(page, [{ type: 'document_open', source: { type: 'text', text: kif, name: null } }]);
  const { id } = (opened as unknown as { document: { info: { id: number } } }).document.info;
  await ask(page, [
    { type: 'job_analyse', document: id, node: null, budget: { type: 'nodes', nodes } },
    { type: 'library_import', source: { type: 'document', document: id } },
  ]);
  await page.context().close();
}

/** Puts a game of go into the library, all of its moves reviewed. */
export async function addReviewed(app: App, sgf: string): Promise<void> {
  const page = await app.page({}, '/analyse');
  const [opened] = await ask(page, [{ type: 'document_open', source: { type: 'text', text: sgf, name: 'game.sgf' } }]);
  const { info, go } = (opened as unknown as { document: DocumentState }).document;
  const { steps, rules } = go!.record;
  const positions = steps.map(({ position }) => position);
  const moves = steps.flatMap(({ mv }) => (mv === null ? [] : [mv]));
  const [judged] = await ask(page, [{ type: 'go_review', positions, moves, first: 0, rules: rules!, komi: 0, second: false }]);
  const reviewed = (judged as unknown as { moves: GoReviewedMove[] }).moves.map((move, i) => ({ ...move, at: i + 1 }));
  const branch = { from: 0, moves: [] };
  await ask(page, [
    { type: 'go_keep', document: info.id, kept: { rules: rules!, branch, review: { rules: rules!, branch, moves: reviewed } } },
    { type: 'library_import', source: { type: 'document', document: info.id } },
  ]);
  await page.context().close();
}

/** Takes the games out of the library that were played before. */
export async function emptyLibrary(page: Page): Promise<void> {
  const [found] = await ask(page, [{ type: 'library_search', query: { order: 'date_down', offset: 0, limit: 200 } }]);
  const { games } = (found as unknown as { page: { games: { game: number }[] } }).page;
  await ask(page, [{ type: 'library_delete', games: games.map(({ game }) => game) }]);
}

/** Fills the rooms, with a number of nodes per position for the analysis. */
export async function prepare(app: App, nodes: number): Promise<Scene> {
  const page = await app.page();
  await page.goto(`${app.url}/library`);
  await page.fill('input[name=folder]', testdata('records'));
  await page.locator('.folder button:not([type])').click();
  await page.getByTestId('imported').waitFor();
  await page.goto(`${app.url}/analyse`);
  await page.waitForSelector('svg[data-sfen]');
  await dropFile(page, testdata('records/ryuo-2014-09-02.kif'), 'ryuo.kif');
  await page.getByText('羽生善治').first().waitFor();
  const document = numberIn(page.url());
  await ask(page, [{ type: 'job_analyse', document, node: null, budget: { type: 'nodes', nodes } }]);
  await page.reload();
  await page.click('#tab-report');
  // The largest mistake of the game.
  await page.waitForSelector('[data-testid=mistakes] .mistake');
  const losses = await page.locator('[data-testid=mistakes] .loss').allTextContents();
  const sizes = losses.map((text) => Number(/\d+/.exec(text)![0]));
  await page.locator('[data-testid=mistakes] .mistake').nth(sizes.indexOf(Math.max(...sizes))).click();
  await page.waitForTimeout(400);
  const analysed = page.url().replace(/\?.*/, '');
  const game = await playing(app, page);
  await page.context().close();
  return { analysed, game };
}

/** Mate problems solved, and two failed, so that the training has something to show. */
export async function trained(app: App): Promise<void> {
  const page = await app.page();
  const [listed] = await ask(page, [{ type: 'mate_problems', set: 'composed-1' }]);
  const problems = (listed!.problems as MateProblem[]).slice(0, 9);
  for (const [at, { set, sfen }] of problems.entries()) {
    const attempt = { token: `scene-${at}`, set, sfen, moves: [], wrong: 0, hints: 0, ms: 4_000 + 900 * at };
    if (at === 2 || at === 4) await ask(page, [{ type: 'mate_answer', attempt }]);
    else {
      const [solved] = await ask(page, [{ type: 'mate_solve', sfen, seconds: 60 }]);
      const { line } = solved!.solution as MateSolution;
      await ask(page, [{ type: 'mate_move', attempt, usi: line[0]!.usi }]);
    }
  }
  await page.context().close();
}

/** Five moves against the engine, with a clock. */
async function playing(app: App, page: Page): Promise<string> {
  const [reply] = await ask(page, [{
    type: 'play_new', black: { type: 'human', name: '' }, white: { type: 'engine', level: 5 }, sfen: null,
    clock: { type: 'byoyomi', main_ms: 600_000, byoyomi_ms: 30_000 }, seed: 1,
  }]);
  await page.goto(`${app.url}/play/${(reply!.game as { game: number }).game}`);
  const moves = (n: number) => page.waitForFunction((n) => document.querySelectorAll('.panel ol li').length === n, n);
  for (const [i, move] of ['7g7f', '2g2f', '6i7h', '3i4h', '5i6h'].entries()) {
    await moves(i * 2);
    await playMove(page, move);
    await moves(i * 2 + 2);
  }
  return page.url();
}
