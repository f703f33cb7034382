// The lessons of the laboratory: which one is open at which step, and what is done.

import { LESSONS, STEPS, type LessonId } from '../lessons/lesson.ts';
import { Progress } from './progress.svelte.ts';
import { router } from './router.svelte.ts';

class Lessons {
  private readonly progress = new Progress('lessons');

  /** Steps, and the question behind them. */
  readonly count = STEPS + 1;
  /** Number of the open lesson, from 1; 0: none. */
  number = $derived(router.route.room === 'lab' && LESSONS[(router.route.id ?? 0) - 1] ? router.route.id! : 0);
  id = $derived<LessonId | null>(LESSONS[this.number - 1] ?? null);
  /** The step, from 0; the last is the question. Without one in the address the first that is not done. */
  index = $derived.by(() => {
    const { node } = router.route;
    if (node !== null && node >= 1 && node <= this.count) return node - 1;
    return Math.max(0, [...new Array(this.count).keys()].findIndex((index) => !this.isDone(index)));
  });
  isQuestion = $derived(this.index === STEPS);

  address = (index: number): string => `/lab/${this.number}/${index + 1}`;
  isDone = (index: number, id = this.id): boolean => this.progress.done.has(`${id}-${index + 1}`);
  doneIn = (id: LessonId): number => [...new Array(this.count).keys()].filter((index) => this.isDone(index, id)).length;

  /** Writes the step into an address without one, so that it stays when it is done. */
  settle(): void {
    if (this.id && router.route.node === null) router.replace(this.address(this.index));
  }

  mark(): void {
    this.progress.mark(`${this.id}-${this.index + 1}`);
  }

  /** Goes to another step, beyond the question to the next lesson; a step that is left forwards is done. */
  go(by: 1 | -1): void {
    const next = this.index + by;
    if (by > 0 && !this.isQuestion) this.mark();
    if (next >= 0 && next < this.count) router.go(this.address(next));
    else if (next === this.count) router.go(LESSONS[this.number] ? `/lab/${this.number + 1}` : '/lab');
  }
}

export const lessons = new Lessons();
