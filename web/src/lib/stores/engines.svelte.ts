// The engines that are registered on the server.

import type { Event, RegisteredEngine, Request } from '../protocol.ts';
import { faultJa } from '../i18n/engineFaults.ts';
import { i18n } from '../i18n/index.svelte.ts';
import { prefs } from './prefs.svelte.ts';
import { notices } from './notices.svelte.ts';
import { server } from './server.svelte.ts';

/** The built-in engine among the ids. */
export const BUILT_IN = 0;

/** How an engine is started. */
export type Program = Pick<RegisteredEngine, 'path' | 'arguments' | 'folder'>;

type EnginesRequest = Extract<Request, { type: `engine_${string}` }>;

class Engines {
  all = $state.raw<RegisteredEngine[]>([]);
  /** Called when the list is loaded or has changed. */
  changed: () => void = () => {};

  constructor() {
    server.onWelcome(() => void this.ask({ type: 'engine_list' }).catch(() => null));
    server.onEvent((event: Event) => {
      if (event.type !== 'engines') return;
      const known = new Set(this.all.map((engine) => engine.fault));
      for (const { fault } of event.engines) {
        if (fault !== null && !known.has(fault)) notices.add('error', faultText(fault));
      }
      this.put(event.engines);
    });
  }

  /** Requests a change; returns the added engine, if any. */
  async ask(request: EnginesRequest): Promise<number | null> {
    const reply = await server.ask(request, 'engines');
    this.put(reply.engines);
    return reply.added;
  }

  find(id: number): RegisteredEngine | null {
    return this.all.find((engine) => engine.engine === id) ?? null;
  }

  name(id: number): string {
    return id === BUILT_IN ? i18n.t.builtInEngine : (this.find(id)?.name ?? '');
  }

  private put(all: RegisteredEngine[]): void {
    this.all = all;
    this.changed();
  }
}

export const engines = new Engines();

/** Why an engine failed, in the language of the page. */
export const faultText = (fault: string): string => (prefs.lang === 'ja' ? (faultJa(fault) ?? fault) : fault);
