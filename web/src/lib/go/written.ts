// A line of the Go room as the server writes it to SGF.

import type { GoPosition, GoSaidMove } from '../protocol.ts';
import { other } from '../sides.ts';
import type { Step } from './line.ts';

/** The judgement of a move. */
export interface Said {
  comment: string;
  better: string[];
}

/** The line from its last set-up on, with the judgements in `said` for the steps. */
export function written(steps: Step[], said: ReadonlyMap<number, Said>): { start: GoPosition; moves: GoSaidMove[] } {
  const first = steps.findLastIndex(({ move }) => move === null);
  const moves = steps.slice(first + 1).map(({ position, move }, i) => {
    const { comment, better } = said.get(first + 1 + i) ?? { comment: '', better: [] };
    // Who moves next has not moved: true of records in which a side moves twice, too.
    return { side: other(position.turn), mv: move!, comment, better };
  });
  return { start: steps[first]!.position, moves };
}
