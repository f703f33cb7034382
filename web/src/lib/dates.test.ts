import { expect, it } from 'vitest';
import { dateText } from './dates.ts';

it('writes every day in one way', () => {
  expect(dateText('2014/09/02 10:00')).toBe('2014-09-02');
  expect(dateText('2014-9-2')).toBe('2014-09-02');
  expect(dateText('2014年9月2日')).toBe('2014-09-02');
  expect(dateText(new Date(2026, 0, 5, 13).getTime())).toBe('2026-01-05');
  expect(dateText('Heisei 26')).toBe('Heisei 26');
  expect(dateText('')).toBe('');
});
