// What both sides plan, at the current node and over the game.

import { messageOf } from '../errors.ts';
import type { CastleView, GoalLine, GoalReport, GoalsAround, GoalView, PlanView, Side, Words as Phrase } from '../protocol.ts';
import { withSquares } from '../shogi/notation.ts';
import { parseMove, squareIndex } from '../shogi/sfen.ts';
import { documents } from './documents.svelte.ts';
import { prefs } from './prefs.svelte.ts';
import { server } from './server.svelte.ts';

/** A plan, or a goal, as the board draws it. */
export interface BoardGoal {
  /** Its place in the list of its side, from 1; the label. */
  rank: number;
  side: Side;
  to: number;
  /** Squares on the way, two for each step. */
  steps: { from: number; to: number }[];
}

/** A selected plan or goal. */
export interface ChosenGoal {
  kind: 'plan' | 'goal';
  side: Side;
  index: number;
}

/** Plans of each side that are drawn, unless one is chosen. */
const DRAWN = 2;

class Goals {
  /** The castles of the line. */
  line = $state.raw<GoalLine | null>(null);
  /** The goals at the node asked for last. */
  private around = $state.raw<GoalsAround | null>(null);
  waiting = $state(false);
  error = $state('');
  /** The plan or goal under the pointer or the focus. */
  chosen = $state.raw<ChosenGoal | null>(null);
  /** Are plans drawn on the board? */
  drawn = $state(false);
  private again = false;

  /** How many moves lead to the current node; -1 when the line is another one. */
  at = $derived.by(() => {
    const id = documents.node?.id;
    if (id === undefined || this.line?.document !== documents.current?.state.info.id) return -1;
    return id === 0 ? 0 : (this.line?.moves.findIndex((move) => move.node === id) ?? -1) + 1 || -1;
  });
  /** The goals at the current node; null when they are another node's. */
  here = $derived.by<GoalsAround | null>(() => {
    const around = this.around;
    return around && around.node === documents.node?.id && around.document === documents.current?.state.info.id ? around : null;
  });
  /** The goals of each side: the side to move now, the other before its last move. */
  reports = $derived.by<Partial<Record<Side, GoalReport>>>(() => {
    const found: Partial<Record<Side, GoalReport>> = {};
    for (const report of [this.here?.before, this.here?.after]) {
      if (report) found[report.side as Side] = report;
    }
    return found;
  });
  board = $derived.by<BoardGoal[]>(() => {
    if (!this.drawn) return [];
    const all = this.chosen ? [this.one(this.chosen)] : (['black', 'white'] as const).flatMap((side) => this.first(side));
    return all.filter((goal) => goal !== null && goal.to >= 0) as BoardGoal[];
  });

  private first(side: Side): (BoardGoal | null)[] {
    return (this.reports[side]?.plans ?? []).slice(0, DRAWN).map((plan, index) => drawnPlan(plan, side, index));
  }

  private one({ kind, side, index }: ChosenGoal): BoardGoal | null {
    const report = this.reports[side];
    const [plan, goal] = [report?.plans[index], report?.goals[index]];
    if (kind === 'plan') return plan ? drawnPlan(plan, side, index) : null;
    return goal ? drawnGoal(goal, side, index) : null;
  }

  /** Castle of a side after a number of moves. */
  castle(side: Side, at: number): CastleView | null {
    const move = at > 0 ? this.line?.moves[at - 1] : undefined;
    if (!move) return null;
    const place = side === 'black' ? 0 : 1;
    return move.standing[place][0] ?? move.building[place];
  }

  /** Requests missing data of the current node; one request at a time, even during quick steps through the moves. */
  async load(): Promise<void> {
    this.again = true;
    if (this.waiting) return;
    this.waiting = true;
    while (this.again) {
      this.again = false;
      await this.ask();
    }
    this.waiting = false;
  }

  private async ask(): Promise<void> {
    const document = documents.current?.state.info.id;
    const [node, revision] = [documents.node?.id, documents.current?.state.info.revision];
    if (document === undefined || node === undefined) return;
    try {
      if (this.line?.document !== document || this.line.revision !== revision || this.at < 0) {
        this.line = (await server.ask({ type: 'goals_line', document, node }, 'goal_line')).line;
      }
      if (this.here?.revision !== revision) {
        this.around = (await server.ask({ type: 'goals_get', document, node }, 'goals')).goals;
      }
      this.error = '';
    } catch (error) {
      this.error = messageOf(error);
    }
  }
}

/** A plan is drawn as the first of its moves. */
function drawnPlan(plan: PlanView, side: Side, index: number): BoardGoal | null {
  const move = parseMove(plan.moves[0] ?? '');
  return move && { rank: index + 1, side, to: move.to, steps: stepsOf([plan.moves[0]]) };
}

function drawnGoal(goal: GoalView, side: Side, index: number): BoardGoal {
  return { rank: index + 1, side, to: squareIndex(goal.square), steps: stepsOf(goal.next) };
}

function stepsOf(moves: string[]): BoardGoal['steps'] {
  return moves.flatMap((usi) => {
    const move = parseMove(usi);
    return move && move.from !== null ? [{ from: move.from, to: move.to }] : [];
  });
}

/** A phrase in the language of the page. */
export const phrase = (words: Phrase): string => (prefs.lang === 'ja' ? words.ja : withSquares(words.en, prefs.squares));

export const goals = new Goals();
