import { expect, it } from 'vitest';
import { GRAIN_SIZE, grainPaths } from './grain.ts';

it('the grain covers its tile, the same at every time', () => {
  const paths = grainPaths();
  expect(grainPaths()).toEqual(paths);
  const starts = [...paths.join('').matchAll(/M(-?\d+) 0C/g)].map((match) => Number(match[1])).sort((a, b) => a - b);
  expect(starts[0]).toBeLessThan(20);
  expect(starts.at(-1)).toBeGreaterThan(GRAIN_SIZE - 30);
  expect(Math.max(...starts.slice(1).map((x, i) => x - starts[i]!))).toBeLessThan(40);
});
