import { describe, expect, it } from 'vitest';
import { emptyPosition } from './board.ts';
import type { Step } from './line.ts';
import { chunks } from './review.ts';

const line = (moves: (string | null)[]): Step[] => moves.map((move) => ({ move, position: emptyPosition(9) }));

describe('the parts of a review', () => {
  it('has none without moves', () => {
    expect(chunks(line([null]), 40)).toEqual([]);
    expect(chunks(line([null, null]), 40)).toEqual([]);
  });

  it('takes the last moves, and the positions of four moves before them', () => {
    const steps = line([null, ...Array.from({ length: 12 }, () => 'A1')]);
    expect(chunks(steps, 7)).toEqual([
      { begin: 1, from: 6, to: 11 },
      { begin: 6, from: 11, to: 13 },
    ]);
    expect(chunks(steps, 160)[0]).toEqual({ begin: 0, from: 1, to: 6 });
  });

  it('does not reach over a set-up', () => {
    const steps = line([null, 'A1', 'B1', null, 'C1', 'D1']);
    expect(chunks(steps, 40)).toEqual([
      { begin: 0, from: 1, to: 3 },
      { begin: 3, from: 4, to: 6 },
    ]);
  });
});
