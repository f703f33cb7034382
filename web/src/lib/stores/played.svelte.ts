// A line of moves on the board in place of the game: a threat, a better move, the proof of a reason.

import { PASS, positionsOf } from '../shogi/lines.ts';
import { documents } from './documents.svelte.ts';

/** Time that each move is shown on the board, in ms. */
const STEP_MS = 700;

/** A line from a position, USI. */
export interface Line {
  start: string;
  moves: readonly string[];
}

class Played {
  /** `key` identifies the line; it lasts while the game keeps its place. */
  private begun = $state.raw<{ key: string; line: Line; place: string } | null>(null);
  /** Document and node of the game. */
  private place = $derived(`${documents.current?.state.info.id}/${documents.node?.id}`);
  active = $derived(this.begun !== null && this.begun.place === this.place);
  /** Whose line is on the board; null for the game. */
  key = $derived(this.active ? (this.begun?.key ?? null) : null);
  private positions = $derived(this.begun ? positionsOf(this.begun.line.start, this.begun.line.moves) : []);
  private moves = $derived(this.begun?.line.moves ?? []);
  /** Moves of the line that are on the board. */
  at = $state(0);
  private timer: ReturnType<typeof setInterval> | undefined;

  sfen = $derived(this.positions[this.at] ?? '');
  lastMove = $derived.by(() => {
    const last = this.moves[this.at - 1];
    return last === undefined || last === PASS ? null : last;
  });

  /** Plays a line, a move after another. */
  play(key: string, line: Line): void {
    clearInterval(this.timer);
    this.begun = { key, line, place: this.place };
    this.at = Math.min(1, this.last);
    this.timer = setInterval(() => {
      if (!this.active || this.at >= this.last) clearInterval(this.timer);
      else this.at += 1;
    }, STEP_MS);
  }

  /** Puts a number of moves of the line on the board. */
  goTo(at: number): void {
    clearInterval(this.timer);
    this.at = Math.max(0, Math.min(this.last, at));
  }

  /** A step through the line; before its first move the game is there again. */
  step(by: number): void {
    if (this.at + by < 0) this.stop();
    else this.goTo(this.at + by);
  }

  /** The game again. */
  stop(): void {
    clearInterval(this.timer);
    this.begun = null;
  }

  private get last(): number {
    return Math.max(0, this.positions.length - 1);
  }
}

export const played = new Played();
