// "Why not this move?" as a tree: the user chooses a defence on the board and gets the answer, until
// the claim is reached.

import { messageOf } from '../errors.ts';
import type { MoveVerdict, RefutationStep } from '../protocol.ts';
import { positionsOf } from '../shogi/lines.ts';
import { documents } from './documents.svelte.ts';
import { server } from './server.svelte.ts';

interface Begun {
  place: string;
  /** The position before the move that is refuted, SFEN. */
  start: string;
  /** The gain that is claimed, in centipawns; null for other claims. */
  need: number | null;
  /** What is claimed, in words. */
  claim: { ja: string; en: string } | null;
}

class Defend {
  private begun = $state.raw<Begun | null>(null);
  /** The move, its answer, a defence, and so on. */
  moves = $state.raw<readonly string[]>([]);
  /** Moves of the line that are on the board. */
  at = $state(0);
  /** The answers so far, by the moves before them. */
  private answers = $state.raw<ReadonlyMap<string, RefutationStep>>(new Map());
  error = $state('');

  private place = $derived(`${documents.current?.state.info.id}/${documents.node?.id}`);
  active = $derived(this.begun !== null && this.begun.place === this.place);
  start = $derived(this.begun?.start ?? '');
  claim = $derived(this.begun?.claim ?? null);
  private positions = $derived(positionsOf(this.start, this.moves));
  sfen = $derived(this.positions[this.at] ?? this.start);
  lastMove = $derived(this.moves[this.at - 1] ?? null);
  private shown = $derived(this.moves.slice(0, this.at));
  /** The answer on the board; null before it is known. */
  step = $derived(this.answers.get(pathOf(this.at % 2 === 0 ? this.shown.slice(0, -1) : this.shown)) ?? null);
  asking = $derived(this.active && this.at % 2 === 1 && this.step === null && this.error === '');
  /** May a defence be chosen? */
  open = $derived(this.active && this.at > 0 && this.at % 2 === 0 && this.step !== null && !this.step.reached);
  /** The defences tried in the position on the board. */
  tried = $derived.by(() => {
    const path = this.shown;
    const deeper = [...this.answers.keys()].map((key) => key.split(' ')).filter((key) => key.length === path.length + 1);
    return this.open ? deeper.filter((key) => path.every((usi, index) => key[index] === usi)).map((key) => key[path.length]!) : [];
  });
  /** The moves up to the first mate on the way, whose proof can be saved. */
  mated = $derived.by(() => {
    for (let length = 1; length <= this.moves.length; length += 2) {
      if ((this.answers.get(pathOf(this.moves.slice(0, length)))?.mate ?? null) !== null) return this.moves.slice(0, length);
    }
    return null;
  });

  /** Puts the refutation of a judged move on the board. */
  async begin(start: string, verdict: MoveVerdict): Promise<void> {
    const claim = verdict.refuted_by === null ? null : (verdict.reasons[verdict.refuted_by]?.text ?? null);
    this.begun = { place: this.place, start, need: verdict.need, claim };
    [this.moves, this.at, this.answers, this.error] = [[verdict.usi], 1, new Map(), ''];
    await this.ask();
  }

  /** A defence on the board. */
  async choose(usi: string): Promise<void> {
    if (!this.open) return;
    this.moves = [...this.shown, usi];
    this.at = this.moves.length;
    await this.ask();
  }

  /** Asks for the answer to the last move, unless it is known. */
  async ask(): Promise<void> {
    const [begun, moves] = [this.begun, this.moves];
    if (!begun) return;
    this.error = '';
    try {
      const known = this.answers.get(pathOf(moves));
      const step = known ?? (await server.ask({ type: 'move_refute', sfen: begun.start, moves: [...moves], need: begun.need }, 'refuted')).step;
      if (this.begun !== begun || this.moves !== moves) return;
      this.answers = new Map([...this.answers, [pathOf(moves), step]]);
      if (step.answer === null) return;
      this.moves = [...moves, step.answer];
      this.at = this.moves.length;
    } catch (error) {
      if (this.begun === begun && this.moves === moves) this.error = messageOf(error);
    }
  }

  /** The proof of the mate as a text. */
  async proof(): Promise<string> {
    const { proof } = await server.ask({ type: 'move_refute_proof', sfen: this.start, moves: [...(this.mated ?? [])] }, 'refuted_proof');
    return proof;
  }

  goTo(at: number): void {
    this.at = Math.max(0, Math.min(this.moves.length, at));
  }

  /** The last choice again: the position before the last defence. */
  back(): void {
    const before = this.at - (this.at % 2 === 0 ? 2 : 1);
    if (before >= 2) this.goTo(before);
  }

  walk(by: number): void {
    if (this.at + by < 0) this.stop();
    else this.goTo(this.at + by);
  }

  /** The game again. */
  stop(): void {
    this.begun = null;
  }
}

const pathOf = (moves: readonly string[]): string => moves.join(' ');

export const defend = new Defend();
