import { describe, expect, it } from 'vitest';
import { goReason } from './goReasons.ts';

describe('reasons of go solutions', () => {
  it('groups regions by their reason', () => {
    const text = 'the region at A1: a ko can arise; the region at C4: a ko can arise; not solved: time limit after 12000 nodes';
    expect(goReason(text, 'en')).toBe('a ko can arise (A1, C4); not solved: time limit after 12000 nodes');
    expect(goReason(text, 'ja')).toBe('コウになり得る（A1・C4）、制限時間内に解けない（12,000局面）');
  });

  it('has a Japanese word for everything that the server says', () => {
    for (const reason of [
      'as a sum of regions', 'as a sum of regions, if the marked points are settled as marked', 'by search of the whole board',
      'by all positions that can be reached', 'by search of every line with its past', 'play can continue forever', 'a ko can arise',
      'a position can come back', 'no unconditionally alive stone touches the region', 'stones taken as alive can be captured from here',
      'a seki or other position in which nobody wants to move can arise', 'more than 5 positions', 'more than 5 positions can be reached', 'more than 5 nodes', 'lines of more than 9 plies',
      'a fraction with too large a denominator', 'stopped', 'not solved: node limit after 7 nodes', 'not solved: stop requested after 7 nodes',
      'if own stones may be given up, the board is not a sum of games', 'the sum of the regions: a ko can arise',
      '+3 under simple ko, but under superko a position that comes back may forbid a move',
    ]) {
      expect(goReason(reason, 'ja'), reason).not.toMatch(/[a-z]/);
    }
  });

  it('names a few of many places', () => {
    const text = ['A1', 'B1', 'C1', 'D1', 'E1'].map((at) => `the region at ${at}: stopped`).join('; ');
    expect(goReason(text, 'en')).toBe('stopped (A1, B1, C1, D1 …)');
    expect(goReason('', 'ja')).toBe('');
  });
});
