// The room of mate problems: one problem, its solution, and a walk through the proof.

import { messageOf } from '../errors.ts';
import { RequestError } from '../net/client.ts';
import { applyMove, completed, formatSfen, parseSfen } from '../shogi/sfen.ts';
import type { LegalMoves, MateJudged, MateSolution, MateStep } from '../protocol.ts';
import { documents } from './documents.svelte.ts';
import { legalMoves } from './legal.svelte.ts';
import { router } from './router.svelte.ts';
import { server } from './server.svelte.ts';

/** Time limit of a search. */
const SECONDS = 600;

class Mate {
  /** The original problem. */
  given = $state('');
  /** Is it solved as given, without the rest of the box? */
  asGiven = $state(false);
  /** The text in the field. */
  field = $state('');
  sfen = $derived(this.asGiven ? this.given : completed(this.given));
  solution = $state.raw<MateSolution | null>(null);
  error = $state('');
  /** When the running search began. */
  since = $state<number | null>(null);
  news = $state.raw<{ depth: number; nodes: number } | null>(null);
  /** The moves of the walk, and how many of them are on the board. */
  path = $state.raw<string[]>([]);
  at = $state(0);
  step = $state.raw<MateStep | null>(null);
  /** The moves that the board offers. */
  legal = $state.raw<LegalMoves | null>(null);
  /** Texts of the moves of the walk. */
  texts = $state.raw<string[]>([]);
  /** A tried move outside the proof, and its verdict; null while it is searched. */
  outside = $state.raw<{ usi: string; judged: MateJudged | null } | null>(null);
  private asked = 0;

  private here = $derived(this.step?.sfen ?? this.sfen);
  /** Moves behind the proof: one that was refuted or is as good, with the defence. */
  private extra = $derived.by<string[]>(() => {
    const { usi = '', judged = null } = this.outside ?? {};
    return judged?.reply ? [usi, judged.reply] : judged?.verdict === 'mated' ? [usi] : [];
  });
  board = $derived.by(() => {
    let position = this.extra.length > 0 ? parseSfen(this.here) : null;
    for (const usi of this.extra) if (position) position = applyMove(position, usi);
    return position ? formatSfen(position) : this.here;
  });
  /** Does the board wait until that is taken back or found out? */
  locked = $derived(this.outside !== null && (this.outside.judged === null || this.extra.length > 0));
  lastMove = $derived(this.extra.at(-1) ?? (this.at > 0 ? (this.path[this.at - 1] ?? null) : null));

  constructor() {
    server.onEvent((event) => {
      if (event.type === 'work' && this.since !== null) this.news = event;
    });
  }

  /** Takes the problem of the address. */
  load(query: URLSearchParams): void {
    const [sfen, asGiven] = [query.get('sfen') ?? '', query.has('given')];
    if (sfen === this.given && asGiven === this.asGiven) return;
    this.asGiven = asGiven;
    if (this.set(sfen, false) && query.has('solve')) void this.solve();
  }

  /** Is the rest of the box in the defender's hand? */
  setRest(rest: boolean): void {
    this.asGiven = !rest;
    this.set(this.given);
  }

  /** Accepts typed or pasted text: SFEN, or any record that starts from the problem. */
  async read(text: string): Promise<void> {
    const bare = text.trim().replace(/^(position\s+)?sfen\s+/, '');
    if (parseSfen(bare)) return void this.set(bare);
    const number = (this.asked += 1);
    const start = await documents.startOf(text).catch(() => '');
    if (number === this.asked && !this.set(start)) this.field = text;
  }

  /** Another problem; gives whether it is a position. */
  set(sfen: string, go = true): boolean {
    this.asked += 1;
    [this.solution, this.error, this.since, this.field] = [null, '', null, sfen];
    this.clearWalk();
    if (!parseSfen(sfen)) {
      this.error = 'syntax';
      return false;
    }
    this.given = sfen;
    void this.setLegal();
    if (go) router.replace(`/mate?sfen=${encodeURIComponent(sfen)}${this.asGiven ? '&given=1' : ''}`);
    return true;
  }

