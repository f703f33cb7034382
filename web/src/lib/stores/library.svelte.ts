// The library: the query is in the address, the results are here.

import { messageOf } from '../errors.ts';
import { i18n } from '../i18n/index.svelte.ts';
import type { ExplorerPage, GameKind, LibraryGame, LibraryQuery, LibraryStats, ResultFilter, LibraryOrder, Side } from '../protocol.ts';
import { EVEN_SFEN } from '../shogi/sfen.ts';
import { jobs } from './jobs.svelte.ts';
import { notices } from './notices.svelte.ts';
import { router } from './router.svelte.ts';
import { report, server } from './server.svelte.ts';

const PAGE = 50;
export const ORDERS: LibraryOrder[] = ['date_down', 'date_up', 'imported', 'plies_down', 'black', 'white'];

const text = (query: URLSearchParams, key: string): string | null => query.get(key)?.trim() || null;

/** The search of an address. */
export function queryOf(query: URLSearchParams, offset: number): LibraryQuery {
  const result = text(query, 'result') as ResultFilter | null;
  const order = text(query, 'order') as LibraryOrder | null;
  return {
    kind: text(query, 'kind') as GameKind | null,
    player: text(query, 'player'),
    player_side: text(query, 'side') as Side | null,
    date_from: text(query, 'from'),
    date_to: text(query, 'to'),
    event: text(query, 'event'),
    result,
    opening: text(query, 'opening'),
    castle: text(query, 'castle'),
    starred: query.get('star') === '1' ? true : null,
    tag: text(query, 'tag'),
    mistake: text(query, 'mistake'),
    sfen: query.get('position') === '1' ? (text(query, 'sfen') ?? EVEN_SFEN) : null,
    pieces: text(query, 'pieces'),
    pieces_turned: query.get('turned') === '1',
    order: order && ORDERS.includes(order) ? order : 'date_down',
    offset,
    limit: PAGE,
  };
}

/** Games that one request names. */
export const MOST_NAMED = 1_000;

class Library {
  games = $state.raw<LibraryGame[]>([]);
  total = $state(0);
  stats = $state.raw<LibraryStats | null>(null);
  explorer = $state.raw<ExplorerPage | null>(null);
  searching = $state(false);
  error = $state('');
  /** Raised when games went or came back: the list has to be asked for again. */
  changed = $state(0);
  private asked = 0;

  /** Changes entries of the address; empty ones disappear. */
  set(changes: Record<string, string | null>, replace = true): void {
    const query = new URLSearchParams(router.route.query);
    for (const [key, value] of Object.entries(changes)) {
      if (value) query.set(key, value);
      else query.delete(key);
    }
    const address = `/library${query.size > 0 ? `?${query}` : ''}`;
    if (replace) router.replace(address);
    else router.go(address);
  }

  async search(query: URLSearchParams, more = false): Promise<void> {
    const number = ++this.asked;
    this.searching = true;
    try {
      const wanted = queryOf(query, more ? this.games.length : 0);
      const { page } = await server.ask({ type: 'library_search', query: wanted }, 'library');
      if (number !== this.asked) return;
      this.games = more ? [...this.games, ...page.games] : page.games;
      this.total = page.total;
      this.error = '';
    } catch (error) {
      if (number === this.asked) this.error = messageOf(error);
    }
    if (number === this.asked) this.searching = false;
  }

  async explore(sfen: string, query: URLSearchParams): Promise<void> {
    const reply = await server.ask({ type: 'explorer', sfen, query: queryOf(query, 0) }, 'explorer').catch(() => null);
    if (reply) this.explorer = reply.page;
  }

  async loadStats(): Promise<void> {
    const reply = await server.ask({ type: 'library_stats' }, 'library_stats').catch(() => null);
    if (reply) this.stats = reply.stats;
  }

  /** Puts a document into the library; false if the server refuses. */
  async keep(document: number): Promise<boolean> {
    try {
      await jobs.import({ type: 'document', document });
      notices.add('info', i18n.t.savedToLibrary);
      return true;
    } catch (error) {
      report(error);
      return false;
    }
  }
}

export const library = new Library();
