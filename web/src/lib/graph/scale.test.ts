import { describe, expect, it } from 'vitest';
import { rangeOf, ticks } from './scale.ts';

describe('axes', () => {
  it('have round numbers', () => {
    expect(ticks(0, 1)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
    expect(ticks(-620, 1310)).toEqual([-500, 0, 500, 1000]);
    expect(ticks(0.1, 1.5)).toEqual([0.5, 1, 1.5]);
    expect(ticks(3, 3)).toEqual([3]);
  });

  it('hold all values', () => {
    expect(rangeOf([0.43, 0.51])).toEqual([0.42, 0.52]);
    expect(rangeOf([5])).toEqual([4, 6]);
  });
});
