// Training with mate problems: sets, one problem at a time, hints, repetitions.
// The answer stays on the server until it is asked for.

import { messageOf } from '../errors.ts';
import { i18n } from '../i18n/index.svelte.ts';
import { mateWords } from '../i18n/mate.ts';
import { RequestError, uploadFile } from '../net/client.ts';
import type {
  ImportSource, LegalMoves, LineStep, MateAdded, MateAttempt, MateBegun, MateHint, MateJudged, MateOverview, MateProblem, MateResult, MateSet,
} from '../protocol.ts';
import { applyMove, formatSfen, parseSfen, squareIndex } from '../shogi/sfen.ts';
import { legalMoves } from './legal.svelte.ts';
import { router } from './router.svelte.ts';
import { server } from './server.svelte.ts';

export const REPEAT = 'repeat';
/** The set of a mate that the daily list lends. */
const LENT = 'daily';
/** The first set for a new user of the room. */
const FIRST_SET = 'composed-3';
/** Files that are taken together. */
const MOST_FILES = 1_000;

/** The state: a problem is prepared, waits for a move, a move is judged or failed, the attempt is over. */
type Phase = 'preparing' | 'ask' | 'judging' | 'wrong' | 'mated' | 'shown' | 'error' | 'empty';

const played = (sfen: string, moves: string[]): string => {
  let position = parseSfen(sfen);
  for (const usi of moves) if (position) position = applyMove(position, usi);
  return position ? formatSfen(position) : sfen;
};
export const newToken = (): string => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Time that the problem was visible. */
export class Watch {
  private used = 0;
  private since: number | null = null;

  reset(): void {
    [this.used, this.since] = [0, null];
  }
  run(on: boolean): void {
    const now = performance.now();
    if (this.since !== null) this.used += now - this.since;
    this.since = on ? now : null;
  }
  get ms(): number {
    return Math.round(this.used + (this.since === null ? 0 : performance.now() - this.since));
  }
}

class Train {
  overview = $state.raw<MateOverview | null>(null);
  /** The set in work and its problems. */
  set = $state('');
  problems = $state.raw<MateProblem[]>([]);
  index = $state(-1);
  problem = $derived<MateProblem | null>(this.problems[this.index] ?? null);
  chosen = $derived<MateSet | null>(this.overview?.sets.find((set) => set.id === (this.problem?.set ?? this.set)) ?? null);

  phase = $state<Phase>('preparing');
  error = $state('');
  begun = $state.raw<MateBegun | null>(null);
  /** Moves played, both sides'. */
  moves = $state.raw<string[]>([]);
  /** The last judged move and its verdict, if it was not played. */
  tried = $state.raw<{ usi: string; judged: MateJudged } | null>(null);
  hint = $state.raw<MateHint | null>(null);
  result = $state.raw<MateResult | null>(null);
  /** Was it solved in less time than ever before? */
  record = $state(false);
  /** The solution, when it was asked for. */
  answer = $state.raw<LineStep[]>([]);
  legal = $state.raw<LegalMoves | null>(null);

  private attempt: Pick<MateAttempt, 'token' | 'wrong' | 'hints'> = { token: '', wrong: 0, hints: 0 };
  private watch = new Watch();
  private asked = 0;
  /** The continuation of the list that provided the current problem. */
  private list: { next: () => unknown; skip: () => unknown } | null = null;

  isLent = $derived(this.set === LENT);
  over = $derived(this.phase === 'mated' || this.phase === 'shown');
  /** Moves on the board: those played, and one that failed with its refutation. */
  private shownMoves = $derived.by<string[]>(() => {
    if (this.phase !== 'wrong' || !this.tried) return this.moves;
    const { usi, judged } = this.tried;
    return [...this.moves, usi, ...(judged.reply ? [judged.reply] : [])];
  });
  sfen = $derived(this.problem ? played(this.problem.sfen, this.shownMoves) : '');
  lastMove = $derived(this.shownMoves.at(-1) ?? null);
  /** Squares that a hint points at. */
  marks = $derived([this.hint?.from, this.hint?.to].flatMap((square) => (square ? [squareIndex(square)] : [])));
  flipped = $derived(parseSfen(this.problem?.sfen ?? '')?.turn === 'white');

  constructor() {
    document.addEventListener('visibilitychange', () => this.time());
  }

  private time(): void {
    this.watch.run(this.phase === 'ask' && !document.hidden);
  }

  private enter(phase: Phase): void {
    this.phase = phase;
    this.time();
  }

  private async refresh(): Promise<void> {
    const { overview } = await server.ask({ type: 'mate_overview', utc_offset: -new Date().getTimezoneOffset() }, 'mate_overview');
    this.overview = overview;
  }

