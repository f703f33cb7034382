import { describe, expect, it } from 'vitest';
import { parseSfen } from '../shogi/sfen.ts';
import { changeOf, POSITIONS, spreadOf } from './spread.ts';

describe('spread', () => {
  it('has least, median and most of odd and even numbers of values', () => {
    expect(spreadOf([3, -1, 2])).toEqual({ least: -1, median: 2, most: 3 });
    expect(spreadOf([4, 1, 3, 2])).toEqual({ least: 1, median: 2.5, most: 4 });
    expect(spreadOf([0.5])).toEqual({ least: 0.5, median: 0.5, most: 0.5 });
  });

  it('compares a search with the usual one', () => {
    const usual = { nodes: 200, ms: 0, best: '7g7f' };
    expect(changeOf({ nodes: 300, ms: 5, best: '7g7f' }, usual)).toEqual({ nodes: 0.5, ms: 0, same: true });
    expect(changeOf({ nodes: 50, ms: 5, best: '2g2f' }, usual)).toEqual({ nodes: -0.75, ms: 0, same: false });
  });

  it('has positions that can be read', () => {
    for (const sfen of POSITIONS) expect(parseSfen(sfen), sfen).not.toBeNull();
  });
});
