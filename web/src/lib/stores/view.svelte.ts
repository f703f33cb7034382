// The analysis view's data of the current node: values, arrows, texts of moves.

import type { Evaluation, MoveReport, TreeNode } from '../protocol.ts';
import { evalAfter, shortEval } from '../shogi/evaluation.ts';
import { japaneseLine, spokenMove, westernLine, westernMove } from '../shogi/notation.ts';
import { emptyPosition, parseMove, parseSfen, samePosition, type Position } from '../shogi/sfen.ts';
import type { BoardArrow } from '../../components/board/Arrows.svelte';
import type { Doc } from '../tree/document.ts';
import { i18n } from '../i18n/index.svelte.ts';
import { documents } from './documents.svelte.ts';
import { live } from './live.svelte.ts';
import { prefs } from './prefs.svelte.ts';
import { reports } from './reports.svelte.ts';
import { tabs } from './tabs.svelte.ts';

export function arrowOf(usi: string | undefined, rank: number, label?: string): BoardArrow[] {
  const move = usi ? parseMove(usi) : null;
  return move ? [{ from: move.from, drop: move.drop, to: move.to, rank, label }] : [];
}

/** The best move of one of several engines, in its colour. */
function bestOf(engine: number, tone: number): BoardArrow[] {
  const best = live.of(engine)?.lines[0];
  return best ? arrowOf(best.pv[0], 1, shortEval(best.eval, prefs.lang)).map((arrow) => ({ ...arrow, tone })) : [];
}

class View {
  flipped = $derived(tabs.active?.flipped ?? false);

  position = $derived<Position>(parseSfen(documents.node?.sfen ?? '') ?? emptyPosition());
  /** Lines of the live engine, if they belong to the board. */
  lines = $derived(
    live.target && documents.node && samePosition(live.target.sfen, documents.node.sfen) ? live.lines : [],
  );
  value = $derived<Evaluation | null>(this.lines[0]?.eval ?? this.stored(documents.node));
  /** The whole-game analysis of the position of the node: a judged move played from it. */
  judged = $derived.by<MoveReport | null>(() => {
    const moves = reports.current?.moves;
    const next = documents.node?.children.find((id) => moves?.has(id));
    return next === undefined ? null : (moves?.get(next) ?? null);
  });
  arrows = $derived.by<BoardArrow[]>(() => {
    if (!prefs.value.arrows) return [];
    if (live.enabled && live.engines.length > 1) return live.engines.flatMap(bestOf);
    if (live.enabled) {
      return this.lines.flatMap((line) =>
        arrowOf(line.pv[0], line.rank, line.rank === 1 ? shortEval(line.eval, prefs.lang) : undefined),
      );
    }
    return arrowOf(this.judged?.best, 1);
  });

  /** The whole-game analysis of a node. */
  stored(node: TreeNode | null): Evaluation | null {
    if (!node || !reports.current) return null;
    if (node.id === 0) return reports.current.start;
    const move = reports.current.moves.get(node.id);
    return move ? evalAfter(move) : null;
  }

  flip(): void {
    tabs.flip();
  }
}

export const view = new View();

const before = (node: TreeNode, doc: Doc | null | undefined): string | undefined =>
  node.parent === null ? undefined : doc?.nodes.get(node.parent)?.sfen;

/** A move in the notation of the language; of the game that is analysed, unless another one is given. */
export function moveText(node: TreeNode, doc = documents.current): string {
  if (node.kind === 'end') return i18n.t.results[node.text] ?? node.text;
  if (prefs.lang === 'ja' || node.kind !== 'move') return node.text;
  const position = parseSfen(before(node, doc) ?? '');
  return position ? westernMove(position, node.usi, prefs.squares) : node.text;
}

/** A line of moves in the notation of the language. */
export const lineText = (sfen: string, usi: string[], kif: string[]): string[] =>
  prefs.lang === 'ja' ? kif : westernLine(sfen, usi, prefs.squares);

/** The same for a line without a text from the server. */
export const writtenLine = (sfen: string, usi: string[]): string[] =>
  prefs.lang === 'ja' ? japaneseLine(sfen, usi) : westernLine(sfen, usi, prefs.squares);

/** A move for screen readers. */
export function moveSpoken(node: TreeNode, doc = documents.current): string {
  const sfen = before(node, doc);
  if (!sfen || node.kind !== 'move') return moveText(node, doc);
  const move = `${node.ply} ${spokenMove(sfen, node.usi, prefs.lang, prefs.squares)}`;
  return node.check ? `${move}${prefs.lang === 'ja' ? '、' : ', '}${i18n.t.check}` : move;
}
