// Several selected games of the library, and actions on all of them.

import { gamesTable } from '../data/games.ts';
import { parts, range } from '../data/range.ts';
import { saveFile } from '../data/save.ts';
import { toCsv } from '../data/table.ts';
import { i18n } from '../i18n/index.svelte.ts';
import { libraryWords } from '../i18n/library.ts';
import { RequestError } from '../net/client.ts';
import type { LibraryGame, LibraryQuery } from '../protocol.ts';
import { library, MOST_NAMED, queryOf } from './library.svelte.ts';
import { notices } from './notices.svelte.ts';
import { openInTabs } from './openGame.ts';
import { prefs } from './prefs.svelte.ts';
import { removeGames } from './removal.svelte.ts';
import { router } from './router.svelte.ts';
import { report, server } from './server.svelte.ts';

/** Games of a page of the server, at most. */
const PAGE = 200;
class Selection {
  chosen = $state.raw<ReadonlySet<number>>(new Set());
  /** Do clicks select games instead of opening them? */
  mode = $state(false);
  /** Is something being done with the games? */
  busy = $state(false);
  size = $derived(this.chosen.size);
  /** The games whose beginnings the next match takes. */
  openings = $state.raw<number[]>([]);
  active = $derived(this.mode || this.chosen.size > 0);
  /** The game chosen last, from which Shift extends the choice. */
  private anchor: number | null = null;

  get games(): number[] {
    return [...this.chosen];
  }

  toggle(game: number): void {
    const next = new Set(this.chosen);
    if (!next.delete(game)) next.add(game);
    this.chosen = next;
    this.anchor = game;
  }

  /** Chooses all from the game chosen last to this one. */
  extend(game: number): void {
    const list = library.games.map((other) => other.game);
    this.chosen = new Set([...this.chosen, ...range(list, this.anchor, game)]);
    this.anchor ??= game;
  }

  /** Chooses all games that the search of this address found, those not yet listed too. */
  async all(address: URLSearchParams): Promise<void> {
    const reply = await server.attempt({ type: 'library_numbers', query: queryOf(address, 0) }, 'library_numbers');
    if (!reply) return;
    this.chosen = new Set(reply.games);
    if (reply.games.length < library.total) notices.add('info', i18n.of(libraryWords).selectMost(reply.games.length));
  }

  clear(): void {
    this.chosen = new Set();
    this.anchor = null;
    this.mode = false;
  }

  /** Opens the games in tabs of the room of analysis, as many as there is room for. */
  openTabs = (): Promise<void> => this.work(async () => openInTabs(await this.listed()));

  /** Puts the games into the queue of analyses, a job for each part; those for which it has no room stay chosen. */
  analyse = (): Promise<void> =>
    this.work(async () => {
      const sum = { queued: 0, skipped: 0, left: [] as number[] };
      for (const part of parts(this.games, MOST_NAMED)) {
        const { queued } = await server.ask({ type: 'library_analyse', games: part, budget: null }, 'library_queued');
        sum.queued += queued.queued.length;
        sum.skipped += queued.skipped.length;
        sum.left.push(...queued.left);
      }
      notices.add('info', i18n.of(libraryWords).queued(sum.queued, sum.skipped, sum.left.length));
      this.chosen = new Set(sum.left);
      if (sum.left.length === 0) this.clear();
    });

  /** Goes to a new match that begins from these games. */
  playMatch = (): void => {
    this.openings = this.games;
    router.go('/matches');
  };

  /** Saves the records of the games as one file. */
  saveZip = (): Promise<void> => this.save('zip', 'application/zip');

  /** Saves the games as one table, a row each with its moves. */
  saveParquet = (): Promise<void> => this.save('parquet', 'application/vnd.apache.parquet');

  private save(extension: string, kind: string): Promise<void> {
    return this.work(async () => {
      const body = JSON.stringify(this.games);
      const answer = await fetch(`/api/games.${extension}`, { method: 'POST', body }).catch(() => null);
      if (!answer) throw new RequestError('lost', 'The server cannot be reached.');
      if (!answer.ok) throw new RequestError('bad_value', (await answer.text()) || answer.statusText);
      saveFile(await answer.blob(), kind, `${i18n.of(libraryWords).zipName}.${extension}`);
    });
  }

  /** Saves the list of the games as a table. */
  saveCsv = (): Promise<void> =>
    this.work(async () => {
      const words = i18n.of(libraryWords);
      const table = gamesTable(await this.listed(), words, prefs.lang);
      // The mark tells spreadsheets that the file is Unicode.
      saveFile(`\ufeff${toCsv(table)}`, 'text/csv;charset=utf-8', `${words.zipName}.csv`);
    });

  remove = (): Promise<void> =>
    this.work(async () => {
      if (await removeGames(this.games)) this.clear();
    });

  /** The rows of the selected games, in order of selection. */
  private async listed(): Promise<LibraryGame[]> {
    const found = new Map<number, LibraryGame>();
    for (const games of parts(this.games, PAGE)) {
      const query: LibraryQuery = { games, order: 'date_down', offset: 0, limit: PAGE };
      const { page } = await server.ask({ type: 'library_search', query }, 'library');
      page.games.forEach((game) => found.set(game.game, game));
    }
    return this.games.flatMap((game) => found.get(game) ?? []);
  }

  private async work(does: () => Promise<void>): Promise<void> {
    if (this.busy || this.size === 0) return;
    this.busy = true;
    await does().catch(report);
    this.busy = false;
  }
}

export const selection = new Selection();
