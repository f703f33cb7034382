// Moves and pieces in words: Western notation, spoken labels, faces.

import type { Side } from '../protocol.ts';
import { applyMove, parseMove, parseSfen, type Kind, type Move, type Piece, type Position } from './sfen.ts';

/** The faces of pieces: writing, or the figures of `symbols.ts`. */
export type FaceStyle = WrittenStyle | 'symbols';
export type WrittenStyle = 'one' | 'two' | 'letters';
export type Lang = 'ja' | 'en';

const ONE: Record<Kind, string> = { P: '歩', L: '香', N: '桂', S: '銀', G: '金', B: '角', R: '飛', K: '玉' };
const ONE_PROMOTED: Partial<Record<Kind, string>> = { P: 'と', L: '杏', N: '圭', S: '全', B: '馬', R: '龍' };
const TWO: Record<Kind, string> = {
  P: '歩兵', L: '香車', N: '桂馬', S: '銀将', G: '金将', B: '角行', R: '飛車', K: '玉将',
};
const TWO_PROMOTED: Partial<Record<Kind, string>> = {
  P: 'と', L: '成香', N: '成桂', S: '成銀', B: '龍馬', R: '龍王',
};
const ENGLISH: Record<Kind, string> = {
  P: 'pawn', L: 'lance', N: 'knight', S: 'silver', G: 'gold', B: 'bishop', R: 'rook', K: 'king',
};
const KANJI_RANKS = '一二三四五六七八九';
const WIDE_FILES = '１２３４５６７８９';
const KIF_PROMOTED: Partial<Record<Kind, string>> = { P: 'と', L: '成香', N: '成桂', S: '成銀', B: '馬', R: '龍' };

/** The writing on a piece. White's king is 王 when Black's is 玉. */
export function face(piece: Piece, style: WrittenStyle): string {
  const { kind, promoted, side } = piece;
  if (style === 'letters') return promoted ? `+${kind}` : kind;
  if (kind === 'K') {
    const king = side === 'white' ? '王' : '玉';
    return style === 'two' ? `${king}将` : king;
  }
  if (style === 'two') return (promoted && TWO_PROMOTED[kind]) || TWO[kind];
  return (promoted && ONE_PROMOTED[kind]) || ONE[kind];
}

export function pieceName(piece: Piece, lang: Lang): string {
  if (lang === 'ja') return (piece.promoted && TWO_PROMOTED[piece.kind]) || ONE[piece.kind];
  return piece.promoted ? `promoted ${ENGLISH[piece.kind]}` : ENGLISH[piece.kind];
}

const file = (index: number) => 9 - (index % 9);
const rank = (index: number) => Math.floor(index / 9) + 1;

/** How ranks are written: `7六`, `76`, `7f`. */
export type SquareStyle = 'kanji' | 'digits' | 'letters';
const RANKS: Record<SquareStyle, string> = { kanji: KANJI_RANKS, digits: '123456789', letters: 'abcdefghi' };

/** A rank, from 0 at the top, as written next to the board and in moves. */
export const rankLabel = (row: number, style: SquareStyle): string => RANKS[style][row] ?? '';

/** A square in the style that the reader chose. */
export const squareLabel = (index: number, style: SquareStyle): string => `${file(index)}${rankLabel(rank(index) - 1, style)}`;

/** A text of the server, whose English names squares like USI does, with the squares in the reader's style. */
export const withSquares = (text: string, style: SquareStyle): string =>
  text.replace(/\b([1-9])([a-i])\b/g, (_, column: string, row: string) => column + rankLabel(RANKS.letters.indexOf(row), style));

/** The mark of a side. */
export const sideMark = (side: Side): string => (side === 'black' ? '☗' : '☖');

function movePiece(position: Position, move: Move): Piece | null {
  if (move.drop) return { kind: move.drop, promoted: false, side: position.turn };
  return move.from === null ? null : (position.board[move.from] ?? null);
}

function promotionMark(piece: Piece, move: Move): string {
  if (move.promote) return '+';
  if (piece.promoted || move.drop || piece.kind === 'G' || piece.kind === 'K' || move.from === null) return '';
  const zone = (index: number) => (piece.side === 'black' ? rank(index) <= 3 : rank(index) >= 7);
  return zone(move.from) || zone(move.to) ? '=' : '';
}

/** Western notation with the side's mark: `☗P-76`, `☖Bx22+`, `☗G*52`; origins are always given for golds and silvers. */
export function westernMove(position: Position, usi: string, style: SquareStyle): string {
  const move = parseMove(usi);
  const piece = move && movePiece(position, move);
  if (!move || !piece) return usi;
  const letter = piece.promoted ? `+${piece.kind}` : piece.kind;
  if (move.drop) return `${sideMark(piece.side)}${letter}*${squareLabel(move.to, style)}`;
  const origin = 'GS'.includes(piece.kind) && move.from !== null ? squareLabel(move.from, style) : '';
  const sign = position.board[move.to] ? 'x' : '-';
  return `${sideMark(piece.side)}${letter}${origin}${sign}${squareLabel(move.to, style)}${promotionMark(piece, move)}`;
}

/** A line in Western notation. */
export const westernLine = (sfen: string, moves: string[], style: SquareStyle): string[] =>
  lineOf(sfen, moves, (position, usi) => westernMove(position, usi, style));

function lineOf(sfen: string, moves: string[], write: (position: Position, usi: string, last: number | null) => string): string[] {
  let position = parseSfen(sfen);
  let last: number | null = null;
  return moves.map((usi) => {
    if (!position) return usi;
    const text = write(position, usi, last);
    last = parseMove(usi)?.to ?? null;
    position = applyMove(position, usi);
    return text;
  });
}

/** A move as KIF writes it, with the side's mark: `☗７六歩(77)`, `☖同　銀(31)`; `last` is where the move before ended. */
export function japaneseMove(position: Position, usi: string, last: number | null): string {
  const move = parseMove(usi);
  const piece = move && movePiece(position, move);
  if (!move || !piece) return usi;
  const to = move.to === last ? '同　' : `${WIDE_FILES[file(move.to) - 1]}${KANJI_RANKS[rank(move.to) - 1]}`;
  const name = (piece.promoted && KIF_PROMOTED[piece.kind]) || ONE[piece.kind];
  const tail = move.drop ? '打' : `${move.promote ? '成' : ''}(${squareLabel(move.from!, 'digits')})`;
  return `${sideMark(piece.side)}${to}${name}${tail}`;
}

/** A line as KIF writes it. */
export const japaneseLine = (sfen: string, moves: string[]): string[] => lineOf(sfen, moves, japaneseMove);

/** A move to be read aloud. */
export function spokenMove(sfenBefore: string, usi: string, lang: Lang, style: SquareStyle): string {
  const position = parseSfen(sfenBefore);
  const move = parseMove(usi);
  const piece = position && move && movePiece(position, move);
  if (!position || !move || !piece) return usi;
  const name = pieceName(piece, lang);
  const to = squareLabel(move.to, style);
  const taken = position.board[move.to];
  if (lang === 'ja') {
    const side = piece.side === 'black' ? '先手' : '後手';
    const tail = move.drop ? '打つ' : move.promote ? '成' : '';
    return `${side} ${to} ${name}${tail}${taken ? `、${pieceName(taken, lang)}を取る` : ''}`;
  }
  const side = piece.side === 'black' ? 'Black' : 'White';
  if (move.drop) return `${side} drops ${name} at ${to}`;
  const verb = taken ? `takes ${pieceName(taken, lang)} at` : 'to';
  return `${side} ${name} ${verb} ${to}${move.promote ? ', promotes' : ''}`;
}
