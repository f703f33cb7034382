import { expect, it } from 'vitest';
import { toCsv, toTabs } from './table.ts';

const table = { columns: ['move', 'said "so"'], rows: [['7g7f', 'a, b'], [null, 'two\nlines']] };

it('quotes what CSV needs quoted', () => {
  expect(toCsv(table)).toBe('move,"said ""so"""\r\n7g7f,"a, b"\r\n,"two\nlines"\r\n');
});

it('puts tabs between cells, and nothing else that a cell could hold', () => {
  expect(toTabs(table)).toBe('move\tsaid "so"\n7g7f\ta, b\n\ttwo lines');
});
