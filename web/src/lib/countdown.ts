// What is said of the last seconds of a clock.

import type { Lang } from './shogi/notation.ts';

/** Below this every second counts, in s. */
const LAST = 10;
/** Before this nothing is read, in s. */
const FIRST = 60;
const ONES = '一二三四五六七八九';

/**
 * What is read aloud when so many seconds are left of `whole` seconds of byoyomi (0: of other time); empty for most
 * seconds. In Japan the used seconds of a byoyomi are read, elsewhere those that are left.
 */
export function readAloud(left: number, whole: number, lang: Lang): string {
  if (left < 1 || left > FIRST) return '';
  if (lang === 'ja' && whole > 0) {
    const used = whole - left;
    if (left < LAST) return ONES[LAST - left - 1]!;
    return used > 0 && used % LAST === 0 ? `${used}秒` : '';
  }
  if (left <= LAST) return String(left);
  const isRead = whole > 0 ? left < whole && left % LAST === 0 : left === 30;
  if (!isRead) return '';
  return lang === 'ja' ? `残り${left}秒` : `${left} seconds`;
}

/** Does this second tick? */
export const ticks = (left: number): boolean => left > 0 && left <= LAST;
