// Learn from your mistakes: one side's mistakes one after another, to be played better.

import type { MoveReport, MoveVerdict, Side } from '../protocol.ts';
import { shortEval } from '../shogi/evaluation.ts';
import type { BoardArrow } from '../../components/board/Arrows.svelte';
import { applyMove, formatSfen, parseSfen } from '../shogi/sfen.ts';
import { documents } from './documents.svelte.ts';
import { prefs } from './prefs.svelte.ts';
import { reports } from './reports.svelte.ts';
import { report, server } from './server.svelte.ts';
import { arrowOf, view, writtenLine } from './view.svelte.ts';

type Step = 'ask' | 'judging' | 'good' | 'bad' | 'shown' | 'end';
/** A loss below this counts as equal to the engine's move. */
const GOOD_LOSS = 0.05;
/** Moves of a line that can be played through. */
const SHOWN = 8;

class Learn {
  /** The document whose mistakes these are. */
  private document = $state<number | null>(null);
  /** Another record has no mistakes to learn from: its board is shown. */
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
  /** The line that can be played through: a failed move with its refutation, or the answer once requested. */
  line = $derived.by<string[]>(() => {
    if (this.step === 'bad' && this.verdict) return [this.verdict.usi, ...this.verdict.answer].slice(0, SHOWN);
    return this.step === 'shown' ? (this.mistake?.pv ?? []).slice(0, SHOWN) : [];
  });
  texts = $derived(this.start ? writtenLine(this.start.sfen, this.line) : []);
  /** Moves of the line that are on the board. */
  at = $state(0);
  private shown = $derived(this.line.length > 0 ? this.line.slice(0, this.at) : this.tried === null ? [] : [this.tried]);
  sfen = $derived.by(() => {
    const sfen = this.start?.sfen ?? '';
    let position = this.shown.length > 0 ? parseSfen(sfen) : null;
    for (const usi of this.shown) if (position) position = applyMove(position, usi);
    return position ? formatSfen(position) : sfen;
  });
  lastMove = $derived(this.shown.at(-1) ?? this.start?.usi ?? null);
  locked = $derived(this.step !== 'ask');
  arrows = $derived<BoardArrow[]>(
    this.step === 'shown' && this.at === 0 && this.mistake ? arrowOf(this.mistake.best, 1, this.bestLabel()) : [],
  );

  begin(side: Side): void {
    this.side = side;
    this.list = reports.mistakes.filter((move) => move.side === side);
    this.index = 0;
    this.document = this.list.length > 0 ? (documents.current?.state.info.id ?? null) : null;
    this.retry();
    this.goThere();
  }

  retry(): void {
    this.step = 'ask';
    this.tried = null;
    this.verdict = null;
    this.at = 0;
  }

  /** Puts a number of moves of the line on the board. */
  goTo(at: number): void {
    this.at = Math.min(this.line.length, Math.max(0, at));
  }

  show(): void {
    this.retry();
    this.step = 'shown';
  }

  next(): void {
    this.retry();
    if (this.index + 1 < this.list.length) this.index += 1;
    else this.step = 'end';
    this.goThere();
  }

  /** The counter of moves and the graph show what the board shows. */
  private goThere(): void {
    if (this.start) documents.goTo(this.start.id);
  }

  stop(): void {
    this.document = null;
    this.goThere();
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
      const { verdict } = await server.ask({ type: 'move_judge', sfen, usi, reasons: false }, 'verdict');
      if (this.tried !== usi) return;
      // A mistake in the game is one again, even after a shorter search.
      const played = documents.current?.nodes.get(this.mistake?.node ?? -1)?.usi === usi;
      const loss = played ? Math.max(verdict.loss, this.mistake?.loss ?? 0) : verdict.loss;
      this.verdict = { ...verdict, loss };
      // The first answer is on the board immediately.
      this.at = 2;
      this.step = loss < GOOD_LOSS ? 'good' : 'bad';
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