  /** Opens the set and problem of the address; without them continues with the set trained last. */
  async load(set: string | null, number: number | null): Promise<void> {
    const asked = (this.asked += 1);
    if (!this.problem) this.enter('preparing');
    try {
      await this.refresh();
      if (asked !== this.asked) return;
      const wanted = set ?? this.overview?.last_set ?? FIRST_SET;
      const known = wanted === REPEAT || this.overview?.sets.some((one) => one.id === wanted);
      await this.open(known ? wanted : FIRST_SET, known ? number : null);
    } catch (error) {
      if (asked === this.asked) this.fail(error);
    }
  }

  /** Trains one mate of another list, which determines the next one. */
  async lend(problem: MateProblem, next: () => unknown, skip: () => unknown): Promise<void> {
    [this.set, this.problems, this.list] = [LENT, [problem], { next, skip }];
    const shown = this.show(0);
    // Names of sets are news only.
    if (!this.overview) void this.refresh().catch(() => {});
    await shown;
  }

  /** Is this already shown? The room without an address continues with the current problem. */
  shows(set: string | null, number: number | null): boolean {
    if (this.isLent) return false;
    if (set === null) return this.phase === 'ask' || this.phase === 'judging' || this.phase === 'wrong';
    return this.problems.length > 0 && set === this.set && (number === null ? set === REPEAT : number === this.index + 1);
  }

  private fail(error: unknown): void {
    this.error = messageOf(error);
    this.enter('error');
  }

  /** Shows a set at a problem, from 1; without a number at the next one to be solved. */
  async open(set: string, number: number | null = null): Promise<void> {
    const asked = (this.asked += 1);
    try {
      const { problems } = await server.ask({ type: 'mate_problems', set }, 'mate_problems');
      if (asked !== this.asked) return;
      [this.set, this.problems] = [set, problems];
      await this.show(number !== null && problems[number - 1] ? number - 1 : this.nextIndex(-1));
    } catch (error) {
      if (asked === this.asked) this.fail(error);
    }
  }

  /** The next problem that is not solved yet, else simply the next; in repetitions, the first that is due. */
  private nextIndex(after: number): number {
    const { problems } = this;
    if (this.set === REPEAT) return problems.findIndex((problem) => (problem.due_ms ?? 0) <= Date.now());
    const order = [...problems.keys()].map((_, step) => (after + 1 + step) % problems.length);
    return order.find((index) => problems[index]?.outcome === null) ?? order[0] ?? -1;
  }

  /** Shows a problem of the set. */
  async show(index: number): Promise<void> {
    const asked = (this.asked += 1);
    this.index = index;
    [this.begun, this.moves, this.tried, this.hint, this.result, this.answer, this.legal, this.error] = [null, [], null, null, null, [], null, ''];
    this.attempt = { token: newToken(), wrong: 0, hints: 0 };
    this.watch.reset();
    const problem = this.problem;
    if (!this.isLent) router.replace(this.set === REPEAT || !problem ? `/mate?set=${this.set}` : `/mate?set=${this.set}&n=${index + 1}`);
    if (!problem) return this.enter('empty');
    this.enter('preparing');
    try {
      const { begun } = await server.ask({ type: 'mate_begin', sfen: problem.sfen, moves: [] }, 'mate_begun');
      if (asked !== this.asked) return;
      this.begun = begun;
      await this.await(asked);
    } catch (error) {
      if (asked === this.asked) this.fail(error);
    }
  }

  /** Waits for a move in the position on the board. */
  private async await(asked: number): Promise<void> {
    this.enter('ask');
    const legal = await legalMoves(this.sfen);
    if (asked === this.asked) this.legal = legal;
  }

  /** The same problem from its start, as a new attempt. */
  again(): void {
    void this.show(this.index);
  }

  async next(): Promise<void> {
    // A problem that cannot be prepared would only fail again.
    if (this.isLent) return void (this.phase === 'error' ? this.list?.skip() : this.list?.next());
    if (this.set === REPEAT) return this.open(REPEAT);
    await this.show(this.nextIndex(this.index));
  }

  /** Leaves the problem for another one. */
  skip(): void {
    if (this.isLent) this.list?.skip();
    else void this.next();
  }

  stop(): void {
    void server.attempt({ type: 'work_stop' }, 'ok');
  }

  private told(): MateAttempt {
    const { sfen, set } = this.problem!;
    return { ...this.attempt, set, sfen, moves: this.moves, ms: this.watch.ms };
  }

