// Invariant: every task of the beginner's course is solved by its stated solution, with legal moves alone.

import { describe, expect, it } from 'vitest';
import { squareIndex } from '../shogi/sfen.ts';
import { CHAPTERS } from './chapters/index.ts';
import { broken, isCheck, isMate } from './rules.ts';
import { afterMove, isAlone, judge, nextOf, openStars, positionAfter, setUp, stars, type Task } from './task.ts';

const tasks = CHAPTERS.flatMap(({ id, tasks }) => tasks.map((task, at) => [`${id} ${at + 1}`, task] as const));
const text = { en: '', ja: '' };

/** How many of the moves are Black's, up to this one? */
const isBlacks = (task: Task, at: number): boolean => isAlone(task) || at % 2 === 0;

describe('the course', () => {
  it('has three to six tasks a chapter, and as many sentences as moves in a line', () => {
    for (const { id, tasks } of CHAPTERS.filter((chapter) => !['mates', 'game', 'openings'].includes(chapter.id))) {
      expect([3, 4, 5, 6], id).toContain(tasks.length);
    }
    expect(new Set(CHAPTERS.map(({ id }) => id)).size).toBe(CHAPTERS.length);
  });

  it.each(tasks)('%s is solved by its solution and not before', (_, task) => {
    let position = positionAfter(task, []);
    expect(judge(task, [])).toBe('open');
    task.solution.forEach((usi, at) => {
      expect(broken(position, usi), usi).toBeNull();
      expect(nextOf(task, task.solution.slice(0, at))).toBe(usi);
      position = afterMove(task, position, usi);
      const last = at === task.solution.length - 1;
      if (isBlacks(task, at)) expect(judge(task, task.solution.slice(0, at + 1)), usi).toBe(last ? 'solved' : 'open');
    });
    expect(openStars(task, task.solution, position)).toEqual([]);
    if (task.goal.type === 'mate') expect(isMate(position)).toBe(true);
    if (task.goal.type === 'escape') expect(isCheck(positionAfter(task, []))).toBe(true);
    if (task.goal.type === 'line') {
      expect(task.goal.steps.length).toBe(task.solution.filter((_, index) => isBlacks(task, index)).length);
    }
  });

  it('says what a move lacks', () => {
    const told = (pieces: string, hand: string, goal: Task['goal'], usi: string) =>
      judge({ sfen: setUp(pieces, hand), goal, ask: text, solution: [] }, [usi]);
    expect(told('K5e', '', stars(1, '4d'), '5e5d')).toBe('tooMany');
    expect(told('P5d', '', { type: 'promote' }, '5d5c')).toBe('noPromotion');
    expect(told('k5b R2h', '', { type: 'check' }, '2h3h')).toBe('noCheck');
    expect(told('k5b R2h', '', { type: 'mate' }, '2h5h')).toBe('notMate');
    expect(told('K5i r5c', 'G', { type: 'escape', by: 'block' }, '5i4i')).toBe('notBlock');
    expect(told('K5i r5c', 'G', { type: 'escape', by: 'king' }, 'G*5h')).toBe('notKing');
    expect(told('K5i G4i g5h', '', { type: 'escape', by: 'capture' }, '5i6i')).toBe('notCapture');
    expect(told('K5i G4i g5h', '', { type: 'escape', by: 'capture' }, '5i5h')).toBe('solved');
    expect(told('K5i', 'P', { type: 'play', kind: 'P', drop: true }, '5i5h')).toBe('otherPiece');
  });

  it('shows as stars what is still to be reached', () => {
    const task: Task = { sfen: setUp('K5i'), goal: stars(2, '4h', '5g'), ask: text, solution: [] };
    expect(openStars(task, ['5i4h'], positionAfter(task, ['5i4h']))).toEqual([squareIndex('5g')]);
  });
});
