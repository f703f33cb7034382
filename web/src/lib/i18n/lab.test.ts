import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { labEn, labJa, tableTitle } from './lab.ts';
import { cellJa } from './labCells.ts';

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

it('has Japanese words for the cells of every table that the page shows', () => {
  const shown = fileURLToPath(new URL('../../../../crates/front/app/assets/lab/', import.meta.url));
  const cells = new Set<string>();
  const gather = (value: unknown, key = ''): void => {
    if (typeof value === 'string' && !/^(columns|title|command|commit|machine|cpu|compiler|flags|identity|name|svg|sfen)$/.test(key)) cells.add(value);
    else if (Array.isArray(value)) value.forEach((inner) => gather(inner, key));
    else if (typeof value === 'object' && value !== null) Object.entries(value).forEach(([name, inner]) => gather(inner, name));
  };
  for (const name of readdirSync(shown).filter((name) => name.endsWith('.json'))) gather(JSON.parse(readFileSync(shown + name, 'utf8')));
  // English has two words next to each other, or is a short word; names are in capitals, have digits or are the papers'.
  const english = (cell: string) => /[a-z]{2,}[ ,:][ ]?[a-z]{2}|^[a-z][a-z -]*$/.test(cell) && !/ [bw] [-\dA-Za-z]+ \d+$|^[\w-]+\d[\w-]*$|^tanh$/.test(cell);
  const left = [...cells].filter((cell) => english(cell) && english(cellJa(cell)));
  expect(cells.size).toBeGreaterThan(400);
  expect(left).toEqual([]);
  expect(cellJa('Fig. 2: positions')).toBe('図2: 局面数');
  expect(cellJa("Black's corridor of 2 with 1 dead, a dame")).toBe('黒の通路2(死石1)、ダメ');
  expect(cellJa('7g7f')).toBe('7g7f');
});
