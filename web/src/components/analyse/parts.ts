// The parts of the room of analysis that are not needed at first.

import { Parts } from '../../lib/stores/parts.svelte.ts';

export const parts = new Parts({
  strip: () => import('./TabStrip.svelte'),
  graph: () => import('./Graph.svelte'),
  goals: () => import('./GoalsTab.svelte'),
  report: () => import('./ReportTab.svelte'),
  notes: () => import('./NotesTab.svelte'),
});
