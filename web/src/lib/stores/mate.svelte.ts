// The room of mate problems: one problem, its solution, and a walk through the proof.

import { RequestError } from '../net/client.ts';
import { parseSfen } from '../shogi/sfen.ts';
import type { LegalMoves, MateSolution, MateStep } from '../protocol.ts';
import { router } from './router.svelte.ts';
import { server } from './server.svelte.ts';

/** Time limit of a search. */
const SECONDS = 600;

class Mate {
  sfen = $state('');
  solution = $state.raw<MateSolution | null>(null);
  error = $state('');
  /** When the running search began. */
  since = $state<number | null>(null);
  news = $state.raw<{ depth: number; nodes: number } | null>(null);
  /** The moves of the walk, and how many of them are on the board. */
  path = $state.raw<string[]>([]);
  at = $state(0);
  step = $state.raw<MateStep | null>(null);
  /** The moves of the proof as the board wants them. */
  legal = $state.raw<LegalMoves | null>(null);
  /** Texts of the moves of the walk. */
  texts = $state.raw<string[]>([]);
  private asked = 0;

  board = $derived(this.step?.sfen ?? this.sfen);

  constructor() {
    server.onEvent((event) => {
      if (event.type === 'work' && this.since !== null) this.news = event;
    });
  }

  /** Takes the problem of the address. */
  load(sfen: string): void {
    if (sfen !== this.sfen) this.set(sfen, false);
  }

  /** Another problem; gives whether it is a position. */
  set(sfen: string, go = true): boolean {
    this.asked += 1;
    [this.solution, this.error, this.since] = [null, '', null];
    this.clearWalk();
    if (!parseSfen(sfen)) {
      this.error = 'syntax';
      return false;
    }
    this.sfen = sfen;
    if (go) router.replace(`/mate?sfen=${encodeURIComponent(sfen)}`);
    return true;
  }

  private clearWalk(): void {
    [this.path, this.texts, this.at, this.step, this.legal] = [[], [], 0, null, null];
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
      if (number === this.asked) this.error = error instanceof Error ? error.message : String(error);
    } finally {
      if (number === this.asked) this.since = null;
    }
  }

  stop(): void {
    void server.attempt({ type: 'work_stop' }, 'ok');
  }

  /** Shows the position after so many moves of the walk. */
  async goTo(at: number, path = this.path, texts = this.texts): Promise<void> {
    if (!this.solution?.proof || at < 0 || at > path.length) return;
    const { asked, sfen } = this;
    try {
      const { step } = await server.ask({ type: 'mate_step', sfen, moves: path.slice(0, at) }, 'mate_step');
      if (asked !== this.asked) return;
      const { sfen: here, turn, check } = step;
      this.legal = { sfen: here, turn, check, declare: false, moves: step.choices.map((choice) => choice.mv) };
      [this.step, this.at, this.path, this.texts] = [step, at, path, texts];
    } catch (error) {
      if (error instanceof RequestError && error.code === 'stale') this.error = 'stale';
      else this.error = error instanceof Error ? error.message : String(error);
    }
  }

  /** Plays a move of the proof; the rest of the walk stays if it is the same. */
  async choose(usi: string): Promise<void> {
    const text = this.step?.choices.find((choice) => choice.mv.usi === usi)?.kif;
    if (text === undefined) return;
    const same = this.path[this.at] === usi;
    const path = same ? this.path : [...this.path.slice(0, this.at), usi];
    const texts = same ? this.texts : [...this.texts.slice(0, this.at), text];
    await this.goTo(this.at + 1, path, texts);
  }

  /** One move on: along the walk, then by the first move of the proof. */
  async forward(): Promise<void> {
    if (this.at < this.path.length) return this.goTo(this.at + 1);
    const next = this.step?.choices[0];
    if (next) await this.choose(next.mv.usi);
  }
}

export const mate = new Mate();