  /** Judges a move of the board. */
  async move(usi: string): Promise<void> {
    if (this.phase !== 'ask' || !this.problem) return;
    const asked = this.asked;
    [this.tried, this.error] = [null, ''];
    this.enter('judging');
    const attempt = this.told();
    try {
      const { judged } = await server.ask({ type: 'mate_move', attempt, usi }, 'mate_judged');
      if (asked !== this.asked) return;
      await this.heed(asked, usi, judged);
    } catch (error) {
      // The attempt continues: the move can be played again.
      if (asked !== this.asked) return;
      this.error = messageOf(error);
      this.enter('ask');
    }
  }

  private async heed(asked: number, usi: string, judged: MateJudged): Promise<void> {
    if (judged.result) this.decided(judged.result);
    if (judged.verdict === 'right') {
      this.moves = [...this.moves, usi, judged.reply!];
      [this.hint, this.legal] = [null, null];
      this.tried = { usi, judged };
      await this.await(asked);
    } else if (judged.verdict === 'mated') {
      this.moves = [...this.moves, usi];
      this.hint = null;
      this.enter('mated');
    } else {
      this.tried = { usi, judged };
      if (judged.verdict === 'escapes') this.attempt.wrong += 1;
      this.enter(judged.verdict === 'escapes' ? 'wrong' : 'ask');
    }
  }

  /** Takes back a move that does not mate. */
  async retry(): Promise<void> {
    if (this.phase !== 'wrong') return;
    this.tried = null;
    await this.await(this.asked);
  }

  /** One more degree of the hint: the piece, the square, the move. */
  async help(): Promise<void> {
    const degree = Math.min((this.hint?.degree ?? 0) + 1, 3);
    if (this.phase === 'wrong') await this.retry();
    if (this.phase !== 'ask') return;
    const asked = this.asked;
    try {
      const { hint } = await server.ask({ type: 'mate_hint', attempt: this.told(), degree }, 'mate_hint');
      if (asked !== this.asked) return;
      this.attempt.hints = Math.max(this.attempt.hints, degree);
      this.hint = hint;
      if (hint.result) this.decided(hint.result);
    } catch (error) {
      if (asked === this.asked) this.error = messageOf(error);
    }
  }

  /** Shows the solution from here on; the attempt counts as failed. */
  async reveal(): Promise<void> {
    if (this.phase !== 'ask' && this.phase !== 'wrong') return;
    const asked = this.asked;
    try {
      const { line, result } = await server.ask({ type: 'mate_answer', attempt: this.told() }, 'mate_answer');
      if (asked !== this.asked) return;
      [this.answer, this.tried, this.hint] = [line, null, null];
      this.enter('shown');
      this.decided(result);
    } catch (error) {
      if (asked === this.asked) this.error = messageOf(error);
    }
  }

  /** The attempt is won or lost: the lists show it. */
  private decided(result: MateResult): void {
    this.result = result;
    const { outcome, due_ms, ms } = result;
    const at = this.index;
    const before = this.problem?.best_ms ?? null;
    const best_ms = outcome === 'solved' ? Math.min(ms, before ?? ms) : before;
    this.record = before !== null && best_ms !== null && best_ms < before;
    this.problems = this.problems.map((problem, index) => (index === at ? { ...problem, outcome, due_ms, best_ms } : problem));
    // The numbers are news only; they come again with the next problem.
    void this.refresh().catch(() => {});
  }

  async addFiles(list: Iterable<File>): Promise<MateAdded> {
    const files = [...list];
    if (files.length > MOST_FILES) throw new RequestError('too_large', i18n.of(mateWords).tooManyFiles(MOST_FILES));
    const uploads: string[] = [];
    for (const file of files) uploads.push(await uploadFile(file));
    return this.add({ type: 'uploads', uploads });
  }

  /** Adds a user's set and begins it. */
  async add(source: ImportSource): Promise<MateAdded> {
    const { added } = await server.ask({ type: 'mate_set_add', source }, 'mate_added');
    await this.refresh();
    await this.open(added.set);
    return added;
  }

  async remove(set: string): Promise<void> {
    if (!(await server.attempt({ type: 'mate_set_remove', set }, 'ok'))) return;
    await this.load(this.set === set ? FIRST_SET : this.set, this.index + 1);
  }

  /** A problem being prepared when the connection broke is prepared again; an attempt in progress continues once the moves of its position have arrived. */
  resume(): void {
    const again = this.phase === 'error' || this.phase === 'preparing';
    if (again && this.isLent) this.again();
    else if (again) void this.load(router.route.query.get('set'), numberOf(router.route.query));
    else if (this.phase === 'ask' && !this.legal) void this.await(this.asked);
  }
}

export const numberOf = (query: URLSearchParams): number | null => {
  const number = Number(query.get('n'));
  return Number.isInteger(number) && number > 0 ? number : null;
};


export const train = new Train();
