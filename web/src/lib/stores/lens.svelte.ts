// The search lens: a position, the techniques turned, and what searches of it found.

import { messageOf } from '../errors.ts';
import type { LensRun, LensTechnique, LineStep } from '../protocol.ts';
import { pathTo } from '../lens/icicle.ts';
import { changeOf, POSITIONS, type Change } from '../lens/spread.ts';
import { RequestError } from '../net/client.ts';
import { parseSfen } from '../shogi/sfen.ts';
import { router } from './router.svelte.ts';
import { server } from './server.svelte.ts';

/** From a sample game, move 100. Here every technique has its effect: without any of those that are on, the search needs more nodes. */
export const SAMPLE = 'ln6S/1r7/2pp1k3/p8/1p2pp2L/P1PP2N2/1PSBP+nP2/2G6/LN2KG1+r1 b GSbgsl6p 101';

class Lens {
  sfen = $state(SAMPLE);
  depth = $state(6);
  techniques = $state.raw<LensTechnique[]>([]);
  turned = $state.raw<readonly string[]>([]);
  /** The standard setting's search of the position, and that of the current switches. */
  base = $state.raw<LensRun | null>(null);
  run = $state.raw<LensRun | null>(null);
  /** With one technique turned each. */
  compared = $state.raw<ReadonlyMap<string, LensRun>>(new Map());
  /** Is every technique compared over several positions, and how each did there so far? */
  several = $state(false);
  changes = $state.raw<ReadonlyMap<string, readonly Change[]>>(new Map());
  running = $state(false);
  comparing = $state(false);
  error = $state('');
  selected = $state(0);
  /** The node that fills the width. */
  root = $state(0);
  steps = $state.raw<LineStep[]>([]);
  /** Does the line to the selected node pass? */
  passes = $state(false);
  private number = 0;

  tree = $derived(this.run?.tree ?? []);
  board = $derived(this.steps.at(-1)?.sfen ?? this.sfen);

  async start(): Promise<void> {
    if (this.techniques.length === 0) {
      const reply = await server.attempt({ type: 'lens_techniques' }, 'lens_techniques');
      if (reply) this.techniques = reply.techniques;
    }
    if (!this.run && !this.running) await this.search();
  }

  load(sfen: string | null): void {
    if (sfen !== null && sfen !== this.sfen) this.set(sfen);
  }

  set(sfen: string): boolean {
    this.forget();
    if (!parseSfen(sfen)) {
      this.error = 'syntax';
      return false;
    }
    this.sfen = sfen;
    if (router.route.room === 'lens') router.replace(`/lens?sfen=${encodeURIComponent(sfen)}`);
    return true;
  }

  setDepth(depth: number): void {
    this.depth = depth;
    this.changes = new Map();
    this.forget();
    void this.search();
  }

  private forget(): void {
    this.number += 1;
    [this.base, this.run, this.error, this.running, this.comparing] = [null, null, '', false, false];
    this.compared = new Map();
    [this.selected, this.root, this.steps] = [0, 0, []];
  }

  private async look(turned: readonly string[], tree: boolean, sfen = this.sfen): Promise<LensRun> {
    const { depth } = this;
    const reply = await server.ask({ type: 'lens_search', sfen, depth, turned: [...turned], tree }, 'lens_searched');
    return reply.run;
  }

  /** Searches with the current switches; the standard setting first, for comparison. */
  async search(): Promise<void> {
    const number = (this.number += 1);
    [this.error, this.running, this.comparing] = ['', true, false];
    try {
      if (!this.base || this.turned.length === 0) {
        const base = await this.look([], this.turned.length === 0);
        if (number !== this.number) return;
        this.base = base;
        if (this.turned.length === 0) this.show(base);
      }
      if (this.turned.length > 0) {
        const run = await this.look(this.turned, true);
        if (number !== this.number) return;
        this.show(run);
        if (this.turned.length === 1) this.compared = new Map(this.compared).set(this.turned[0]!, run);
      }
    } catch (error) {
      if (number === this.number) this.fail(error);
    } finally {
      if (number === this.number) this.running = false;
    }
  }

  private show(run: LensRun): void {
    [this.run, this.selected, this.root, this.steps, this.passes] = [run, 0, 0, [], false];
  }

  toggle(id: string): void {
    this.turned = this.turned.includes(id) ? this.turned.filter((other) => other !== id) : [...this.turned, id];
    void this.search();
  }

  reset(): void {
    this.turned = [];
    void this.search();
  }

  /** Searches with every technique turned, one after the other: this position, or several. */
  async compare(): Promise<void> {
    const number = (this.number += 1);
    [this.error, this.running, this.comparing] = ['', true, true];
    try {
      await (this.several ? this.compareOver(number) : this.compareHere(number));
    } catch (error) {
      if (number === this.number) this.fail(error);
    } finally {
      if (number === this.number) [this.running, this.comparing] = [false, false];
    }
  }

  private async compareHere(number: number): Promise<void> {
    this.base ??= await this.look([], false);
    for (const { id } of this.techniques) {
      if (this.compared.has(id)) continue;
      const run = await this.look([id], false);
      if (number !== this.number) return;
      this.compared = new Map(this.compared).set(id, run);
    }
  }

  /** Position after position, so that every technique has been tried as often when that is stopped. */
  private async compareOver(number: number): Promise<void> {
    this.changes = new Map();
    for (const sfen of POSITIONS) {
      const usual = await this.look([], false, sfen);
      for (const { id } of this.techniques) {
        const run = await this.look([id], false, sfen);
        if (number !== this.number) return;
        this.changes = new Map(this.changes).set(id, [...(this.changes.get(id) ?? []), changeOf(run, usual)]);
      }
    }
  }

  stop(): void {
    this.number += 1;
    [this.running, this.comparing] = [false, false];
    void server.attempt({ type: 'work_stop' }, 'ok');
  }

  /** Shows the position of a node. */
  async select(place: number): Promise<void> {
    this.selected = place;
    const path = pathTo(this.tree, place);
    const pass = path.indexOf('null');
    this.passes = pass >= 0;
    const moves = pass >= 0 ? path.slice(0, pass) : path;
    const reply = await server.attempt({ type: 'line', sfen: this.sfen, moves }, 'line');
    if (reply && this.selected === place) this.steps = reply.steps;
  }

  private fail(error: unknown): void {
    if (error instanceof RequestError && error.code === 'wrong_state') return;
    this.error = messageOf(error);
  }
}

export const lens = new Lens();
