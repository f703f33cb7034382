// The tabs of the room of analysis. The address names the document that is shown; a tab has the place in it, the
// direction of the board and the user's drawings. Documents themselves, closed ones too, are on the server.

import { i18n } from '../i18n/index.svelte.ts';
import { tabWords } from '../i18n/tabs.ts';
import type { DocumentInfo, DocumentState, Event } from '../protocol.ts';
import { heir, inserted, MOST_TABS, moved, newTab, NO_SKETCH, parseTabs, placeOf, type Sketch, type Tab } from '../tree/tabs.ts';
import { documentName } from './documentName.ts';
import { documents } from './documents.svelte.ts';
import { notices } from './notices.svelte.ts';
import { formatAddress, router } from './router.svelte.ts';
import { server } from './server.svelte.ts';

/** A window has its own tabs; a new window begins with those that were stored last. */
const KEY = 'zenpuku.tabs';
const WRITE_MS = 250;
/** The rest of the tabs is loaded when the page has settled. */
const LOAD_MS = 1_500;

const words = () => i18n.of(tabWords);

/** The stored tabs; `own`: this window has had tabs before. */
function read() {
  try {
    const own = sessionStorage.getItem(KEY);
    return { ...parseTabs(own ?? localStorage.getItem(KEY)), own: own !== null };
  } catch {
    return { ...parseTabs(null), own: false };
  }
}

class Tabs {
  list = $state.raw<readonly Tab[]>([]);
  /** The document of the tab that is shown, or was shown when the room was left. */
  shown = $state<number | null>(null);
  active = $derived<Tab | null>(this.list.find((tab) => tab.info.id === this.shown) ?? null);
  /** Several tabs: only then there is something to switch and to close. */
  several = $derived(this.list.length > 1);
  /** Does the first address belong to the tabs, and not to a link opened in a new window? */
  private own: boolean;
  /** Where each tab is; not in the list, which would change with every step through the moves. */
  private places = new Map<number, Pick<Tab, 'node' | 'query'>>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    const { tabs, shown, own } = read();
    this.list = tabs;
    this.shown = shown;
    this.own = own;
    for (const { info, node, query } of tabs) this.places.set(info.id, { node, query });
    server.onEvent((event) => this.event(event));
    server.onWelcome(() => setTimeout(() => void this.loadAll(), LOAD_MS));
    addEventListener('pagehide', () => this.write());
  }

  name(tab: Tab): string {
    return documentName(documents.all.get(tab.info.id)?.state.info ?? tab.info);
  }

  address({ info: { id } }: Tab): string {
    const { node, query } = this.places.get(id) ?? { node: null, query: '' };
    return formatAddress({ room: 'analyse', id, node }, new URLSearchParams(query));
  }

  /** A document is shown: in its tab, otherwise in place of the shown one, unless that has changes. */
  visit({ info, can_undo }: DocumentState, node: number | null, query: string): void {
    this.places.set(info.id, { node, query });
    if (placeOf(this.list, info.id) < 0) {
      const tab = newTab(info, can_undo);
      const at = placeOf(this.list, this.shown);
      const isKept = (!this.own || this.list[at]?.changed) && this.list.length < MOST_TABS;
      if (at < 0 || isKept) this.list = inserted(this.list, tab, at + 1);
      else this.list = this.list.map((other, place) => (place === at ? tab : other));
    }
    this.own = true;
    this.shown = info.id;
    this.changed();
  }

  /** Adds a tab next to the shown one, without showing it; false if there are too many. */
  add(info: DocumentInfo, node: number | null = null): boolean {
    if (placeOf(this.list, info.id) < 0) {
      if (this.list.length >= MOST_TABS) {
        notices.add('error', words().full(MOST_TABS));
        return false;
      }
      this.places.set(info.id, { node, query: '' });
      const at = placeOf(this.list, this.shown);
      const canUndo = documents.all.get(info.id)?.state.can_undo ?? false;
      this.list = inserted(this.list, newTab(info, canUndo), at < 0 ? this.list.length : at + 1);
      this.changed();
    }
    return true;
  }

  go(tab: Tab): void {
    router.go(this.address(tab));
  }

  goTo(id: number): void {
    const tab = this.list[placeOf(this.list, id)];
    if (tab) this.go(tab);
  }

  /** Shows the next or previous tab, the first after the last. */
  step(by: number): void {
    const at = placeOf(this.list, this.shown);
    if (this.several && at >= 0) this.go(this.list.at((at + by) % this.list.length)!);
  }

  move(id: number, place: number): void {
    this.list = moved(this.list, id, place);
    this.changed();
  }

  /** Closes a tab, unless it is the last one. The document stays on the server, so that this can be undone. */
  close(id: number): void {
    const at = placeOf(this.list, id);
    const next = heir(this.list, id);
    if (at < 0 || !next) return;
    const tab = this.list[at]!;
    this.list = this.list.filter((other) => other !== tab);
    if (this.shown === id) {
      this.shown = next.info.id;
      if (router.route.room === 'analyse') router.replace(this.address(next));
    }
    this.changed();
    notices.add('info', words().closed(this.name(tab)), { label: i18n.t.undo, run: () => this.reopen(tab, at) });
  }

  private reopen(tab: Tab, at: number): void {
    if (this.list.length >= MOST_TABS) return void notices.add('error', words().full(MOST_TABS));
    this.list = inserted(this.list, tab, at);
    this.go(tab);
  }

  flip(): void {
    if (this.active) this.set(this.active.info.id, { flipped: !this.active.flipped });
  }

  sketch = $derived<Sketch>(this.active?.sketch ?? NO_SKETCH);

  draw(sketch: Sketch): void {
    if (this.active) this.set(this.active.info.id, { sketch });
  }

  /** The library has this document as it is now. */
  markSaved(id: number): void {
    this.set(id, { changed: false, saved: true });
  }

  private set(id: number, change: Partial<Tab>): void {
    this.list = this.list.map((tab) => (tab.info.id === id ? { ...tab, ...change } : tab));
    this.changed();
  }

  private drop(id: number): void {
    if (this.shown === id) this.shown = heir(this.list, id)?.info.id ?? null;
    this.list = this.list.filter((tab) => tab.info.id !== id);
    this.changed();
  }

  private event(event: Event): void {
    if (event.type === 'document_removed') this.drop(event.document);
    if (event.type !== 'document_changed') return;
    const { info, can_undo } = event.change;
    const tab = this.list[placeOf(this.list, info.id)];
    if (!tab) return;
    const { id, black, white, title, sample } = info;
    this.set(id, { info: { id, black, white, title, sample }, changed: tab.saved || can_undo });
  }

  /** Loads the documents of all tabs, so that the session keeps them; tabs of documents that are gone disappear. */
  private async loadAll(): Promise<void> {
    for (const { info } of this.list) {
      if (server.state !== 'ready') return;
      if (documents.all.has(info.id)) continue;
      await documents.load(info.id).catch(() => server.state === 'ready' && this.drop(info.id));
    }
  }

  private changed(): void {
    this.timer ??= setTimeout(() => this.write(), WRITE_MS);
  }

  private write(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const tabs = this.list.map((tab) => ({ ...tab, ...this.places.get(tab.info.id) }));
    const text = JSON.stringify({ tabs, shown: this.shown });
    try {
      sessionStorage.setItem(KEY, text);
      localStorage.setItem(KEY, text);
    } catch {
      // Private windows may refuse; the tabs then last until the page is closed.
    }
  }
}

export const tabs = new Tabs();
