// Moves and questions as they are typed, for players who do not see the board.

import type { Side } from '../protocol.ts';
import { face, japaneseMove, pieceName, rankLabel, squareLabel, westernMove, type Lang, type SquareStyle } from './notation.ts';
import { HAND_KINDS, parseMove, parseSfen, pieceLetter, type Piece, type Position } from './sfen.ts';

/** What the board itself does not tell. */
export interface Told {
  last: string;
  clocks: string;
  evaluation: string;
}

/** Words of the answers. */
export interface CommandWords {
  help: string;
  none: string;
  unknown: (text: string) => string;
  several: (moves: string) => string;
}

export interface Asked {
  sfen: string;
  /** Legal moves in USI. */
  moves: readonly string[];
  /** Where the last move ended. */
  last: number | null;
  told: Told;
  lang: Lang;
  squares: SquareStyle;
  side: (side: Side) => string;
  hand: (side: string) => string;
  words: CommandWords;
}

/** A move to be played, or a text to be read. */
export type Answer = { play: string; say?: never } | { say: string; play?: never };

export function answer(text: string, asked: Asked): Answer {
  const position = parseSfen(asked.sfen);
  const [, command = '', rest = ''] = /^\s*(\S)(?:\s+(.*))?$/.exec(text.trim()) ?? [];
  if (!position || text.trim() === '') return { say: asked.words.help };
  switch (command) {
    case '?': return { say: asked.words.help };
    case 'p': return { say: pieces(position, rest, asked) };
    case 's': return { say: squares(position, rest, asked) };
    case 'h': return { say: (['black', 'white'] as const).map((side) => hand(position, side, asked)).join('; ') };
    case 'l': return { say: asked.told.last || asked.words.none };
    case 'c': return { say: asked.told.clocks || asked.words.none };
    case 'e': return { say: asked.told.evaluation || asked.words.none };
    default: return move(position, text, asked);
  }
}

const named = (piece: Piece, { lang, side }: Asked): string => `${side(piece.side)} ${pieceName(piece, lang)}`;
const at = (index: number, asked: Asked): string => squareLabel(index, asked.squares);
const listed = (found: string[], asked: Asked): string => found.join(', ') || asked.words.none;

/** Where the pieces of a kind stand: by letter, kanji or name. */
function pieces(position: Position, kind: string, asked: Asked): string {
  const wanted = plain(kind);
  const fits = (piece: Piece) =>
    [pieceLetter({ ...piece, side: 'black' }), face(piece, 'one'), pieceName(piece, 'ja'), pieceName(piece, 'en')].some((word) => plain(word) === wanted);
  const board = position.board.flatMap((piece, index) => (piece && fits(piece) ? [`${named(piece, asked)} ${at(index, asked)}`] : []));
  const held = (['black', 'white'] as const).flatMap((side) =>
    HAND_KINDS.some((one) => position.hands[side][one] > 0 && fits({ kind: one, promoted: false, side })) ? [hand(position, side, asked)] : [],
  );
  return listed([...board, ...held], asked);
}

/** What stands on a file (`7`), a rank (`g`, `七`) or a square (`7g`, `77`). */
function squares(position: Position, place: string, asked: Asked): string {
  const [first, second] = [...plain(place)];
  const isRank = /[a-i一二三四五六七八九]/i.test(place.trim()[0] ?? '');
  const column = isRank || !first ? null : 9 - Number(first);
  const row = isRank ? rankOf(place.trim()[0]!) : second ? Number(second) - 1 : null;
  const found = position.board.flatMap((piece, index) => {
    const here = (column === null || index % 9 === column) && (row === null || Math.floor(index / 9) === row);
    return here && piece ? [`${at(index, asked)} ${named(piece, asked)}`] : [];
  });
  return listed(found, asked);
}

const rankOf = (name: string): number =>
  [...'123456789'].findIndex((_, row) => [rankLabel(row, 'letters'), rankLabel(row, 'kanji')].includes(name.toLowerCase()));

function hand(position: Position, side: Side, asked: Asked): string {
  const held = HAND_KINDS.flatMap((kind) => {
    const count = position.hands[side][kind];
    return count > 0 ? [`${pieceName({ kind, promoted: false, side }, asked.lang)} ${count}`] : [];
  });
  return `${asked.hand(asked.side(side))}: ${listed(held, asked)}`;
}

/** The same for every way of writing: no marks and signs, squares in digits. */
const plain = (text: string): string =>
  text.normalize('NFKC').replace(/不成|[☗☖▲△\s=x×()-]/g, '').replace(/[一二三四五六七八九]/g, (rank) => String(rankOf(rank) + 1))
    .replace(/([1-9])([a-i])/g, (_, file: string, rank: string) => `${file}${rankOf(rank) + 1}`)
    .replace('竜', '龍').replace('王', '玉').toUpperCase();

/** The names of a move: USI, Western, Japanese, and its square alone. */
function namesOf(position: Position, usi: string, last: number | null): string[] {
  const western = westernMove(position, usi, 'digits');
  const japanese = [last, null].map((square) => japaneseMove(position, usi, square));
  const parsed = parseMove(usi)!;
  const square = `${squareLabel(parsed.to, 'digits')}${parsed.promote ? '+' : ''}`;
  return [usi, western, western.replace(/([GS])\d\d/, '$1'), square, ...japanese, ...japanese.map((name) => name.replace(/\(\d+\)|打/, ''))];
}

function move(position: Position, text: string, asked: Asked): Answer {
  const wanted = plain(text);
  const found = asked.moves.filter((usi) => namesOf(position, usi, asked.last).some((name) => plain(name) === wanted));
  if (found.length === 1) return { play: found[0]! };
  if (found.length === 0) return { say: asked.words.unknown(text.trim()) };
  const written = found.map((usi) => (asked.lang === 'ja' ? japaneseMove(position, usi, asked.last) : westernMove(position, usi, asked.squares)));
  return { say: asked.words.several(written.join(', ')) };
}
