import { describe, expect, it } from 'vitest';
import { readAloud, ticks } from './countdown.ts';

const all = (whole: number, lang: 'ja' | 'en', from = whole) =>
  Array.from({ length: from + 1 }, (_, i) => readAloud(from - i, whole, lang)).filter((text) => text !== '');

describe('the countdown', () => {
  it('reads the seconds used of a byoyomi in Japanese', () => {
    expect(all(30, 'ja')).toEqual(['10秒', '20秒', '一', '二', '三', '四', '五', '六', '七', '八', '九']);
    expect(all(10, 'ja')).toEqual(['一', '二', '三', '四', '五', '六', '七', '八', '九']);
  });

  it('reads the seconds left in English', () => {
    expect(all(30, 'en')).toEqual(['20 seconds', '10', '9', '8', '7', '6', '5', '4', '3', '2', '1']);
  });

  it('reads the seconds left of the main time', () => {
    expect(all(0, 'en', 31)).toEqual(['30 seconds', '10', '9', '8', '7', '6', '5', '4', '3', '2', '1']);
    expect(all(0, 'ja', 31).slice(0, 2)).toEqual(['残り30秒', '10']);
  });

  it('ticks in the last ten seconds', () => {
    expect([11, 10, 1, 0].map(ticks)).toEqual([false, true, true, false]);
  });
});
