// The daily list: a mix of mistakes and threats of the user's games, of shogi and go, opening lines and
// mates, by due time. A mate is trained by the store of mates; the better move in the position of a
// mistake, the move that the other side threatens, or the moves of a line are found here.

import type { BoardArrow } from '../../components/board/Arrows.svelte';
import { messageOf } from '../errors.ts';
import { goMove } from '../i18n/go.ts';
import type {
  DailyAnswer, DailyEntry, DailyFilter, DailyJudged, DailyList, GoPosition, LegalMoves, MateAttempt, MateHint, MateResult,
} from '../protocol.ts';
import { applyMove, formatSfen, parseSfen, squareIndex } from '../shogi/sfen.ts';
import { documents } from './documents.svelte.ts';
import { Drill } from './drill.svelte.ts';
import { legalMoves } from './legal.svelte.ts';
import { prefs } from './prefs.svelte.ts';
import { formatAddress, router } from './router.svelte.ts';
import { report, server } from './server.svelte.ts';
import { newToken, train, Watch } from './train.svelte.ts';
import { arrowOf, writtenLine } from './view.svelte.ts';

/** The state: the list is fetched, a move is awaited, judged or failed, the attempt is over, a mate is trained, the list is finished. */
type Phase = 'loading' | 'ask' | 'judging' | 'wrong' | 'good' | 'shown' | 'mate' | 'empty' | 'error';

export const MISTAKES = 'mistakes';
/** Positions after a pass, in which the other side's move is guessed. */
export const THREATS = 'threats';
export const GO = 'go';
export const OPENINGS = 'openings';
/** The sets that have no mates. */
const OWN: readonly string[] = [MISTAKES, THREATS, GO, OPENINGS];
/** Moves of a line that can be played through. */
const SHOWN = 8;
/** Number of additional problems after the day's list. */
const MORE = 10;
/** Longest list that the server gives. */
const LONGEST = 500;

class Daily {
  list = $state.raw<DailyList | null>(null);
  filter = $state.raw<DailyFilter>({});
  filtered = $derived(Object.values(this.filter).some((value) => value !== undefined && value !== null));
  entry = $state.raw<DailyEntry | null>(null);
  phase = $state<Phase>('loading');
  error = $state('');
  hint = $state.raw<MateHint | null>(null);
  judged = $state.raw<DailyJudged | null>(null);
  answer = $state.raw<DailyAnswer | null>(null);
  result = $state.raw<MateResult | null>(null);
  legal = $state.raw<LegalMoves | null>(null);
  /** The move tried last. */
  tried = $state('');
  /** Moves of the line that are on the board. */
  at = $state(0);
  /** Problems beyond the day's list that were asked for. */
  private extra = 0;
  private skipped = new Set<string>();
  /** What was played of an opening line. */
  readonly drill = new Drill();
  private attempt: Pick<MateAttempt, 'token' | 'wrong' | 'hints'> = { token: '', wrong: 0, hints: 0 };
  private watch = new Watch();
  private asked = 0;

  isMate = $derived(this.phase === 'mate');
  /** Moves of the solution that are played on the board immediately: a threat is carried out, a stone is set. */
  private solutionAt = $derived(this.entry?.problem.set === THREATS || this.entry?.go ? 1 : 0);
  isThreat = $derived(this.entry?.problem.set === THREATS);
  over = $derived(this.phase === 'good' || this.phase === 'shown');
  active = $derived(this.phase === 'ask' || this.phase === 'wrong');
  private start = $derived(this.entry?.opening?.line.start ?? this.entry?.problem.sfen ?? '');
  /** The position in which a move is asked for. */
  base = $derived(played(this.start, this.drill.played));
  /** The line that can be played through: the refutation, or the best line once revealed. */
  line = $derived.by<string[]>(() => {
    if (this.phase === 'wrong' && this.judged) return [this.tried, ...this.judged.answer].slice(0, SHOWN);
    if (this.phase === 'good' && this.judged) return this.entry?.go ? [this.tried] : this.judged.best.slice(0, SHOWN);
    return this.phase === 'shown' ? (this.answer?.line ?? []).map((step) => step.usi).slice(0, SHOWN) : [];
  });
  /** Positions of go after the moves of the line. */
  after = $state.raw<GoPosition[]>([]);
  /** The best moves of go, once revealed. */
  best = $derived<string[]>((this.phase === 'shown' ? this.answer : this.phase === 'good' ? this.judged : null)?.best ?? []);
  texts = $derived(this.entry?.go ? this.line.map(goMove) : writtenLine(this.base, this.line));
  private shown = $derived(this.phase === 'judging' ? [this.tried] : this.line.slice(0, this.at));
  sfen = $derived(played(this.base, this.shown));
  lastMove = $derived(this.shown.at(-1) ?? this.drill.played.at(-1) ?? (this.isThreat ? (this.entry?.origin?.usi ?? null) : null));
  /** The user's side is below: of a threat it is the one that passes. */
  flipped = $derived((this.entry?.opening?.line.side ?? parseSfen(this.start)?.turn) === (this.isThreat ? 'black' : 'white'));
  marks = $derived(this.phase === 'ask' ? [this.hint?.from, this.hint?.to].flatMap((square) => (square ? [squareIndex(square)] : [])) : []);
  arrows = $derived<BoardArrow[]>(
    this.phase === 'ask' ? arrowOf(this.hint?.usi ?? undefined, 1) : this.over && this.at === 0 ? arrowOf(this.line[0], 1) : [],
  );

