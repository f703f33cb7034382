// What of the room of analysis is not needed for the first look at a game.

import { Parts } from '../../lib/stores/parts.svelte.ts';

export const parts = new Parts({
  graph: () => import('./Graph.svelte'),
  goals: () => import('./GoalsTab.svelte'),
  report: () => import('./ReportTab.svelte'),
  notes: () => import('./NotesTab.svelte'),
});
