// A threat of mate played on the board: what would follow if the other side passed.

import type { ThreatAnalysis } from '../protocol.ts';
import { applyMove, formatSfen, parseSfen } from '../shogi/sfen.ts';
import { other } from '../sides.ts';
import { documents } from './documents.svelte.ts';
import { reports } from './reports.svelte.ts';

/** Time that each move stands on the board, in ms. */
const STEP_MS = 700;

class ThreatView {
  /** The threat of the move on the board, if it was judged and makes one. */
  current = $derived<ThreatAnalysis | null>(documents.node ? (reports.current?.moves.get(documents.node.id)?.threat ?? null) : null);
  /** Document and node on the board. */
  private place = $derived(`${documents.current?.state.info.id}/${documents.node?.id}`);
  /** Where the threat was made whose line is on the board: an analysis that goes on tells the threat itself anew. */
  private playing = $state<string | null>(null);
  active = $derived(this.current !== null && this.playing === this.place);
  /** Moves of the line that are on the board. */
  at = $state(0);
  private timer: ReturnType<typeof setInterval> | undefined;

  /** The move's position as after a pass of the other side. */
  start = $derived.by(() => {
    const position = parseSfen(documents.node?.sfen ?? '');
    return position ? formatSfen({ ...position, turn: other(position.turn) }) : '';
  });
  line = $derived(this.current?.line ?? []);
  sfen = $derived.by(() => {
    let position = parseSfen(this.start);
    for (const usi of this.line.slice(0, this.at)) if (position) position = applyMove(position, usi);
    return position ? formatSfen(position) : this.start;
  });
  lastMove = $derived(this.at > 0 ? (this.line[this.at - 1] ?? null) : null);

  /** Plays the line, a move after another. */
  play(): void {
    this.playing = this.place;
    this.at = 1;
    clearInterval(this.timer);
    this.timer = setInterval(() => {
      if (!this.active || this.at >= this.line.length) clearInterval(this.timer);
      else this.at += 1;
    }, STEP_MS);
  }

  goTo(at: number): void {
    clearInterval(this.timer);
    this.at = Math.max(0, Math.min(this.line.length, at));
  }

  stop(): void {
    clearInterval(this.timer);
    this.playing = null;
  }
}

export const threat = new ThreatView();
