// Texts of the training that need more than words.

import { i18n } from '../../lib/i18n/index.svelte.ts';
import type { MateSet } from '../../lib/protocol.ts';
import type { Lang } from '../../lib/shogi/notation.ts';

const HOUR = 3_600_000;

/** A set by its name, or by its family and length. */
export function setTitle(set: MateSet): string {
  const t = i18n.t.mate;
  if (set.family === 'own') return set.name;
  const family = t.families[set.family];
  if (set.plies === null || set.family === 'missed') return family;
  return `${family} · ${t.setName(set.plies)}`;
}

/** How far ahead a time is: in 18 hours, in 3 days. */
export function whenText(ms: number, lang: Lang, now = Date.now()): string {
  const hours = Math.max(1, Math.ceil((ms - now) / HOUR));
  const format = new Intl.RelativeTimeFormat(lang);
  return hours < 36 ? format.format(hours, 'hour') : format.format(Math.round(hours / 24), 'day');
}
