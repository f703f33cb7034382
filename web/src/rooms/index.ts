// The rooms by name.

import { Parts } from '../lib/stores/parts.svelte.ts';
import type { Room } from '../lib/stores/router.svelte.ts';

export const rooms = new Parts<Room>({
  analyse: () => import('./Analyse.svelte'),
  play: () => import('./Play.svelte'),
  go: () => import('./Go.svelte'),
  mate: () => import('./Mate.svelte'),
  learn: () => import('./Learn.svelte'),
  library: () => import('./Library.svelte'),
  books: () => import('./Books.svelte'),
  matches: () => import('./Matches.svelte'),
  lens: () => import('./Lens.svelte'),
  lab: () => import('./Lab.svelte'),
  edit: () => import('./Edit.svelte'),
  settings: () => import('./Settings.svelte'),
});
