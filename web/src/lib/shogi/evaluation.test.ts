import { expect, it } from 'vitest';
import { longEval } from './evaluation.ts';

it('has the same words for the same percentage', () => {
  const words = (cp: number, win_rate: number) => longEval({ cp, mate: null, win_rate }, 'en');
  expect(words(118, 0.547)).toBe('+118 (Black better, 55 %)');
  expect(words(122, 0.553)).toBe('+122 (Black better, 55 %)');
  expect(words(90, 0.544)).toBe('+90 (even, 54 %)');
  expect(words(-122, 0.45)).toBe('−122 (White better, 45 %)');
  expect(words(-118, 0.453)).toBe('−118 (White better, 45 %)');
});
