import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { labEn, labJa, tableTitle } from './lab.ts';

/** The results that the program shows before a run. */
const folder = fileURLToPath(new URL('../../../../experiments/', import.meta.url));
const results = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
const texts = results.map((name) => readFileSync(folder + name, 'utf8'));
const titles = [...new Set(texts.flatMap((text) => [...text.matchAll(/"title": ?"([^"]+)"/g)].map((found) => found[1]!)))];

it('has a Japanese title for every table of the experiments', () => {
  expect(titles.length).toBeGreaterThan(35);
  expect(titles.filter((title) => tableTitle(labJa.titles, title) === title)).toEqual([]);
  expect(titles.map((title) => tableTitle(labEn.titles, title))).toEqual(titles);
  expect(tableTitle(labJa.titles, 'Castles of 354 sides in 177 labelled games')).toBe('判定つき対局の囲い：354陣営、177局');
  expect(tableTitle(labJa.titles, 'Something of 3')).toBe('Something of 3');
});
