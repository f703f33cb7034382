// Live analysis of the board, by one engine or several. Late news of another position never shows.

import type { AnalysisTarget, EngineLine, LiveUpdate } from '../protocol.ts';
import { BUILT_IN, engines } from './engines.svelte.ts';
import { prefs } from './prefs.svelte.ts';
import { report, server } from './server.svelte.ts';

const KEPT_POSITIONS = 400;
const SETTLE_MS = 70;
/** Engines that the server lets one page watch at the same time. */
export const MOST_ENGINES = 4;

const key = (engine: number, sfen: string): string => `${engine} ${sfen}`;

class Live {
  enabled = $state(false);
  target = $state.raw<AnalysisTarget | null>(null);
  private updates = $state.raw<ReadonlyMap<number, LiveUpdate>>(new Map());
  private kept = new Map<string, LiveUpdate>();
  private number = -1;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked = '';

  /** The engines that analyse, in the order of their ids; those that are gone are left out. */
  engines = $derived.by<number[]>(() => {
    const chosen = prefs.value.engines.filter((id) => id === BUILT_IN || engines.find(id));
    return chosen.length > 0 ? chosen : [BUILT_IN];
  });
  /** The first engine's latest lines for the position on the board, or earlier results. */
  shown = $derived<LiveUpdate | null>(this.of(this.engines[0]!));
  lines = $derived<EngineLine[]>(this.enabled ? (this.shown?.lines ?? []) : []);

  constructor() {
    server.onEvent((event) => {
      if (event.type === 'live') this.receive(event.update);
    });
    server.onWelcome(() => this.restart());
    engines.changed = () => {
      if (this.asked !== '' && this.asked !== this.engines.join()) this.restart();
    };
  }

  /** News of one engine about the position on the board. */
  of(engine: number): LiveUpdate | null {
    const sfen = this.target?.sfen;
    if (sfen === undefined) return null;
    const update = this.updates.get(engine);
    return update?.target.sfen === sfen ? update : (this.kept.get(key(engine, sfen)) ?? null);
  }

  /** Adds an engine to those that analyse, or takes it away; one stays. The analysis begins if it is off. */
  choose(engine: number): void {
    const others = this.engines.filter((id) => id !== engine);
    const next = others.length < this.engines.length ? others : [...others, engine].sort((a, b) => a - b);
    if (next.length === 0 || next.length > MOST_ENGINES) return;
    prefs.set('engines', next);
    if (!this.enabled) return this.toggle();
    this.restart();
  }

  toggle(): void {
    this.enabled = !this.enabled;
    prefs.set('engine', this.enabled);
    this.restart();
  }

  /** The user opened a record: the engine thinks, unless it was switched off before. */
  wake(): void {
    this.enabled = prefs.value.engine;
    this.restart();
  }

  /** Leaves the processor to other work. */
  rest(): void {
    if (!this.enabled) return;
    this.enabled = false;
    this.restart();
  }

  /** Switches to another position; no search is started during quick steps through moves. */
  look(target: AnalysisTarget | null): void {
    if (target?.sfen === this.target?.sfen && target?.node === this.target?.node && target?.document === this.target?.document) return;
    this.target = target;
    this.restart();
  }

  restart(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.apply(), SETTLE_MS);
  }

  private async apply(): Promise<void> {
    if (server.state !== 'ready') return;
    try {
      if (this.enabled && this.target) {
        this.asked = this.engines.join();
        const { target, engines: chosen } = this;
        const reply = await server.ask({ type: 'analysis_start', target, moves: [], engines: chosen }, 'analysis_started');
        this.number = reply.analysis;
      } else {
        this.asked = '';
        this.number = -1;
        await server.ask({ type: 'analysis_stop' }, 'ok');
      }
    } catch (error) {
      if (this.enabled) report(error);
    }
  }

  private receive(update: LiveUpdate): void {
    // The first news can be earlier than the reply with its number: numbers only grow.
    if (update.analysis < this.number) return;
    if (update.lines.length > 0) {
      this.kept.set(key(update.engine, update.target.sfen), update);
      if (this.kept.size > KEPT_POSITIONS) this.kept.delete(this.kept.keys().next().value!);
    }
    const tells = update.lines.length > 0 || update.state === 'done' || update.state === 'stopped';
    if (update.target.sfen === this.target?.sfen && tells) {
      this.updates = new Map(this.updates).set(update.engine, update);
    }
  }
}

export const live = new Live();
