// The lessons, each loaded when it is opened.

import type { LessonId } from '../../lib/lessons/lesson.ts';
import { Parts } from '../../lib/stores/parts.svelte.ts';

export const parts = new Parts<LessonId>({
  'alpha-beta': () => import('./AlphaBeta.svelte'),
  pruning: () => import('./Pruning.svelte'),
  goals: () => import('./GoalPlans.svelte'),
  'false-eyes': () => import('./FalseEyes.svelte'),
  probcut: () => import('./ProbCut.svelte'),
});
