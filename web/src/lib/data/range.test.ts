import { describe, expect, it } from 'vitest';
import { parts, range } from './range.ts';

describe('choosing entries', () => {
  it('takes all between two, in either direction', () => {
    expect(range([5, 3, 9, 1], 3, 1)).toEqual([3, 9, 1]);
    expect(range([5, 3, 9, 1], 1, 3)).toEqual([3, 9, 1]);
    expect(range([5, 3, 9, 1], null, 9)).toEqual([9]);
    expect(range([5, 3, 9, 1], 7, 9)).toEqual([9]);
    expect(range([5, 3], 5, 7)).toEqual([]);
  });

  it('splits a list', () => {
    expect(parts([1, 2, 3], 2)).toEqual([[1, 2], [3]]);
    expect(parts([], 2)).toEqual([]);
  });
});
