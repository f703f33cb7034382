// Evaluations in words and numbers. All values are from Black's view.

import type { Evaluation, MistakeClass, MoveReport } from '../protocol.ts';
import type { Lang } from './notation.ts';

export const MISTAKES: readonly MistakeClass[] = ['inaccuracy', 'dubious', 'mistake', 'blunder'];

/** The evaluation after a judged move. */
export const evalAfter = (move: MoveReport): Evaluation => ({ cp: move.eval_cp, mate: move.mate, win_rate: move.win_rate });

/** Above it a number only means that the game is decided. */
const MOST_CP = 9_999;

function signed(cp: number): string {
  const size = Math.min(Math.abs(cp), MOST_CP);
  const beyond = Math.abs(cp) > MOST_CP ? '>' : '';
  return cp > 0 ? `${beyond}+${size}` : cp < 0 ? `${beyond}−${size}` : '0';
}

/** A few characters: `+320`, `−15`, `詰7`, `#7`. */
export function shortEval(value: Evaluation, lang: Lang): string {
  if (value.mate === null) return signed(value.cp);
  const plies = Math.abs(value.mate);
  const sign = value.cp < 0 ? '−' : '+';
  return lang === 'ja' ? `${sign}詰${plies}` : `${sign}#${plies}`;
}

function standing(winRate: number, lang: Lang): string {
  // By the percentage that is shown, so that equal numbers have equal words.
  const ahead = Math.round(100 * Math.max(winRate, 1 - winRate)) / 100;
  if (ahead < 0.55) return lang === 'ja' ? '互角' : 'even';
  const side = winRate > 0.5 ? (lang === 'ja' ? '先手' : 'Black') : lang === 'ja' ? '後手' : 'White';
  if (ahead < 0.7) return lang === 'ja' ? `${side}有利` : `${side} better`;
  if (ahead < 0.9) return lang === 'ja' ? `${side}優勢` : `${side} much better`;
  return lang === 'ja' ? `${side}勝勢` : `${side} winning`;
}

export const percent = (rate: number): string => `${Math.round(rate * 100)} %`;

/** The number and its meaning: `+320 (先手有利, 68 %)`, `詰み 7手`. */
export function longEval(value: Evaluation, lang: Lang): string {
  if (value.mate !== null) {
    const plies = Math.abs(value.mate);
    const side = value.cp < 0 ? (lang === 'ja' ? '後手' : 'White') : lang === 'ja' ? '先手' : 'Black';
    if (plies === 0) return lang === 'ja' ? `詰み (${side}勝ち)` : `mate (${side} wins)`;
    return lang === 'ja' ? `詰み ${plies}手 (${side}勝ち)` : `mate in ${plies} (${side} wins)`;
  }
  return `${signed(value.cp)} (${standing(value.win_rate, lang)}, ${percent(value.win_rate)})`;
}

/** `12.3k`, `4.56M`. */
export function compact(count: number): string {
  if (count < 1_000) return String(Math.round(count));
  if (count < 1_000_000) return `${(count / 1_000).toPrecision(3)}k`;
  return count < 1e9 ? `${(count / 1_000_000).toPrecision(3)}M` : `${(count / 1e9).toPrecision(3)}G`;
}

/** `1:05`, `12:00:00`. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  const two = (n: number) => String(n).padStart(2, '0');
  const [h, m, s] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** `8 s`, `3 min`, `1 h 20 min`. */
/** A time of work: milliseconds where it was short. */
export const workTime = (ms: number, lang: Lang): string => (ms < 1_000 ? `${Math.round(ms)} ms` : durationText(ms, lang));

export function durationText(ms: number, lang: Lang): string {
  const seconds = Math.max(1, Math.round(ms / 1_000));
  const [h, m, s] = lang === 'ja' ? ['時間', '分', '秒'] : [' h', ' min', ' s'];
  if (seconds < 90) return `${seconds}${s}`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes}${m}` : `${Math.floor(minutes / 60)}${h} ${minutes % 60}${m}`;
}
