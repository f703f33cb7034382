// The list of games as a table for other programs.

import type { LibraryGame } from '../protocol.ts';
import type { libraryEn } from '../i18n/library.ts';
import type { Lang } from '../shogi/notation.ts';
import { nameIn } from '../shogi/names.ts';
import type { Table } from './table.ts';

type Words = Pick<typeof libraryEn, 'columns' | 'yes'>;

export function gamesTable(games: LibraryGame[], words: Words, lang: Lang): Table {
  const { columns: c, yes } = words;
  const mark = (on: boolean) => (on ? yes : '');
  // Castles carry the mark of their side.
  const named = (name: string) => (/^[☗☖]/.test(name) ? name[0] + nameIn(lang, name.slice(1)) : nameIn(lang, name));
  const names = (list: string[]) => list.filter(Boolean).map(named).join(' / ');
  const row = (game: LibraryGame): string[] => [
    game.date, game.black, game.white, game.result, game.winner === null ? '' : c[game.winner], String(game.plies),
    names(game.openings), names(game.castles), game.handicap, game.event, game.file, mark(game.analysed),
    mark(game.marks.star), game.marks.tags.join(' / '), game.marks.note,
  ];
  return {
    columns: [
      c.date, c.black, c.white, c.result, c.winner, c.plies, c.openings, c.castles, c.handicap, c.event, c.file, c.analysed,
      c.star, c.tags, c.note,
    ],
    rows: games.map(row),
  };
}
