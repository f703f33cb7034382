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

it('has a Japanese name for every column that is not a proper name', () => {
  const columns = new Set<string>();
  const gather = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'columns' && Array.isArray(inner)) inner.forEach((name) => typeof name === 'string' && columns.add(name));
      else gather(inner);
    }
  };
  texts.forEach((text) => gather(JSON.parse(text)));
  expect(columns.size).toBeGreaterThan(200);
  const proper = /^(\d+( %)?|[abK]|KD|R2|P_A|PERCENTILE|Knuth-Moore|NegaMax|NegaScout|MTD\(.+\)|c = \d+|sfen|YaneuraOu .*)$/;
  expect([...columns].filter((name) => !proper.test(name) && !(name in labJa.columns))).toEqual([]);
});
