// Games of the library, opened in their rooms.

import { fromState, mainLine } from '../tree/document.ts';
import { documents } from './documents.svelte.ts';
import { formatAddress, router } from './router.svelte.ts';
import { report } from './server.svelte.ts';

/** Opens a game, at this move of its main line if there is one. */
export async function openGame(game: number, ply: number | null = null): Promise<void> {
  try {
    const state = await documents.open({ type: 'library', game });
    if (state.info.kind === 'go') return router.go(formatAddress({ room: 'go', id: state.info.id, node: null }));
    const node = ply === null ? undefined : mainLine(fromState(state)).find((n) => n.ply === ply);
    router.go(`/analyse/${state.info.id}${node ? `/${node.id}` : ''}`);
  } catch (error) {
    report(error);
  }
}
