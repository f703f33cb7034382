import { describe, expect, it } from 'vitest';
import { emptyPosition, formatDiagram, fromQuery, groupOf, indexOf, parseDiagram, starPoints, toQuery, vertexOf, withStone } from './board.ts';

describe('boards of go', () => {
  it('reads and writes diagrams', () => {
    const board = parseDiagram('.XO\nXO.')!;
    expect(board.stones).toEqual([null, 'black', 'white', 'black', 'white', null]);
    expect(formatDiagram(board)).toBe('.XO\nXO.');
    for (const bad of ['', '.X\n.', '.a', '.'.repeat(20)]) expect(parseDiagram(bad)).toBeNull();
  });

  it('names points without the letter I, from the bottom', () => {
    const board = parseDiagram(emptyPosition(19).diagram)!;
    expect(vertexOf(board, 0)).toBe('A19');
    expect(vertexOf(board, 8 + 18 * 19)).toBe('J1');
    for (let i = 0; i < 361; i++) expect(indexOf(board, vertexOf(board, i))).toBe(i);
    for (const bad of ['pass', 'I3', 'A20', 'A0', 'U1', '']) expect(indexOf(board, bad)).toBe(-1);
  });

  it('keeps positions in addresses', () => {
    const position = { ...withStone(emptyPosition(5), 12, 'white'), turn: 'white' as const, ko: 'A1', prisoners: [2, 1] as [number, number] };
    expect(fromQuery(toQuery(position, 'aga'))).toEqual({ position, rules: 'aga' });
    expect(fromQuery(new URLSearchParams('board=<script>'))).toBeNull();
    expect(fromQuery(new URLSearchParams('board=../..&ko=%22onload&taken=x,-1'))!.position).toEqual(emptyPosition(2));
  });

  it('draws five dots on 9x9 and 13x13 and nine on 19x19', () => {
    expect([9, 13, 19, 4].map((n) => starPoints(n, n).length)).toEqual([5, 5, 9, 0]);
    expect(starPoints(9, 7)).toEqual([]);
  });
});

it('a group is what shares an area, up to its border', () => {
  const board = parseDiagram('XX.O\n.X.O\nX..X')!;
  const names = (border: number[]) => groupOf(board, 0, new Set(border));
  expect(names([])).toEqual([0, 1, 5, 8, 11]);
  expect(names([2, 6, 9, 10])).toEqual([0, 1, 5, 8]);
});
