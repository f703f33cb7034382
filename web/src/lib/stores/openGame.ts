// Games of the library, opened in their rooms.

import { documents } from './documents.svelte.ts';
import { formatAddress, router } from './router.svelte.ts';
import { report } from './server.svelte.ts';

interface Step {
  id: number;
  parent: number | null;
  children: number[];
}

/** Opens a game, at this move of its main line if there is one. */
export async function openGame(game: number, ply: number | null = null): Promise<void> {
  try {
    const state = await documents.open({ type: 'library', game });
    if (state.info.kind === 'go') return router.go(formatAddress({ room: 'go', id: state.info.id, node: null }));
    const node = ply === null ? undefined : state.nodes.find((n) => n.ply === ply && isMain(n.id, state.nodes));
    router.go(`/analyse/${state.info.id}${node ? `/${node.id}` : ''}`);
  } catch (error) {
    report(error);
  }
}

function isMain(id: number, nodes: Step[]): boolean {
  const byId = new Map(nodes.map((n) => [n.id, n]));
  for (let node = byId.get(id); node && node.parent !== null; node = byId.get(node.parent)) {
    if (byId.get(node.parent)?.children[0] !== node.id) return false;
  }
  return true;
}
