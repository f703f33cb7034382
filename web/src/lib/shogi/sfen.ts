// Positions as the page needs them: read and write SFEN, apply a move that the server has called legal.

import type { Side } from '../protocol.ts';
import { other } from '../sides.ts';

/** Kinds of pieces, as in SFEN. */
export type Kind = 'P' | 'L' | 'N' | 'S' | 'G' | 'B' | 'R' | 'K';

export interface Piece {
  kind: Kind;
  promoted: boolean;
  side: Side;
}

/** Pieces in hand of one side, by kind. */
export type Hand = Record<HandKind, number>;
export type HandKind = 'R' | 'B' | 'G' | 'S' | 'N' | 'L' | 'P';

export const HAND_KINDS: readonly HandKind[] = ['R', 'B', 'G', 'S', 'N', 'L', 'P'];
export const EVEN_SFEN = 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1';

/** A position; `board[rank * 9 + (9 - file)]`, rank 0 at the top. */
export interface Position {
  board: (Piece | null)[];
  hands: Record<Side, Hand>;
  turn: Side;
  ply: number;
}

export interface Move {
  from: number | null;
  drop: HandKind | null;
  to: number;
  promote: boolean;
}

export const emptyHand = (): Hand => ({ R: 0, B: 0, G: 0, S: 0, N: 0, L: 0, P: 0 });
export const canPromote = (kind: Kind): boolean => kind !== 'K' && kind !== 'G';

export function emptyPosition(): Position {
  return {
    board: new Array<Piece | null>(81).fill(null),
    hands: { black: emptyHand(), white: emptyHand() },
    turn: 'black',
    ply: 1,
  };
}

/** Index of a USI square such as `7g`; -1 if invalid. */
export function squareIndex(usi: string): number {
  const file = usi.charCodeAt(0) - 48;
  const rank = usi.charCodeAt(1) - 97;
  return file >= 1 && file <= 9 && rank >= 0 && rank <= 8 ? rank * 9 + 9 - file : -1;
}

/** USI name of a square. */
export const squareName = (index: number): string =>
  `${9 - (index % 9)}${String.fromCharCode(97 + Math.floor(index / 9))}`;

/** Reads a USI move; null if invalid. */
export function parseMove(usi: string): Move | null {
  const to = squareIndex(usi.slice(2, 4));
  if (to < 0) return null;
  if (usi[1] === '*') {
    const drop = usi[0] as HandKind;
    return HAND_KINDS.includes(drop) ? { from: null, drop, to, promote: false } : null;
  }
  const from = squareIndex(usi.slice(0, 2));
  return from < 0 ? null : { from, drop: null, to, promote: usi[4] === '+' };
}

function parseBoard(text: string, board: (Piece | null)[]): boolean {
  const rows = text.split('/');
  if (rows.length !== 9) return false;
  return rows.every((row, rank) => parseRow(row, rank, board));
}

function parseRow(row: string, rank: number, board: (Piece | null)[]): boolean {
  let column = 0;
  let promoted = false;
  for (const letter of row) {
    if (letter === '+') {
      promoted = true;
    } else if (letter >= '1' && letter <= '9') {
      column += Number(letter);
    } else {
      const kind = letter.toUpperCase() as Kind;
      if (!'PLNSGBRK'.includes(kind) || column > 8) return false;
      board[rank * 9 + column] = { kind, promoted, side: letter === kind ? 'black' : 'white' };
      promoted = false;
      column += 1;
    }
  }
  return column === 9;
}

function parseHands(text: string, hands: Record<Side, Hand>): boolean {
  if (text === '-') return true;
  for (const [, count, letter] of text.matchAll(/(\d*)([A-Za-z])/g)) {
    const kind = letter!.toUpperCase() as HandKind;
    if (!HAND_KINDS.includes(kind)) return false;
    hands[letter === kind ? 'black' : 'white'][kind] += count === '' ? 1 : Number(count);
  }
  return true;
}

