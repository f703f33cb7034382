// Live analysis of what is on the board. Late news of another position never shows.

import type { AnalysisTarget, EngineLine, LiveUpdate } from '../protocol.ts';
import { prefs } from './prefs.svelte.ts';
import { report, server } from './server.svelte.ts';

const KEPT_POSITIONS = 400;
const SETTLE_MS = 70;

class Live {
  enabled = $state(false);
  target = $state.raw<AnalysisTarget | null>(null);
  private update = $state.raw<LiveUpdate | null>(null);
  private kept = new Map<string, LiveUpdate>();
  private number = -1;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** News of the position on the board, or what was found about it before. */
  shown = $derived<LiveUpdate | null>(
    this.target === null
      ? null
      : this.update?.target.sfen === this.target.sfen
        ? this.update
        : (this.kept.get(this.target.sfen) ?? null),
  );
  lines = $derived<EngineLine[]>(this.enabled ? (this.shown?.lines ?? []) : []);

  constructor() {
    server.onEvent((event) => {
      if (event.type === 'live') this.receive(event.update);
    });
    server.onWelcome(() => this.restart());
  }

  toggle(): void {
    this.enabled = !this.enabled;
    prefs.set('engine', this.enabled);
    this.restart();
  }

  /** Somebody opened a record: the engine thinks, unless it was switched off before. */
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

  /** Looks at another position; while somebody steps quickly through moves nothing is started. */
  look(target: AnalysisTarget | null): void {
    if (target?.sfen === this.target?.sfen && target?.node === this.target?.node) return;
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
        const reply = await server.ask({ type: 'analysis_start', target: this.target, moves: [] }, 'analysis_started');
        this.number = reply.analysis;
      } else {
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
      this.kept.set(update.target.sfen, update);
      if (this.kept.size > KEPT_POSITIONS) this.kept.delete(this.kept.keys().next().value!);
    }
    if (update.target.sfen === this.target?.sfen && (update.lines.length > 0 || update.state === 'done')) {
      this.update = update;
    }
  }
}

export const live = new Live();
