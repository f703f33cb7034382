import { describe, expect, it } from 'vitest';
import type { GoPointStatus, GoSecondOpinion, Side } from '../protocol.ts';
import { differing, tinted } from './second.ts';

const second: GoSecondOpinion = {
  engine: 'Script 1.0', result: 'B+1', lead: 1, moves: [], played_out: true, dead: [], differences: [],
  owned: [['A1', 'B1', 'C1'], ['D1']],
};
const point = (coord: string, owner: Side | null, how = 'assumed'): GoPointStatus => ({ coord, owner, how, status: '', probability: 1 });

describe('a second opinion', () => {
  it('differs where both name an owner, and not the same one', () => {
    const ours = [point('A1', 'black'), point('B1', 'white'), point('C1', 'white', 'proved'), point('D1', null), point('E1', 'black')];
    expect(differing(ours, second)).toEqual([
      { coord: 'B1', owner: 'black', proved: false },
      { coord: 'C1', owner: 'black', proved: true },
    ]);
  });

  it('has every point of either side', () => {
    expect(tinted(second).map(({ coord, owner }) => `${coord} ${owner}`)).toEqual(['A1 black', 'B1 black', 'C1 black', 'D1 white']);
  });
});
