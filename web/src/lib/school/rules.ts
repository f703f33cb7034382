// The rules of moves for the beginner's course, which explains illegal moves. Other rooms ask the server what is legal;
// it refuses boards without kings, which the course uses.

import type { LegalMove, Side } from '../protocol.ts';
import { other } from '../sides.ts';
import { applyMove, canPromote, HAND_KINDS, parseMove, squareName, type Kind, type Move, type Piece, type Position } from '../shogi/sfen.ts';

/** The rule that a move breaks. */
export type Broken =
  | 'shape' | 'blocked' | 'own' | 'occupied' | 'twoPawns' | 'dead' | 'notHere' | 'mustPromote' | 'inCheck' | 'intoCheck' | 'exposed' | 'pawnMate';

/** A step of Black: columns to the right, ranks downwards. */
type Step = readonly [number, number];

const ORTHOGONAL: Step[] = [[0, -1], [-1, 0], [1, 0], [0, 1]];
const DIAGONAL: Step[] = [[-1, -1], [1, -1], [-1, 1], [1, 1]];
const GOLD: Step[] = [...ORTHOGONAL, [-1, -1], [1, -1]];
const STEPS: Record<Kind, Step[]> = {
  K: [...ORTHOGONAL, ...DIAGONAL], G: GOLD, S: [...DIAGONAL, [0, -1]], N: [[-1, -2], [1, -2]], P: [[0, -1]], L: [], B: [], R: [],
};
const SLIDES: Partial<Record<Kind, Step[]>> = { L: [[0, -1]], B: DIAGONAL, R: ORTHOGONAL };

function stepsOf({ kind, promoted }: Piece): Step[] {
  if (!promoted) return STEPS[kind];
  return kind === 'B' ? ORTHOGONAL : kind === 'R' ? DIAGONAL : GOLD;
}

const slidesOf = ({ kind, promoted }: Piece): Step[] => (promoted && kind === 'L' ? [] : (SLIDES[kind] ?? []));

/** The square a step away for a side; -1 outside the board. */
function stepped(from: number, [right, down]: Step, side: Side, times = 1): number {
  const turn = side === 'black' ? times : -times;
  const [column, row] = [(from % 9) + right * turn, Math.floor(from / 9) + down * turn];
  return column >= 0 && column < 9 && row >= 0 && row < 9 ? row * 9 + column : -1;
}

/** The squares that a piece attacks, those of its own side among them; `through`: as if nothing stood in its way. */
function attacked(board: readonly (Piece | null)[], from: number, through = false): number[] {
  const piece = board[from];
  if (!piece) return [];
  const found = stepsOf(piece).map((step) => stepped(from, step, piece.side)).filter((to) => to >= 0);
  for (const slide of slidesOf(piece)) {
    for (let times = 1; times < 9; times += 1) {
      const to = stepped(from, slide, piece.side, times);
      if (to < 0) break;
      found.push(to);
      if (board[to] && !through) break;
    }
  }
  return found;
}

/** Squares of the pieces that give check to a side; empty without a king. */
export function checkers(position: Position, side: Side): number[] {
  const { board } = position;
  const king = board.findIndex((piece) => piece?.kind === 'K' && piece.side === side);
  if (king < 0) return [];
  return [...board.keys()].filter((at) => board[at]?.side === other(side) && attacked(board, at).includes(king));
}

export const isCheck = (position: Position, side: Side = position.turn): boolean => checkers(position, side).length > 0;

/** Ranks before a piece, seen from its side. */
const ahead = (square: number, side: Side): number => (side === 'black' ? Math.floor(square / 9) : 8 - Math.floor(square / 9));

/** Could an unpromoted piece never move again from there? */
const isDead = (kind: Kind, square: number, side: Side): boolean =>
  ahead(square, side) < (kind === 'N' ? 2 : kind === 'P' || kind === 'L' ? 1 : 0);

const isZone = (square: number, side: Side): boolean => ahead(square, side) < 3;

function brokenByDrop({ board, turn }: Position, kind: Kind, to: number): Broken | null {
  if (board[to]) return 'occupied';
  const file = board.filter((_, at) => at % 9 === to % 9);
  if (kind === 'P' && file.some((piece) => piece?.kind === 'P' && !piece.promoted && piece.side === turn)) return 'twoPawns';
  return isDead(kind, to, turn) ? 'dead' : null;
}

function brokenByStep({ board, turn }: Position, { from, to, promote }: Move): Broken | null {
  const piece = from === null ? null : board[from];
  if (!piece || piece.side !== turn) return 'notHere';
  if (!attacked(board, from!).includes(to)) return attacked(board, from!, true).includes(to) ? 'blocked' : 'shape';
  if (board[to]?.side === turn) return 'own';
  if (promote && (piece.promoted || !canPromote(piece.kind) || !(isZone(from!, turn) || isZone(to, turn)))) return 'notHere';
  return !promote && !piece.promoted && isDead(piece.kind, to, turn) ? 'mustPromote' : null;
}

/** Rules about the kings: own king in check, mate by a pawn drop. */
function brokenByKing(position: Position, usi: string, move: Move): Broken | null {
  const { turn, board } = position;
  const next = applyMove(position, usi);
  if (isCheck(next, turn)) {
    if (move.from !== null && board[move.from]?.kind === 'K') return 'intoCheck';
    return isCheck(position) ? 'inCheck' : 'exposed';
  }
  return move.drop === 'P' && isMate(next) ? 'pawnMate' : null;
}

/** The rule that a move breaks; null for a legal move. */
export function broken(position: Position, usi: string): Broken | null {
  const move = parseMove(usi);
  if (!move) return 'notHere';
  if (move.drop && position.hands[position.turn][move.drop] === 0) return 'notHere';
  const rule = move.drop ? brokenByDrop(position, move.drop, move.to) : brokenByStep(position, move);
  return rule ?? brokenByKing(position, usi, move);
}

/** Candidate moves of all pieces, legal or not. */
function* candidates({ board, hands, turn }: Position): Generator<string> {
  for (const from of board.keys()) {
    if (board[from]?.side !== turn) continue;
    for (const to of attacked(board, from)) yield* ['', '+'].map((mark) => `${squareName(from)}${squareName(to)}${mark}`);
  }
  for (const kind of HAND_KINDS.filter((one) => hands[turn][one] > 0)) {
    for (const to of board.keys()) yield `${kind}*${squareName(to)}`;
  }
}

/** The legal moves in USI. */
export const legalUsi = (position: Position): string[] => [...candidates(position)].filter((usi) => broken(position, usi) === null);

/** The legal moves as the board takes them. */
export const legalList = (position: Position): LegalMove[] =>
  legalUsi(position).map((usi) => ({
    usi,
    from: usi[1] === '*' ? null : usi.slice(0, 2),
    drop: usi[1] === '*' ? usi[0]! : null,
    to: usi.slice(2, 4),
    promote: usi.endsWith('+'),
  }));

/** The first legal move; null if there is none. */
export function someLegal(position: Position): string | null {
  for (const usi of candidates(position)) if (broken(position, usi) === null) return usi;
  return null;
}

/** Is the side to move mated? */
export const isMate = (position: Position): boolean => isCheck(position) && someLegal(position) === null;
