// Tasks of the beginner's course: position, goal, and whether moves reach it.

import type { Lang } from '../shogi/notation.ts';
import {
  applyMove, emptyPosition, formatSfen, parseMove, parseSfen, squareIndex, type HandKind, type Kind, type Position,
} from '../shogi/sfen.ts';
import { checkers, isCheck, isMate } from './rules.ts';

/** A sentence in both languages. */
export type Text = Record<Lang, string>;

/** The goal of a task. The learner is always Black; in tasks for Black alone White never moves. */
export type Goal =
  /** Reach these squares, with at most so many moves; for Black alone. */
  | { type: 'stars'; squares: string[]; moves: number }
  /** Promote with the next move. */
  | { type: 'promote' }
  /** Move, or drop, a piece of this kind by any legal move. */
  | { type: 'play'; kind: Kind; drop: boolean }
  | { type: 'check' }
  | { type: 'mate' }
  /** Get out of check in this way. */
  | { type: 'escape'; by: 'king' | 'capture' | 'block' }
  /** Follow a line, a sentence for each move of Black; stars mark where pieces will stand: `S3h`. */
  | { type: 'line'; alone: boolean; steps: Text[]; aims: string[]; end: Text };

export interface Task {
  sfen: string;
  ask: Text;
  goal: Goal;
  /** Moves that solve it; in a line those of both sides. */
  solution: string[];
}

export interface Chapter {
  id: string;
  title: Text;
  /** The rule, a sentence each. */
  text: Text[];
  tasks: Task[];
}

/** Why a legal move does not solve the task. */
export type Miss = 'tooMany' | 'noPromotion' | 'otherPiece' | 'noCheck' | 'notMate' | 'notKing' | 'notCapture' | 'notBlock' | 'otherMove';
export type Outcome = 'open' | 'solved' | Miss;

/** An SFEN from pieces as `+R5e k5a` and Black's hand as `PG`. */
export function setUp(pieces: string, hand = ''): string {
  const position = emptyPosition();
  for (const word of pieces.split(' ')) {
    const [letter, square] = [word.at(-3)!, word.slice(-2)];
    const kind = letter.toUpperCase() as Kind;
    position.board[squareIndex(square)] = { kind, promoted: word.startsWith('+'), side: letter === kind ? 'black' : 'white' };
  }
  for (const letter of hand) position.hands.black[letter as HandKind] += 1;
  return formatSfen(position);
}

export const stars = (moves: number, ...squares: string[]): Goal => ({ type: 'stars', squares, moves });

/** A line, written as one move of Black and its sentence after the other; in `moves` White's answers follow in brackets: `7g7f(3c3d)`. */
export function line(sfen: string, ask: Text, aims: string, end: Text, moves: readonly (readonly [string, Text])[]): Task {
  const pairs = moves.map(([words]) => words.split(/[()]/).filter((move) => move !== ''));
  const alone = pairs.every((pair) => pair.length === 1);
  return { sfen, ask, goal: { type: 'line', alone, steps: moves.map(([, text]) => text), aims: aims.split(' '), end }, solution: pairs.flat() };
}

/** Does only Black move? */
export const isAlone = ({ goal }: Task): boolean => goal.type === 'stars' || (goal.type === 'line' && goal.alone);

/** The position after a move of a task. */
export function afterMove(task: Task, position: Position, usi: string): Position {
  const next = applyMove(position, usi);
  return isAlone(task) ? { ...next, turn: position.turn } : next;
}

/** The positions before and after each of these moves. */
function positions(task: Task, moves: readonly string[]): Position[] {
  const found = [parseSfen(task.sfen) ?? emptyPosition()];
  for (const usi of moves) found.push(afterMove(task, found.at(-1)!, usi));
  return found;
}

export const positionAfter = (task: Task, moves: readonly string[]): Position => positions(task, moves).at(-1)!;

/** Squares that are still to be reached. */
export function openStars({ goal }: Task, moves: readonly string[], position: Position): number[] {
  if (goal.type === 'stars') {
    const reached = moves.map((usi) => usi.slice(2, 4));
    return goal.squares.filter((square) => !reached.includes(square)).map(squareIndex);
  }
  if (goal.type !== 'line') return [];
  return goal.aims
    .map((aim) => ({ kind: aim[0], square: squareIndex(aim.slice(1)) }))
    .filter(({ kind, square }) => position.board[square]?.kind !== kind || position.board[square]?.side !== 'black')
    .map(({ square }) => square);
}

/** How a check was answered. */
function answered(before: Position, usi: string): 'king' | 'capture' | 'block' {
  const move = parseMove(usi)!;
  if (checkers(before, 'black').includes(move.to)) return 'capture';
  return move.from !== null && before.board[move.from]?.kind === 'K' ? 'king' : 'block';
}

const ESCAPES = { king: 'notKing', capture: 'notCapture', block: 'notBlock' } as const;

/** Judges a sequence of legal moves that ends with one of Black's. */
export function judge(task: Task, moves: readonly string[]): Outcome {
  const usi = moves.at(-1);
  if (usi === undefined) return 'open';
  const [before, after] = positions(task, moves).slice(-2) as [Position, Position];
  const { goal } = task;
  const move = parseMove(usi)!;
  switch (goal.type) {
    case 'stars':
      if (openStars(task, moves, after).length === 0) return 'solved';
      return moves.length < goal.moves ? 'open' : 'tooMany';
    case 'promote': return move.promote ? 'solved' : 'noPromotion';
    case 'play': {
      const kind = move.drop ?? before.board[move.from!]?.kind;
      return kind === goal.kind && (move.drop !== null) === goal.drop ? 'solved' : 'otherPiece';
    }
    case 'check': return isCheck(after) ? 'solved' : 'noCheck';
    case 'mate': return isMate(after) ? 'solved' : isCheck(after) ? 'notMate' : 'noCheck';
    case 'escape': return answered(before, usi) === goal.by ? 'solved' : ESCAPES[goal.by];
    case 'line':
      if (task.solution[moves.length - 1] !== usi) return 'otherMove';
      return moves.length === task.solution.length ? 'solved' : 'open';
  }
}

/** The move of the solution that comes next; null where the moves left it. */
export const nextOf = (task: Task, moves: readonly string[]): string | null =>
  moves.every((usi, at) => task.solution[at] === usi) ? (task.solution[moves.length] ?? null) : null;