/** Reads SFEN (with or without a leading `sfen`); null if invalid. */
export function parseSfen(sfen: string): Position | null {
  const parts = sfen.trim().replace(/^(position\s+)?sfen\s+/, '').split(/\s+/);
  const position = emptyPosition();
  if (!parseBoard(parts[0] ?? '', position.board)) return null;
  if (!parseHands(parts[2] ?? '-', position.hands)) return null;
  position.turn = parts[1] === 'w' ? 'white' : 'black';
  position.ply = Math.max(1, Number(parts[3] ?? 1) || 1);
  return position;
}

export function pieceLetter(piece: Piece): string {
  const letter = piece.side === 'black' ? piece.kind : piece.kind.toLowerCase();
  return piece.promoted ? `+${letter}` : letter;
}

function formatRow(row: (Piece | null)[]): string {
  return row
    .map((piece) => (piece ? pieceLetter(piece) : '.'))
    .join('')
    .replace(/\.+/g, (run) => String(run.length));
}

function formatHands(hands: Record<Side, Hand>): string {
  const of = (side: Side) =>
    HAND_KINDS.filter((kind) => hands[side][kind] > 0)
      .map((kind) => {
        const count = hands[side][kind];
        const letter = side === 'black' ? kind : kind.toLowerCase();
        return count > 1 ? `${count}${letter}` : letter;
      })
      .join('');
  return of('black') + of('white') || '-';
}

/** Writes SFEN. */
export function formatSfen(position: Position): string {
  const rows = Array.from({ length: 9 }, (_, rank) =>
    formatRow(position.board.slice(rank * 9, rank * 9 + 9)),
  );
  const turn = position.turn === 'black' ? 'b' : 'w';
  return `${rows.join('/')} ${turn} ${formatHands(position.hands)} ${position.ply}`;
}

/** Pieces of a full set that can be in hand. */
const FULL_SET: Hand = { R: 2, B: 2, G: 4, S: 4, N: 4, L: 4, P: 18 };

/** The position with all pieces that are nowhere in the hand of the side that is not to move. */
export function withRest(position: Position): Position {
  const next = clonePosition(position);
  const { black, white } = position.hands;
  for (const kind of HAND_KINDS) {
    const placed = position.board.filter((piece) => piece?.kind === kind).length + black[kind] + white[kind];
    next.hands[other(position.turn)][kind] += Math.max(0, FULL_SET[kind] - placed);
  }
  return next;
}

/** A mate problem with the rest of the box in the defender's hand; unchanged if no piece is missing. */
export function completed(sfen: string): string {
  const position = parseSfen(sfen);
  if (!position) return sfen;
  const whole = formatSfen(withRest(position));
  return whole === formatSfen(position) ? sfen : whole;
}

/** Has each side a king? */
export const hasKings = (position: Position): boolean =>
  (['black', 'white'] as const).every((side) => position.board.some((piece) => piece?.kind === 'K' && piece.side === side));

export function clonePosition(position: Position): Position {
  return {
    ...position,
    board: position.board.slice(),
    hands: { black: { ...position.hands.black }, white: { ...position.hands.white } },
  };
}

/** The position after a move; the same position when the move does not fit. */
export function applyMove(position: Position, usi: string): Position {
  const move = parseMove(usi);
  const next = clonePosition(position);
  if (!move) return next;
  const mover = position.turn;
  if (move.drop) {
    next.board[move.to] = { kind: move.drop, promoted: false, side: mover };
    next.hands[mover][move.drop] = Math.max(0, next.hands[mover][move.drop] - 1);
  } else {
    const piece = move.from === null ? null : position.board[move.from];
    if (!piece || move.from === null) return next;
    const taken = position.board[move.to];
    if (taken && taken.kind !== 'K') next.hands[mover][taken.kind] += 1;
    next.board[move.from] = null;
    next.board[move.to] = { ...piece, promoted: piece.promoted || move.promote };
  }
  next.turn = other(mover);
  next.ply += 1;
  return next;
}

/** Two positions without their move numbers. */
export const samePosition = (a: string, b: string): boolean =>
  a.split(' ').slice(0, 3).join(' ') === b.split(' ').slice(0, 3).join(' ');
