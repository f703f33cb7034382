// Why a position of go has the score that it has, or none: the server's English, grouped, in the language of the page.

import type { Lang } from '../shogi/notation.ts';

/** Reasons in English as the server writes them, and in Japanese. */
const REASONS: [RegExp, (...parts: string[]) => string][] = [
  [/^as a sum of regions$/, () => '領域の和として'],
  [
    /^as a sum of regions, if the marked points are settled as marked$/,
    () => '領域の和として（印の点がそのとおりなら）',
  ],
  [/^by search of the whole board$/, () => '全局探索で'],
  [/^by all positions that can be reached$/, () => '到達できる全局面で'],
  [/^by search of every line with its past$/, () => '履歴つきの全探索で'],
  [/^play can continue forever$/, () => '同じ形が繰り返される'],
  [/^a ko can arise$/, () => 'コウになり得る'],
  [/^a position can come back$/, () => '同じ形に戻り得る'],
  [/^no unconditionally alive stone touches the region$/, () => '無条件に生きている石が領域に接していない'],
  [/^stones taken as alive can be captured from here$/, () => '生きているとみなした石が取られ得る'],
  [
    /^a seki or other position in which nobody wants to move can arise$/,
    () => 'セキなど、どちらも打ちたくない形になり得る',
  ],
  [/^more than (\d+) positions$/, (n) => `局面が${n}を超える`],
  [/^more than (\d+) positions can be reached$/, (n) => `到達できる局面が${n}を超える`],
  [/^more than (\d+) nodes$/, (n) => `探索が${n}局面を超える`],
  [/^lines of more than (\d+) plies$/, (n) => `手順が${n}手を超える`],
  [/^a fraction with too large a denominator$/, () => '値の分母が大きすぎる'],
  [/^stopped$/, () => '中止'],
  [
    /^not solved: node limit after (\d+) nodes$/,
    (n) => `${Number(n).toLocaleString('ja')}局面の上限までに解けない`,
  ],
  [
    /^not solved: time limit after (\d+) nodes$/,
    (n) => `制限時間内に解けない（${Number(n).toLocaleString('ja')}局面）`,
  ],
  [/^not solved: stop requested after (\d+) nodes$/, (n) => `中止（${Number(n).toLocaleString('ja')}局面）`],
  [
    /^if own stones may be given up, the board is not a sum of games$/,
    () => '自殺手のあるルールでは領域の和にならない',
  ],
  [
    /^(\S+) under simple ko, but under superko a position that comes back may forbid a move$/,
    (score) => `単純なコウのルールなら${score}、スーパーコウでは禁じられる手があり得る`,
  ],
];

/** Places named with one reason. */
const MOST = 4;

function inJapanese(reason: string): string {
  for (const [pattern, say] of REASONS) {
    const found = pattern.exec(reason);
    if (found) return say(...found.slice(1));
  }
  return reason;
}

/** A reason, or several joined by `; `; regions with the same one are grouped. */
export function goReason(text: string, lang: Lang): string {
  const places = new Map<string, string[]>();
  for (const part of text.split('; ').filter(Boolean)) {
    const [, place, why] = /^the region at (\S*): (.+)$/.exec(part) ?? [];
    const reason = why ?? part.replace(/^the sum of the regions: /, '');
    places.set(reason, [...(places.get(reason) ?? []), ...(place ? [place] : [])]);
  }
  const parts = [...places].map(([reason, at]) => {
    const said = lang === 'ja' ? inJapanese(reason) : reason;
    if (at.length === 0) return said;
    const named = at.slice(0, MOST).join(lang === 'ja' ? '・' : ', ') + (at.length > MOST ? ' …' : '');
    return lang === 'ja' ? `${said}（${named}）` : `${said} (${named})`;
  });
  return parts.join(lang === 'ja' ? '、' : '; ');
}
