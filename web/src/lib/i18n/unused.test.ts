// No word without a reader: finds keys of the word files that no file of the page reads.

import { describe, expect, it, vi } from 'vitest';
import { en } from './en.ts';

/** Keys that are computed where they are read; `*`: all of them. */
const COMPUTED: Record<string, readonly string[]> = {
  // By the name of a motif.
  motifWords: ['*'],
  // The columns "in the paper" and "ours".
  labWords: ['ours', 'paper'],
  // The fields of the daily list.
  dailyWords: ['length', 'fresh'],
  // What the board of Go shows.
  goWords: ['best', 'safe', 'settled', 'falseEyes', 'dame', 'regions', 'losses'],
  // The buttons of a walk through a tree.
  walkWords: ['first', 'back', 'forward', 'last'],
};

/** Files that are given words by others. */
const GIVEN: Record<string, string> = { commandWords: '/src/lib/shogi/commands.ts' };

const SOURCES = Object.entries(
  import.meta.glob<string>(['/src/**/*.ts', '/src/**/*.svelte', '!/src/**/*.test.ts'], { query: '?raw', import: 'default', eager: true }),
);
const LOADERS = import.meta.glob<Record<string, unknown>>(['/src/lib/i18n/*.ts', '/src/lib/lessons/*.ts', '!/src/**/*.test.ts']);

interface WordFile {
  name: string;
  path: string;
  keys: string[];
}

async function wordFile(path: string, name: string): Promise<WordFile> {
  const words = (await LOADERS[path]!())[name] as { en: object };
  return { name, path, keys: Object.keys(words.en) };
}

/** The names that the words have in a file; where they are an argument, the usual ones. */
function aliases(text: string, source: string): string[] {
  const named = [...text.matchAll(new RegExp(`(?:const|let) (\\w+) = (?:\\$derived\\(|\\(\\) => )?${source}\\)?;`, 'g'))].map((found) => found[1]!);
  return text.includes('i18n') ? named : ['t', 'words'];
}

/** The keys that a file reads from words, which `source` gives. */
function keysRead(text: string, source: string): string[] {
  const names = [source, ...aliases(text, source).map((name) => `\\b${name}`)];
  const members = [...text.matchAll(new RegExp(`(?:${names.join('|')})(?:\\(\\))?\\.(\\w+)`, 'g'))].map((found) => found[1]!);
  const taken = [...text.matchAll(new RegExp(`\\{([^{}]*)\\} = (?:words|${source})`, 'g'))].flatMap((found) => found[1]!.match(/\w+/g) ?? []);
  return [...members, ...taken];
}

function unread({ name, path, keys }: WordFile): string[] {
  const computed = COMPUTED[name] ?? [];
  if (computed.includes('*')) return [];
  const file = path.split('/').at(-1)!;
  const also = GIVEN[name] ?? '';
  const readers = SOURCES.filter(([at, text]) => at === path || at === also || text.includes(`/${file}'`));
  const read = new Set([...computed, ...readers.flatMap(([, text]) => keysRead(text, `i18n\\.of\\(${name}\\)`))]);
  return keys.filter((key) => !read.has(key));
}

// Some words depend on the settings, which the browser keeps.
vi.stubGlobal('localStorage', { getItem: () => null });
const FILES = await Promise.all(
  SOURCES.flatMap(([path, text]) => [...text.matchAll(/^export const (\w+Words) = \{ en/gm)].map((found) => wordFile(path, found[1]!))),
);

describe('words', () => {
  it('of all rooms are used', () => {
    const readers = SOURCES.filter(([, text]) => /i18n\.t\b|this\.t\b/.test(text));
    const read = new Set(readers.flatMap(([, text]) => keysRead(text, '(?:i18n|this)\\.t')));
    expect(Object.keys(en).filter((key) => !read.has(key))).toEqual([]);
  });

  it.each(FILES)('in $name are used', (file) => {
    expect(unread(file)).toEqual([]);
  });

  it('are computed only where they exist', () => {
    const all = new Map(FILES.map(({ name, keys }) => [name, [...keys, '*']]));
    for (const [name, keys] of Object.entries(COMPUTED)) expect(all.get(name)).toEqual(expect.arrayContaining([...keys]));
  });
});
