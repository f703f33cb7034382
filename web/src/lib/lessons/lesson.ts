// A lesson of the laboratory: five steps, each with a picture, and a question.

import type { Text } from '../school/task.ts';

/** In the order of the list; the place is the number in the address. */
export const LESSONS = ['alpha-beta', 'pruning', 'goals', 'false-eyes', 'probcut'] as const;
export type LessonId = (typeof LESSONS)[number];
export const STEPS = 5;

export interface Answer {
  text: Text;
  right?: true;
  /** Why it is right or wrong. */
  why: Text;
}

export interface Lesson {
  id: LessonId;
  /** Authors and year. */
  paper: Text;
  steps: { title: Text; text: Text }[];
  question: { ask: Text; answers: Answer[] };
  /** Experiments with its tables. */
  tables: string[];
  /** Files of the program. */
  sources: string[];
}