  private clearWalk(): void {
    [this.path, this.texts, this.at, this.step, this.outside] = [[], [], 0, null, null];
  }

  /** Takes the moves of the proof for a defence, where the attacker may have no king; else requests every move. */
  private async setLegal(): Promise<void> {
    const { step, here: sfen } = this;
    if (step && !step.attacks) {
      const { turn, check, choices } = step;
      this.legal = { sfen, turn, check, declare: false, moves: choices.map((choice) => choice.mv) };
      return;
    }
    const legal = await legalMoves(sfen);
    if (sfen === this.here) this.legal = legal;
  }

  async solve(): Promise<void> {
    const number = (this.asked += 1);
    const sfen = this.sfen;
    [this.solution, this.error, this.news, this.since] = [null, '', null, Date.now()];
    this.clearWalk();
    try {
      const { solution } = await server.ask({ type: 'mate_solve', sfen, seconds: SECONDS }, 'mate_solved');
      if (number !== this.asked) return;
      this.solution = solution;
      this.path = solution.line.map((step) => step.usi);
      this.texts = solution.line.map((step) => step.kif);
      if (solution.proof) await this.goTo(0);
    } catch (error) {
      if (number === this.asked) this.error = messageOf(error);
    } finally {
      if (number === this.asked) this.since = null;
    }
  }

  stop(): void {
    void server.attempt({ type: 'work_stop' }, 'ok');
  }

  /** Shows the position after a number of moves of the walk. */
  async goTo(at: number, path = this.path, texts = this.texts): Promise<void> {
    if (!this.solution?.proof || at < 0 || at > path.length) return;
    const { asked, sfen } = this;
    try {
      const { step } = await server.ask({ type: 'mate_step', sfen, moves: path.slice(0, at) }, 'mate_step');
      if (asked !== this.asked) return;
      [this.step, this.at, this.path, this.texts, this.outside] = [step, at, path, texts, null];
      await this.setLegal();
    } catch (error) {
      if (error instanceof RequestError && error.code === 'stale') this.error = 'stale';
      else this.error = messageOf(error);
    }
  }

  /** Plays a move of the proof; the rest of the walk stays if it is the same. The first move requests the proof. */
  async choose(usi: string): Promise<void> {
    if (!this.solution) await this.solve();
    const text = this.step?.choices.find((choice) => choice.mv.usi === usi)?.kif;
    if (text === undefined) {
      if (this.step?.attacks) await this.tryOut(usi);
      return;
    }
    const same = this.path[this.at] === usi;
    const path = same ? this.path : [...this.path.slice(0, this.at), usi];
    const texts = same ? this.texts : [...this.texts.slice(0, this.at), text];
    await this.goTo(this.at + 1, path, texts);
  }

  /** Takes back a move outside the proof. */
  takeBack(): void {
    this.outside = null;
  }

  /** Judges a move of the attacker outside the proof. */
  private async tryOut(usi: string): Promise<void> {
    const { asked, sfen, at } = this;
    // A refutation lists every check: this move is not one.
    const noCheck: MateJudged = { verdict: 'no_check', reply: null, plies: null, result: null };
    if (this.solution?.verdict !== 'mate') {
      this.outside = { usi, judged: noCheck };
      return;
    }
    this.outside = { usi, judged: null };
    const reply = await server.attempt({ type: 'mate_try', sfen, moves: this.path.slice(0, at), usi }, 'mate_judged');
    if (asked !== this.asked || this.outside?.usi !== usi || this.at !== at) return;
    this.outside = reply ? { usi, judged: reply.judged } : null;
  }

  /** One move on: along the walk, then by the first move of the proof. */
  async forward(): Promise<void> {
    if (this.at < this.path.length) return this.goTo(this.at + 1);
    const next = this.step?.choices[0];
    if (next) await this.choose(next.mv.usi);
  }
}

export const mate = new Mate();
