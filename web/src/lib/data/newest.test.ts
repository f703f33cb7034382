import { expect, it } from 'vitest';
import { withNewest } from './newest.ts';

it('keeps the newest entries, an old key put in again as the newest', () => {
  let map: ReadonlyMap<string, number> = new Map();
  for (const [key, value] of [['a', 1], ['b', 2], ['a', 3], ['c', 4]] as const) map = withNewest(map, key, value, 2);
  expect([...map]).toEqual([['a', 3], ['c', 4]]);
});
