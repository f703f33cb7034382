import { describe, expect, it } from 'vitest';
import { emptyPosition } from './board.ts';
import type { Step } from './line.ts';
import { written } from './written.ts';

const step = (move: string | null, turn: 'black' | 'white'): Step => ({ move, position: { ...emptyPosition(9), turn } });

describe('a line to be written', () => {
  it('has the moves with their sides and what is said of them', () => {
    const steps = [step(null, 'black'), step('A1', 'white'), step('pass', 'black')];
    const { start, moves } = written(steps, new Map([[2, { comment: 'why?', better: ['B1', 'C1'] }]]));
    expect(start).toBe(steps[0]!.position);
    expect(moves).toEqual([
      { side: 'black', mv: 'A1', comment: '', better: [] },
      { side: 'white', mv: 'pass', comment: 'why?', better: ['B1', 'C1'] },
    ]);
  });

  it('begins with the last set-up', () => {
    const steps = [step(null, 'black'), step('A1', 'white'), step(null, 'white'), step('C1', 'black')];
    const { start, moves } = written(steps, new Map([[3, { comment: 'so', better: [] }]]));
    expect(start).toBe(steps[2]!.position);
    expect(moves).toEqual([{ side: 'white', mv: 'C1', comment: 'so', better: [] }]);
    expect(written([step(null, 'black')], new Map()).moves).toEqual([]);
  });
});
