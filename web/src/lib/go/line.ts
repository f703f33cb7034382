// A line of the Go room: the steps of a game, or those up to one of them and other moves from there.

import type { GoBranch, GoKept, GoPosition, GoReviewedMove, GoSecondOpinion, GoSolution, GoStatus, GoStep } from '../protocol.ts';

/** A position, and the move that led there. */
export interface Step {
  position: GoPosition;
  move: string | null;
}

/** A reviewed move, and the number of the step that it leads to. */
export interface Reviewed extends GoReviewedMove {
  at: number;
}

/** The review of a line. */
export interface LineReview {
  line: Step[];
  rules: string;
  moves: Reviewed[];
}

/** The trainer's verdict on the last try. */
export interface Trial {
  mv: string;
  /** Points lost; null while counted, or when that is all that can be said. */
  loss: number | null;
  /** Can the loss not be found? */
  unknown?: boolean;
  reply: string | null;
}

/** Points whose chains the user takes for alive, or for dead. */
export interface Corrections {
  alive: string[];
  dead: string[];
}

/** The count of a position: territory, with the user's corrections. */
export interface Counted extends Corrections {
  key: string;
  status: GoStatus;
  /** The opinion of another program, if it was asked. */
  second: GoSecondOpinion | null;
}

/** The user's corrections after toggling a group between dead and alive. */
export function flipped(counted: Corrections, group: string[], wasDead: boolean): Corrections {
  const others = (names: string[]) => names.filter((name) => !group.includes(name));
  const [alive, dead] = [others(counted.alive), others(counted.dead)];
  return wasDead ? { alive: [...alive, ...group], dead } : { alive, dead: [...dead, ...group] };
}

/** A position solved. */
export interface Solved extends GoSolution {
  /** Milliseconds used. */
  ms: number;
  /** Was it stopped before the end? */
  stopped: boolean;
}

/** Limits of an exact solution that can be chosen, in seconds. */
export const LIMITS = [10, 60, 600] as const;

/** What clicks on the board do. */
export const MODES = ['play', 'edit', 'train', 'count', 'review'] as const;
export type Mode = (typeof MODES)[number];

export const modeOf = (text: string | null): Mode | null => MODES.find((mode) => mode === text) ?? null;

export const stepsOf = (steps: GoStep[]): Step[] => steps.map(({ position, mv }) => ({ position, move: mv }));

/** Where a line leaves its game, and the moves from there. */
export function branchOf(game: Step[], line: Step[]): GoBranch {
  if (line === game) return { from: 0, moves: [] };
  const left = line.findIndex((step, at) => step !== game[at]);
  const from = (left < 0 ? line.length : left) - 1;
  return { from, moves: line.slice(from + 1).map(({ move }) => move ?? 'pass') };
}

/** The state stored with the document of a game. */
export function keptOf(game: Step[], line: Step[], rules: string, review: LineReview | null): GoKept {
  const kept = review && { rules: review.rules, branch: branchOf(game, review.line), moves: review.moves };
  return { rules, branch: branchOf(game, line), review: kept };
}

export const sameBranch = (a: GoBranch, b: GoBranch): boolean => a.from === b.from && a.moves.join() === b.moves.join();

/** Is the stored state equal? A review only grows. */
export function sameKept(a: GoKept, b: GoKept): boolean {
  if (a.rules !== b.rules || !sameBranch(a.branch, b.branch)) return false;
  if (!a.review || !b.review) return a.review === b.review;
  return a.review.rules === b.review.rules && a.review.moves.length === b.review.moves.length && sameBranch(a.review.branch, b.review.branch);
}

/** The line of a branch, when the positions after its moves are known. */
export function lineOf(game: Step[], { from, moves }: GoBranch, positions: GoPosition[]): Step[] {
  if (moves.length === 0) return game;
  const added = positions.map((position, i) => ({ position, move: moves[i]! }));
  return [...game.slice(0, from + 1), ...added];
}