  constructor() {
    document.addEventListener('visibilitychange', () => this.enter(this.phase));
  }

  private enter(phase: Phase): void {
    this.phase = phase;
    this.watch.run(phase === 'ask' && !document.hidden);
  }

  /** Shows the list, unless a problem of it is in work. */
  open(): void {
    if (!this.entry || (this.isMate && !train.isLent)) void this.next();
  }

  /** Fetches the rest and shows the first problem that was not skipped. */
  async next(): Promise<void> {
    const asked = (this.asked += 1);
    if (!this.list) this.enter('loading');
    try {
      const list = await this.fetch();
      if (asked !== this.asked) return;
      this.list = list;
      const left = list.entries.find((entry) => !this.skipped.has(entry.problem.sfen));
      if (!left) this.skipped.clear();
      await this.show(left ?? list.entries[0] ?? null, asked);
    } catch (error) {
      if (asked !== this.asked) return;
      this.error = messageOf(error);
      this.enter('error');
    }
  }

  private async fetch(): Promise<DailyList> {
    const { length, fresh } = prefs.value.daily;
    const most = (n: number) => Math.min(LONGEST, n + this.extra);
    const utc_offset = -new Date().getTimezoneOffset();
    return (await server.ask({ type: 'daily_list', utc_offset, length: most(length), new: most(fresh), filter: this.filter }, 'daily')).list;
  }

  /** The attempt is won or lost: the figures show it. */
  private async decided(result: MateResult): Promise<void> {
    this.result = result;
    const asked = this.asked;
    // They are news only; they come again with the next problem.
    const list = await this.fetch().catch(() => null);
    if (list && asked === this.asked) this.list = list;
  }

  /** A stored line was deleted: it may be the one that is asked for. */
  async renew(): Promise<void> {
    if (this.entry?.opening) return this.next();
    this.list = (await this.fetch().catch(() => null)) ?? this.list;
  }

  skip(): void {
    if (this.entry) this.skipped.add(this.entry.problem.sfen);
    void this.next();
  }

  /** Some problems more than a day's list has. */
  more(): void {
    this.extra += MORE;
    void this.next();
  }

  choose(filter: DailyFilter): void {
    this.filter = filter;
    this.skipped.clear();
    // A move in the old problem would be lost when the new list comes.
    this.enter('loading');
    void this.next();
  }

  private async show(entry: DailyEntry | null, asked: number): Promise<void> {
    this.entry = entry;
    this.attempt = { token: newToken(), wrong: 0, hints: 0 };
    [this.hint, this.judged, this.answer, this.result, this.legal] = [null, null, null, null, null];
    [this.tried, this.at, this.error, this.after] = ['', 0, '', []];
    this.drill.begin(entry);
    this.watch.reset();
    if (!entry) return this.enter('empty');
    if (OWN.includes(entry.problem.set)) return this.await(asked);
    this.enter('mate');
    await train.lend(entry.problem, () => this.next(), () => this.skip());
  }

  private async await(asked: number): Promise<void> {
    this.enter('ask');
    if (this.entry?.go) return;
    const legal = await legalMoves(this.base);
    if (asked === this.asked) this.legal = legal;
  }

  private told(): MateAttempt {
    const { key: sfen, played: moves } = this.drill;
    return { ...this.attempt, set: this.entry?.problem.set ?? MISTAKES, sfen, moves, ms: this.watch.ms };
  }

