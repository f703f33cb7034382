// Parts of the page that are loaded when they are first shown, each a separate chunk.

import type { Component } from 'svelte';
import { server } from './server.svelte.ts';

type Loaders<Name extends string> = Record<Name, () => Promise<{ default: Component }>>;

export class Parts<Name extends string> {
  private loaded = $state.raw<ReadonlyMap<Name, Component>>(new Map());
  private failed = $state.raw<ReadonlySet<Name>>(new Set());
  private pending = new Map<Name, Promise<boolean>>();
  private readonly loaders: Loaders<Name>;

  constructor(loaders: Loaders<Name>) {
    this.loaders = loaders;
  }

  /** The component of a part; undefined until it is loaded. */
  component(name: Name): Component | undefined {
    return this.loaded.get(name);
  }

  hasFailed(name: Name): boolean {
    return this.failed.has(name);
  }

  /** Loads a part unless it is loaded or being loaded; false if it cannot be. */
  load(name: Name): Promise<boolean> {
    const pending = this.pending.get(name) ?? this.fetch(name);
    this.pending.set(name, pending);
    return pending;
  }

  /**
   * After a failure. Some browsers remember that a script failed, and in a new version the chunks have other names: while
   * the server answers, loading the whole page helps where a second try does not.
   */
  async retry(name: Name): Promise<void> {
    if (!(await this.load(name)) && server.state === 'ready') location.reload();
  }

  /** Loads all parts one after the other while the page is idle. A part that fails is tried again when it is shown. */
  async prefetch(): Promise<void> {
    for (const name of Object.keys(this.loaders) as Name[]) {
      await idle();
      await this.load(name);
    }
  }

  private async fetch(name: Name): Promise<boolean> {
    this.mark(name, false);
    try {
      const { default: component } = await this.loaders[name]();
      this.loaded = new Map(this.loaded).set(name, component);
      return true;
    } catch {
      this.pending.delete(name);
      this.mark(name, true);
      return false;
    }
  }

  private mark(name: Name, failed: boolean): void {
    if (this.failed.has(name) === failed) return;
    const next = new Set(this.failed);
    if (failed) next.add(name);
    else next.delete(name);
    this.failed = next;
  }
}

/** Safari has no requestIdleCallback. */
const idle = (): Promise<void> =>
  new Promise((then) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => then(), { timeout: 2_000 });
    else setTimeout(then, 200);
  });
