import { expect, it } from 'vitest';
import { batches } from './batches.ts';

it('leaves no file out, however many there are', () => {
  const files = Array.from({ length: 10_000 }, (_, i) => ({ name: `${i}.kif`, size: 5_000 }));
  const parts = batches(files);
  expect(parts.flat()).toEqual(files);
  expect(parts.length).toBe(20);
  expect(batches([])).toEqual([]);
});

it('counts bytes too', () => {
  const sizes = (list: number[]) => batches(list.map((size) => ({ size }))).map((part) => part.map((file) => file.size));
  expect(sizes([10_000_000, 10_000_000, 10_000_000, 1, 40_000_000, 2])).toEqual([[10_000_000, 10_000_000, 10_000_000], [1], [40_000_000], [2]]);
});
