import { expect, it } from 'vitest';
import { CELL_H, pentagon } from './layout.ts';
import { symbolOf } from './symbols.ts';
import type { Kind } from './sfen.ts';

const KINDS: Kind[] = ['K', 'R', 'B', 'G', 'S', 'N', 'L', 'P'];
const parts = (path: string) => path.split('M').length;

it('no two pieces look the same', () => {
  const drawn = KINDS.flatMap((kind) => [symbolOf(kind, false), symbolOf(kind, true)]);
  // Kings and golds do not promote.
  expect(new Set(drawn).size).toBe(14);
});

it('a promoted piece shows its new moves', () => {
  expect(parts(symbolOf('R', true)) - parts(symbolOf('R', false))).toBe(5);
  expect(symbolOf('P', true).length).toBeGreaterThan(symbolOf('P', false).length);
});

it('the marks of the moves stay inside the outline', () => {
  const [, tip, right, foot] = /M([\d.-]+ [\d.-]+)L([\d.-]+ [\d.-]+)L([\d.-]+ [\d.-]+)/.exec(pentagon(1))!;
  const [top, edge, base] = [tip!, right!, foot!].map((point) => point.split(' ').map((n) => (Number(n) * 100) / CELL_H));
  const widthAt = (y: number) => {
    const [from, to] = y < edge![1]! ? [top!, edge!] : [edge!, base!];
    return from[0]! + ((to[0]! - from[0]!) * (y - from[1]!)) / (to[1]! - from[1]!);
  };
  for (const path of KINDS.flatMap((kind) => [symbolOf(kind, false), symbolOf(kind, true)])) {
    for (const [, x, y, r] of path.matchAll(/M([\d.-]+) ([\d.-]+)a([\d.]+) /g)) {
      const outer = Math.abs(Number(x) + Number(r)) + Number(r);
      expect(outer).toBeLessThan(widthAt(Number(y)));
      expect(Number(y) + Number(r)).toBeLessThan(50);
    }
  }
});
