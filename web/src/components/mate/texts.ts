// Texts of the training that need more than words.

import { i18n } from '../../lib/i18n/index.svelte.ts';
import { mateWords } from '../../lib/i18n/mate.ts';
import type { MateHint, MateResult, MateSet, MateSolution } from '../../lib/protocol.ts';
import type { Lang } from '../../lib/shogi/notation.ts';
import { pieceHint } from '../../lib/stores/hints.ts';
import { prefs } from '../../lib/stores/prefs.svelte.ts';
import { writtenLine } from '../../lib/stores/view.svelte.ts';

const HOUR = 3_600_000;

/** The text on the last move, or on the expected one. */
export interface Status {
  kind: 'soft' | 'good' | 'error' | '';
  text: string;
}

/** A set by its name, or by its family and length. */
export function setTitle(set: MateSet): string {
  const t = i18n.of(mateWords);
  if (set.family === 'own') return set.name;
  const family = t.families[set.family];
  if (set.plies === null || set.family === 'missed') return family;
  return `${family} · ${t.setName(set.plies)}`;
}

/** The result of a mate search. */
export function mateFound({ verdict, plies }: Pick<MateSolution, 'verdict' | 'plies'>): string {
  const t = i18n.of(mateWords);
  if (verdict === 'mate') return t.mate(plies ?? 0);
  return verdict === 'nomate' ? t.nomate : t.unknown;
}

/** The distance to a time: in 18 hours, in 3 days, in 2 months. */
export function whenText(ms: number, lang: Lang, now = Date.now()): string {
  const hours = Math.max(1, Math.ceil((ms - now) / HOUR));
  const format = new Intl.RelativeTimeFormat(lang);
  if (hours < 36) return format.format(hours, 'hour');
  const days = Math.round(hours / 24);
  if (days < 60) return format.format(days, 'day');
  return days < 730 ? format.format(Math.round(days / 30.4), 'month') : format.format(Math.round(days / 365), 'year');
}

/** When a problem comes again, and whether its result is stored; empty before it is over. */
export function repetitionText(result: MateResult | null): string {
  const t = i18n.of(mateWords);
  if (!result) return '';
  const { due_ms, saved } = result;
  const due = due_ms === null ? '' : due_ms <= Date.now() ? t.again : t.againOn(whenText(due_ms, prefs.lang));
  return [due, saved ? '' : t.notSaved].filter((part) => part !== '').join(' ');
}

/** A hint for the next move of a side: the piece, its square too, or the move. */
export const hintText = (hint: MateHint, sfen: string): string =>
  hint.usi ? i18n.of(mateWords).theMove(writtenLine(sfen, [hint.usi])[0] ?? hint.usi) : pieceHint(hint, sfen);
