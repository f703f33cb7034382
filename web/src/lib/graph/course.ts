// The course of a game as data for the graph.

import type { Evaluation, MoveReport, TreeNode } from '../protocol.ts';
import { evalAfter } from '../shogi/evaluation.ts';
import { parseSfen, type Position } from '../shogi/sfen.ts';

/** Centipawns beyond this are drawn at it. */
export const CP_LIMIT = 2_000;

export interface CourseMark {
  ply: number;
  node: number;
  /** Win rate lost, 0..=1: the size of the dot. */
  loss: number;
  mate: boolean;
}

export interface Course {
  plies: number[];
  values: (number | null)[];
  marks: CourseMark[];
}

const valueOf = (value: Evaluation, unit: 'win' | 'cp'): number =>
  unit === 'win' ? value.win_rate * 100 : Math.max(-CP_LIMIT, Math.min(CP_LIMIT, value.cp));

/** One value for every ply of a line; gaps where nothing is known. */
export function courseOf(
  line: readonly TreeNode[],
  start: Evaluation | null,
  moves: ReadonlyMap<number, MoveReport>,
  unit: 'win' | 'cp',
): Course {
  const course: Course = { plies: [], values: [], marks: [] };
  for (const node of line) {
    if (node.kind !== 'start' && node.kind !== 'move') continue;
    const move = moves.get(node.id);
    const value = node.kind === 'start' ? start : move ? evalAfter(move) : null;
    course.plies.push(node.ply);
    course.values.push(value ? valueOf(value, unit) : null);
    if (move && (move.class !== null || move.missed_mate !== null)) {
      course.marks.push({ ply: node.ply, node: node.id, loss: move.loss, mate: move.missed_mate !== null });
    }
  }
  return course;
}

/** The part of a line that leaves the game, with the node where it does; null for the game itself. */
export function variationOf(game: readonly TreeNode[], line: readonly TreeNode[]): TreeNode[] | null {
  const leaves = line.findIndex((node, i) => game[i]?.id !== node.id);
  return leaves < 0 ? null : line.slice(Math.max(0, leaves - 1));
}

/** The plies of a game, and those that a variation adds behind its end. */
export function pliesOf(game: Course, variation: Course | null): number[] {
  const end = game.plies.at(-1) ?? -1;
  return [...game.plies, ...(variation?.plies ?? []).filter((ply) => ply > end)];
}

/** First plies of the middle game and of the endgame. */
export interface Phases {
  middle: number | null;
  end: number | null;
}

function fighting(position: Position): boolean {
  const hands = [position.hands.black, position.hands.white];
  const taken = hands.reduce((sum, hand) => sum + hand.R + hand.G + hand.S + hand.N + hand.L, 0);
  return taken > 0 || position.board.some((piece) => piece?.promoted && piece.kind !== 'B');
}

function kingUnderFire(position: Position): boolean {
  return position.board.some((king, at) => {
    if (king?.kind !== 'K') return false;
    const near = position.board.filter(
      (piece, i) =>
        piece !== null &&
        piece.side !== king.side &&
        Math.abs((i % 9) - (at % 9)) <= 2 &&
        Math.abs(Math.floor(i / 9) - Math.floor(at / 9)) <= 2,
    );
    return near.length >= 2;
  });
}

/**
 * Phases by what is on the board: the middle game begins when a piece other than pawns and bishops was
 * taken or one of them promoted, the endgame when two enemies stand within two squares of a king.
 */
export function phasesOf(line: readonly TreeNode[]): Phases {
  const phases: Phases = { middle: null, end: null };
  for (const node of line) {
    const position = parseSfen(node.sfen);
    if (!position) continue;
    if (phases.middle === null && fighting(position)) phases.middle = node.ply;
    if (phases.middle !== null && kingUnderFire(position)) {
      phases.end = Math.max(node.ply, phases.middle + 1);
      break;
    }
  }
  return phases;
}
