// An opening line of the daily list on the board: what was played of it so far.

import type { DailyEntry, DailyJudged } from '../protocol.ts';
import { parseSfen } from '../shogi/sfen.ts';

/** Wrong tries at a move after which it is shown. */
const TRIES = 2;

export class Drill {
  /** Moves of both sides on the board. */
  played = $state.raw<string[]>([]);
  /** Is the line that is followed another one than that asked for? */
  other = $state(false);
  /** The stored line that is followed. */
  key = '';
  private misses = 0;

  /** The start of a line; of other problems nothing is played. */
  begin(entry: DailyEntry | null): void {
    [this.key, this.misses, this.other] = [entry?.problem.sfen ?? '', 0, false];
    const line = entry?.opening?.line;
    this.played = line && parseSfen(line.start)?.turn !== line.side ? line.moves.slice(0, 1) : [];
  }

  /** Plays a right move and the answer to it. */
  follow(usi: string, { answer, line }: DailyJudged): void {
    this.played = [...this.played, usi, ...answer];
    this.misses = 0;
    this.other = line !== null && line !== this.key;
    this.key = line ?? this.key;
  }

  /** Counts a wrong try; is the move to be shown now? */
  miss(): boolean {
    this.misses += 1;
    return this.misses >= TRIES;
  }
}
