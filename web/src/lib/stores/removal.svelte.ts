// Deleting games of the library, and bringing them back.

import { i18n } from '../i18n/index.svelte.ts';
import { libraryWords } from '../i18n/library.ts';
import { parts } from '../data/range.ts';
import { library, MOST_NAMED } from './library.svelte.ts';
import { notices } from './notices.svelte.ts';
import { report, server } from './server.svelte.ts';

/** Deletes games and offers to undo it; true if all are gone. */
export async function removeGames(games: number[]): Promise<boolean> {
  const removed: number[] = [];
  try {
    for (const part of parts(games, MOST_NAMED)) {
      await server.ask({ type: 'library_delete', games: part }, 'ok');
      removed.push(...part);
    }
  } catch (error) {
    report(error);
  }
  if (removed.length === 0) return false;
  const gone = new Set(removed);
  library.total -= library.games.filter((game) => gone.has(game.game)).length;
  library.games = library.games.filter((game) => !gone.has(game.game));
  const undo = { label: i18n.t.undo, run: () => void restore(removed) };
  notices.add('info', i18n.of(libraryWords).deleted(removed.length), undo);
  library.changed += 1;
  await library.loadStats();
  return removed.length === games.length;
}

async function restore(games: number[]): Promise<void> {
  let restored = 0;
  for (const part of parts(games, MOST_NAMED)) {
    const reply = await server.attempt({ type: 'library_restore', games: part }, 'library_restored');
    if (!reply) break;
    restored += reply.games;
  }
  if (games.length > 1) notices.add('info', i18n.of(libraryWords).restored(restored, games.length));
  library.changed += 1;
  await library.loadStats();
}
