// Whole-game analyses, by document.

import type { Budget, Evaluation, GamePhases, GameReport, MoveReport, PlayerSummary } from '../protocol.ts';
import { documents } from './documents.svelte.ts';
import { server } from './server.svelte.ts';

export interface Analysis {
  budget: Budget;
  start: Evaluation | null;
  /** By node. */
  moves: ReadonlyMap<number, MoveReport>;
  complete: boolean;
  /** Nodes of the moves that decided the game. */
  decisive: readonly number[];
  /** Where the parts of the game begin. */
  phases: GamePhases;
  summary: [PlayerSummary, PlayerSummary];
}

class Reports {
  all = $state.raw<ReadonlyMap<number, Analysis>>(new Map());
  private asked = new Set<string>();

  current = $derived<Analysis | null>(
    documents.current ? (this.all.get(documents.current.state.info.id) ?? null) : null,
  );
  /** Mistakes and missed mates of the current document in order. */
  mistakes = $derived<MoveReport[]>(
    [...(this.current?.moves.values() ?? [])]
      .filter((move) => move.class !== null || move.missed_mate !== null)
      .sort((a, b) => a.ply - b.ply),
  );

  /** Goes to where a mistake was made: the position before it, in which the better move is drawn. */
  goTo(move: MoveReport): void {
    documents.goTo(documents.current?.nodes.get(move.node)?.parent ?? move.node);
  }

  /** Is the position before this mistake shown? */
  isShown(move: MoveReport): boolean {
    return documents.node !== null && documents.current?.nodes.get(move.node)?.parent === documents.node.id;
  }

  constructor() {
    server.onEvent((event) => {
      if (event.type === 'report') this.merge(event.report);
    });
  }

  /** Asks once for each connection whether a document has an analysis. */
  async load(document: number): Promise<void> {
    const key = `${server.connection}/${document}`;
    if (this.asked.has(key)) return;
    this.asked.add(key);
    const known = this.all.get(document);
    try {
      const { report } = await server.ask({ type: 'report_get', document }, 'report');
      // Updates received meanwhile are newer than the answer.
      const told = this.all.get(document);
      this.set(report, told === known ? undefined : told);
    } catch {
      // Not analysed yet.
    }
  }

  private set(report: GameReport, newer: Analysis | undefined): void {
    const moves = new Map(report.moves.map((move) => [move.node, move]));
    for (const [node, move] of newer?.moves ?? []) moves.set(node, move);
    const { start } = report;
    const { budget, complete, decisive, phases, summary } = newer ?? report;
    this.all = new Map(this.all).set(report.document, { budget, start, moves, complete, decisive, phases, summary });
  }

  private merge(report: GameReport): void {
    const before = this.all.get(report.document);
    const moves = new Map(before?.moves);
    for (const move of report.moves) moves.set(move.node, move);
    const { budget, complete, decisive, phases, summary } = report;
    const start = report.start ?? before?.start ?? null;
    this.all = new Map(this.all).set(report.document, { budget, start, moves, complete, decisive, phases, summary });
  }
}

export const reports = new Reports();
