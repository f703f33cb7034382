import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { nameIn } from './names.ts';

const source = (path: string) => readFileSync(fileURLToPath(new URL(`../../../../crates/shogi/goals/${path}`, import.meta.url)), 'utf8');

/** Every name that the server can send. */
const castles = source('data/castles.tsv').split('\n').filter((line) => line && !line.startsWith('#')).map((line) => line.split('\t')[1]!);
const openings = [.../const fn ja\([^{]*\{([^}]*)\}/.exec(source('src/openings.rs'))![1]!.matchAll(/"([^"]+)"/g)].map((m) => m[1]!);

it('has an English name for every castle and opening of the server', () => {
  expect(openings).toHaveLength(11);
  expect(castles.length).toBeGreaterThan(60);
  const names = [...new Set([...castles, ...openings])];
  const english = names.map((name) => nameIn('en', name));
  expect(english.filter((name) => /[^ -~]/.test(name))).toEqual([]);
  expect(new Set(english).size).toBe(names.length);
  expect(names.map((name) => nameIn('ja', name))).toEqual(names);
});
