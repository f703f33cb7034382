// Requests to the server about lines and moves of go.

import type { GoAnswer, GoBranch, GoPosition, GoRecord, GoSolution, Side } from '../protocol.ts';
import { other } from '../sides.ts';
import { server } from '../stores/server.svelte.ts';
import { written, type Said } from './written.ts';
import { branchOf, lineOf, sameBranch, type Step } from './line.ts';

/** A line with what is written about its game. */
interface Shown {
  steps: Step[];
  record: GoRecord | null;
  rules: string;
  name: string;
}

export const isExact = (answer: GoAnswer | undefined): boolean => answer !== undefined && answer.low === answer.high;

/** The result with one side moving first. */
export const answerOf = (solution: GoSolution, first: Side): GoAnswer => (first === 'black' ? solution.black_first : solution.white_first);

/** The line of a branch: `known` if it is the same one. Fails where its moves cannot be played. */
export async function playedLine(game: Step[], branch: GoBranch, rules: string, known: Step[] = game): Promise<Step[]> {
  const { from, moves } = branch;
  if (moves.length === 0) return game;
  if (sameBranch(branchOf(game, known), branch)) return known;
  const { positions } = await server.ask({ type: 'go_play', position: game[from]!.position, rules, moves }, 'go_played');
  return lineOf(game, branch, positions);
}

/** The SGF of the line on a board, with the judgements in `said` for its steps. */
export async function sgfOf({ steps, record, rules, name }: Shown, said: ReadonlyMap<number, Said>): Promise<string> {
  const line = { ...written(steps, said), rules, komi: record?.komi ?? null, name, black: record?.black ?? '', white: record?.white ?? '' };
  return (await server.ask({ type: 'go_write', line }, 'go_written')).sgf;
}

/** Points that a move of the side to move loses, compared with the answer `before` it; null if unknown. */
export async function lossOf(mv: string, before: GoAnswer | null, position: GoPosition, rules: string, seconds: number): Promise<number | null> {
  const known = before?.moves.find((candidate) => candidate.move === mv)?.loss;
  if (known !== undefined) return known;
  if (!before || !isExact(before)) return null;
  const { positions } = await server.ask({ type: 'go_play', position, rules, moves: [mv] }, 'go_played');
  const { solution } = await server.ask({ type: 'go_solve', position: positions[0]!, rules, seconds }, 'go_solved');
  const after = answerOf(solution, other(position.turn));
  return isExact(after) ? (before.low - after.low) * (position.turn === 'black' ? 1 : -1) : null;
}
