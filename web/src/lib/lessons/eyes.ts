// False-eye judgment as the Go paper prints it, for boards whose walls are known to be alive.

import type { GoBoard } from '../go/board.ts';
import type { Side } from '../protocol.ts';

const SIDES = [[-1, 0], [1, 0], [0, -1], [0, 1]] as const;
const CORNERS = [[-1, -1], [1, -1], [-1, 1], [1, 1]] as const;

function near({ width, height }: GoBoard, index: number, steps: readonly (readonly [number, number])[]): number[] {
  const [x, y] = [index % width, Math.floor(index / width)];
  return steps.map(([dx, dy]) => [x + dx, y + dy] as const).filter(([a, b]) => a >= 0 && b >= 0 && a < width && b < height).map(([a, b]) => b * width + a);
}
export const sidesOf = (board: GoBoard, index: number): number[] => near(board, index, SIDES);
export const diagonalsOf = (board: GoBoard, index: number): number[] => near(board, index, CORNERS);

/** The stones joined with these, themselves included. */
export function joined(board: GoBoard, from: readonly number[]): ReadonlySet<number> {
  const seen = new Set(from);
  for (const at of seen) {
    for (const next of sidesOf(board, at)) if (board.stones[next] !== null && board.stones[next] === board.stones[at]) seen.add(next);
  }
  return seen;
}

/** Why a point cannot become an eye of the other side; null: it can. */
export type Strike = 'side' | 'diagonal' | null;

/** Strikes a point that living stones touch: one at a side, or two at diagonals, in a corner of the board one. */
export function strikeOf(board: GoBoard, living: ReadonlySet<number>, index: number): Strike {
  if (sidesOf(board, index).some((at) => living.has(at))) return 'side';
  const diagonals = diagonalsOf(board, index);
  const touching = diagonals.filter((at) => living.has(at)).length;
  return touching >= (diagonals.length === 1 ? 1 : 2) ? 'diagonal' : null;
}

export interface Judged {
  /** Points without living stones, and which of them are left as eyes. */
  region: number[];
  left: number[];
  /** Can the other side have two eyes: three points, or two that do not touch? */
  canLive: boolean;
}

export function judge(board: GoBoard, living: ReadonlySet<number>, region: readonly number[]): Judged {
  const open = region.filter((at) => !living.has(at));
  const left = open.filter((at) => strikeOf(board, living, at) === null);
  const touching = left.length === 2 && sidesOf(board, left[0]!).includes(left[1]!);
  return { region: open, left, canLive: left.length > 2 || (left.length === 2 && !touching) };
}

export function withStones(board: GoBoard, stones: readonly (readonly [number, Side])[]): GoBoard {
  const placed = [...board.stones];
  for (const [at, side] of stones) placed[at] = side;
  return { ...board, stones: placed };
}

/** The defender's first answer to an intrusion after which the intruder cannot live; null without one. */
export function answerTo(board: GoBoard, walls: readonly number[], defender: Side, intrusion: number, region: readonly number[]): number | null {
  const intruder = defender === 'black' ? 'white' : 'black';
  const holds = (at: number) => {
    const after = withStones(board, [[intrusion, intruder], [at, defender]]);
    return !judge(after, joined(after, walls), region).canLive;
  };
  return region.find((at) => at !== intrusion && board.stones[at] === null && holds(at)) ?? null;
}
