// The program that gives second opinions in the room of Go endgames, and where it differs.

import { differing } from '../go/second.ts';
import type { GoEngine } from '../protocol.ts';
import type { Program } from './engines.svelte.ts';
import { go } from './go.svelte.ts';
import { server } from './server.svelte.ts';

class GoSecond {
  /** The program that is set up. */
  engine = $state.raw<GoEngine | null>(null);
  /** May it be set up from this page? */
  local = $state(false);
  /** Does the board show its points instead of ours? */
  shown = $state(false);
  /** The points of the board of which the two name different owners. */
  differing = $derived(go.second && go.status ? differing(go.status.points, go.second) : []);

  constructor() {
    server.onEvent((event) => {
      if (event.type === 'go_engine') this.engine = event.engine;
    });
  }

  async load(): Promise<void> {
    const reply = await server.attempt({ type: 'go_engine_get' }, 'go_engine');
    if (reply) [this.engine, this.local] = [reply.engine, reply.local];
  }

  /** Starts a program and keeps it; null forgets the one that is kept. */
  async set(program: Program | null): Promise<void> {
    this.engine = (await server.ask({ type: 'go_engine_set', program }, 'go_engine')).engine;
  }
}

export const second = new GoSecond();
