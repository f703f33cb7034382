// The opening lines that the user learns.

import { i18n } from '../i18n/index.svelte.ts';
import { openingWords } from '../i18n/openings.ts';
import type { NewOpeningLine, OpeningLine } from '../protocol.ts';
import { notices } from './notices.svelte.ts';
import { server } from './server.svelte.ts';

class Openings {
  lines = $state.raw<OpeningLine[]>([]);

  private take(reply: { lines: OpeningLine[] } | null): boolean {
    if (reply) this.lines = reply.lines;
    return reply !== null;
  }

  async load(): Promise<void> {
    this.take(await server.attempt({ type: 'opening_list' }, 'openings'));
  }

  /** Adds a line; false if the server refuses. */
  async add(line: NewOpeningLine): Promise<boolean> {
    return this.take(await server.attempt({ type: 'opening_add', line }, 'openings'));
  }

  /** Deletes a line and offers to undo it. */
  async remove({ id, line }: OpeningLine): Promise<void> {
    if (!this.take(await server.attempt({ type: 'opening_remove', id }, 'openings'))) return;
    notices.add('info', i18n.of(openingWords).removed, { label: i18n.t.undo, run: () => void this.add(line) });
  }
}

export const openings = new Openings();