  /** Asks the server about the attempt, and shows why that fails. */
  private async about(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.error = messageOf(error);
      // The attempt continues: the move can be played again.
      if (this.phase === 'judging') this.enter('ask');
    }
  }

  async move(usi: string): Promise<void> {
    if (this.phase !== 'ask') return;
    const asked = this.asked;
    const attempt = this.told();
    [this.tried, this.error] = [usi, ''];
    this.enter('judging');
    await this.about(async () => {
      const { judged } = await server.ask({ type: 'daily_move', attempt, usi }, 'daily_judged');
      if (asked !== this.asked) return;
      this.judged = judged;
      if (this.entry?.opening) return this.drilled(usi, judged, asked);
      if (!judged.result) return this.enter('ask');
      if (!judged.good) this.attempt.wrong += 1;
      this.enter(judged.good ? 'good' : 'wrong');
      void this.decided(judged.result);
      await this.playStones(asked);
      // The first answer is on the board immediately.
      if (asked === this.asked) this.goTo(judged.good ? this.solutionAt : 2);
    });
  }

  /** Goes on in an opening line: a right move is played, a wrong one taken back. */
  private async drilled(usi: string, judged: DailyJudged, asked: number): Promise<void> {
    if (judged.result) void this.decided(judged.result);
    if (!judged.good) {
      this.attempt.wrong += 1;
      this.enter('ask');
      if (this.drill.miss()) await this.help(3);
      return;
    }
    [this.hint, this.legal] = [null, null];
    this.drill.follow(usi, judged);
    if (judged.result) this.enter('good');
    else await this.await(asked);
  }

  /** Asks for the positions along the line, in go. */
  private async playStones(asked: number): Promise<void> {
    const { entry, line } = this;
    if (!entry?.go || line.length === 0) return;
    const { position, rules } = entry.go;
    const { positions } = await server.ask({ type: 'go_play', position, rules, moves: line }, 'go_played');
    if (asked === this.asked) this.after = positions;
  }

  /** Takes back a move that failed. */
  retry(): void {
    if (this.phase !== 'wrong') return;
    [this.judged, this.at] = [null, 0];
    this.enter('ask');
  }

  /** One more degree of the hint: the piece, the square, the move. */
  async help(degree = Math.min((this.hint?.degree ?? 0) + 1, 3)): Promise<void> {
    this.retry();
    if (this.phase !== 'ask' || this.entry?.go) return;
    const asked = this.asked;
    await this.about(async () => {
      const { hint } = await server.ask({ type: 'daily_hint', attempt: this.told(), degree }, 'mate_hint');
      if (asked !== this.asked) return;
      this.attempt.hints = Math.max(this.attempt.hints, degree);
      this.hint = hint;
      if (hint.result) void this.decided(hint.result);
    });
  }

  /** Shows the better move; the attempt counts as failed. */
  async reveal(): Promise<void> {
    if (!this.active) return;
    const asked = this.asked;
    await this.about(async () => {
      const { answer } = await server.ask({ type: 'daily_answer', attempt: this.told() }, 'daily_answer');
      if (asked !== this.asked) return;
      this.answer = answer;
      this.enter('shown');
      this.goTo(this.solutionAt);
      void this.decided(answer.result);
    });
  }

  goTo(at: number): void {
    this.at = Math.min(this.line.length, Math.max(0, at));
  }

  async openGame(): Promise<void> {
    const origin = this.entry?.origin;
    if (!origin) return;
    try {
      const state = await documents.open({ type: 'library', game: origin.game });
      const step = this.entry?.go?.step;
      if (step !== undefined) return router.go(formatAddress({ room: 'go', id: state.info.id, node: step - 1 }, new URLSearchParams({ mode: 'review' })));
      const node = state.nodes.find((one) => one.ply === origin.ply && one.usi === origin.usi);
      router.go(formatAddress({ room: 'analyse', id: state.info.id, node: node?.id ?? null }));
    } catch (error) {
      report(error);
    }
  }

  /** The connection came back: what failed without it is done again. */
  resume(): void {
    if (this.phase === 'error' || this.phase === 'loading') void this.next();
    else if (this.isMate) train.resume();
    else if (this.phase === 'ask' && !this.legal && !this.entry?.go) void this.await(this.asked);
  }
}

/** A position after these moves; the text itself if it is none. */
function played(sfen: string, moves: string[]): string {
  let position = parseSfen(sfen);
  for (const usi of moves) if (position) position = applyMove(position, usi);
  return position ? formatSfen(position) : sfen;
}

export const daily = new Daily();
