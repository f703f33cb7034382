// What of a course is done, by id, kept in an entry of the server's settings.

import { server } from './server.svelte.ts';

function readDone(text: string | undefined): string[] {
  try {
    const read: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(read) ? read.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

export class Progress {
  private readonly key: string;
  /** Marked since the page was opened. */
  private fresh = $state.raw<ReadonlySet<string>>(new Set());
  done = $derived.by<ReadonlySet<string>>(() => new Set([...readDone(server.settings?.page[this.key]), ...this.fresh]));

  constructor(key: string) {
    this.key = key;
  }

  mark(id: string): void {
    if (this.done.has(id)) return;
    this.fresh = new Set(this.fresh).add(id);
    this.keep([...this.done]);
  }

  reset(): void {
    this.fresh = new Set();
    this.keep([]);
  }

  private keep(done: string[]): void {
    if (server.settings) void server.saveSettings({ page: { ...server.settings.page, [this.key]: JSON.stringify(done) } });
  }
}
