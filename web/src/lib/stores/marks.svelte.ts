// The user's marks of games in the library: stars, tags, notes.

import type { LibraryMark, LibraryMarks, LibraryQuery } from '../protocol.ts';
import { parts } from '../data/range.ts';
import { library, MOST_NAMED } from './library.svelte.ts';
import { server } from './server.svelte.ts';

/** The marks after a change, as the server makes it. */
export function changed(marks: LibraryMarks, mark: LibraryMark): LibraryMarks {
  if (mark.type === 'star') return { ...marks, star: mark.on };
  if (mark.type === 'note') return { ...marks, note: mark.text };
  const rest = marks.tags.filter((tag) => tag !== mark.name);
  return { ...marks, tags: mark.on ? [...rest, mark.name].sort() : rest };
}

class Marks {
  /** Notes that the server did not accept: they are shown again, so that typed text is kept. */
  private drafts = new Map<number, string>();

  /** Changes a mark of games; false if the server refuses. */
  async change(games: number[], mark: LibraryMark): Promise<boolean> {
    for (const part of parts(games, MOST_NAMED)) {
      if (!(await server.attempt({ type: 'library_mark', games: part, mark }, 'ok'))) return false;
    }
    const names = new Set(games);
    library.games = library.games.map((game) => (names.has(game.game) ? { ...game, marks: changed(game.marks, mark) } : game));
    await library.loadStats();
    return true;
  }

  /** Stores the note of a game, or keeps the typed text if the server refuses it. */
  async keepNote(game: number, text: string): Promise<void> {
    this.drafts.set(game, text);
    const kept = await this.change([game], { type: 'note', text });
    if (kept && this.drafts.get(game) === text) this.drafts.delete(game);
  }

  /** The note to show for a game whose stored one is `note`. */
  noteOf(game: number, note: string): string {
    return this.drafts.get(game) ?? note;
  }

  /** The marks of a game; null if it is not in the library any more. */
  async of(game: number): Promise<LibraryMarks | null> {
    const query: LibraryQuery = { games: [game], order: 'date_down', offset: 0, limit: 1 };
    const reply = await server.attempt({ type: 'library_search', query }, 'library');
    return reply?.page.games[0]?.marks ?? null;
  }
}

export const marks = new Marks();
