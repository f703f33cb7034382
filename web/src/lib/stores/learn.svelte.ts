// Learn from your mistakes: one side's mistakes one after another, to be played better.

import type { MoveReport, MoveVerdict, Side } from '../protocol.ts';
import { shortEval } from '../shogi/evaluation.ts';
import type { BoardArrow } from '../../components/board/Arrows.svelte';
import { applyMove, formatSfen, parseSfen } from '../shogi/sfen.ts';
import { documents } from './documents.svelte.ts';
import { prefs } from './prefs.svelte.ts';
import { reports } from './reports.svelte.ts';
import { report, server } from './server.svelte.ts';
import { arrowOf, view } from './view.svelte.ts';

type Step = 'ask' | 'judging' | 'good' | 'bad' | 'shown' | 'end';
/** A loss below this counts as equal to the engine's move. */
const GOOD_LOSS = 0.05;

class Learn {
  /** The document whose mistakes these are. */
  private document = $state<number | null>(null);
  /** Over another record there is nothing to learn from: its board is shown. */
  active = $derived(this.document !== null && this.document === documents.current?.state.info.id);
  side = $state<Side>('black');
  step = $state<Step>('ask');
  index = $state(0);
  verdict = $state.raw<MoveVerdict | null>(null);
  private tried = $state<string | null>(null);
  private list = $state.raw<MoveReport[]>([]);

  count = $derived(this.list.length);
  mistake = $derived<MoveReport | null>(this.list[this.index] ?? null);
  private start = $derived.by(() => {
    const node = this.mistake ? documents.current?.nodes.get(this.mistake.node) : undefined;
    return (node && node.parent !== null ? documents.current?.nodes.get(node.parent) : undefined) ?? null;
  });
  sfen = $derived.by(() => {
    const sfen = this.start?.sfen ?? '';
    const position = this.tried ? parseSfen(sfen) : null;
    return position && this.tried ? formatSfen(applyMove(position, this.tried)) : sfen;
  });
  lastMove = $derived(this.tried ?? this.start?.usi ?? null);
  locked = $derived(this.step !== 'ask');
  arrows = $derived<BoardArrow[]>(
    this.step === 'shown' && this.mistake ? arrowOf(this.mistake.best, 1, this.bestLabel()) : [],
  );

  begin(side: Side): void {
    this.side = side;
    this.list = reports.mistakes.filter((move) => move.side === side);
    this.index = 0;
    this.document = this.list.length > 0 ? (documents.current?.state.info.id ?? null) : null;
    this.retry();
  }

  retry(): void {
    this.step = 'ask';
    this.tried = null;
    this.verdict = null;
  }

  show(): void {
    this.retry();
    this.step = 'shown';
  }

  next(): void {
    this.retry();
    if (this.index + 1 < this.list.length) this.index += 1;
    else this.step = 'end';
  }

  stop(): void {
    this.document = null;
    if (this.start) documents.goTo(this.start.id);
  }

  async attempt(usi: string): Promise<void> {
    const sfen = this.start?.sfen;
    if (!sfen || this.step !== 'ask') return;
    this.tried = usi;
    if (usi === this.mistake?.best) {
      this.step = 'good';
      return;
    }
    this.step = 'judging';
    try {
      const { verdict } = await server.ask({ type: 'move_judge', sfen, usi }, 'verdict');
      if (this.tried !== usi) return;
      this.verdict = verdict;
      this.step = verdict.loss < GOOD_LOSS ? 'good' : 'bad';
    } catch (error) {
      report(error);
      this.retry();
    }
  }

  private bestLabel(): string | undefined {
    const before = view.stored(this.start);
    return before ? shortEval(before, prefs.lang) : undefined;
  }
}

export const learn = new Learn();
