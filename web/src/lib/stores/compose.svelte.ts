// A mate problem while it is composed: judged at every change of the position that is edited.

import { messageOf } from '../errors.ts';
import type { MateCheck } from '../protocol.ts';
import { completed } from '../shogi/sfen.ts';
import { editor } from './editor.svelte.ts';
import { server } from './server.svelte.ts';

/** Time limit of the solution. */
const SECONDS = 60;

class Compose {
  /** Asked for or forbidden by hand; null: judged where no game can be played from the position. */
  private wanted = $state<boolean | null>(null);
  /** Are pieces that are nowhere left out? Else they are in the defender's hand. */
  asGiven = $state(false);
  /** The length, known before the rest is. */
  length = $state.raw<{ sfen: string; verdict: string; plies: number | null } | null>(null);
  check = $state.raw<MateCheck | null>(null);
  error = $state('');
  busy = $state(false);
  private asked = 0;

  private problem = $derived(editor.verdict?.mate_problem ?? false);
  active = $derived(this.wanted ?? (this.problem && editor.verdict?.sfen === null));
  /** The problem to be judged, or null. */
  sfen = $derived(this.active && this.problem ? (this.asGiven ? editor.sfen : completed(editor.sfen)) : null);

  constructor() {
    server.onEvent((event) => {
      if (event.type === 'mate_length' && this.busy && event.sfen === this.sfen) this.length = event;
    });
  }

  want(active: boolean): void {
    this.wanted = active;
  }

  /** Stops judging and clears the results. */
  clear(): void {
    if (this.busy) void server.attempt({ type: 'work_stop' }, 'ok');
    this.asked += 1;
    [this.length, this.check, this.error, this.busy] = [null, null, '', false];
  }

  async judge(sfen: string): Promise<void> {
    const number = (this.asked += 1);
    [this.length, this.check, this.error, this.busy] = [null, null, '', true];
    try {
      const { check } = await server.ask({ type: 'mate_check', sfen, seconds: SECONDS }, 'mate_checked');
      if (number === this.asked) this.check = check;
    } catch (error) {
      if (number === this.asked) this.error = messageOf(error);
    } finally {
      if (number === this.asked) this.busy = false;
    }
  }
}

export const compose = new Compose();
