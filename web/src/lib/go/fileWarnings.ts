// Warnings of the SGF reader in the language of the page.

import type { Lang } from '../shogi/notation.ts';

const ILLEGAL: Record<string, string> = {
  'the point is not on the board': '盤の外です',
  'the point is occupied': '石のある点です',
  'the ko may not be retaken at once': 'コウをすぐには取り返せません',
  'the move is suicide': '自殺手です',
};
const RULES: Record<string, string> = {
  'the button': 'ボタン',
  'the tax on groups': '切り賃',
  'the tax on points in seki': 'セキの目の扱い',
};

const KINDS: [RegExp, (...parts: string[]) => string][] = [
  [/^(Black|White) at (\w+): (.*)$/, (color, vertex, why) => `${color === 'Black' ? '黒' : '白'}${vertex}は打てない手です（${ILLEGAL[why!] ?? why}）`],
  [/^(\w+) names no point: passed over$/, (name) => `${name}に点が書かれていないため、読み飛ばしました`],
  [/^KM\[(.*)\] is read as a komi of (.*)$/, (written, komi) => `KM[${written}]をコミ${komi}として読み込みました`],
  [/^KM\[(.*)\] is not a komi: ignored$/, (written) => `KM[${written}]はコミとして読めないため、無視しました`],
  [/^(\w+)\[(.*)\] cannot be read: passed over$/s, (name, written) => `${name}[${written}]は読めないため、無視しました`],
  [/^RU: (.*) is not counted$/, (part) => `ルールのうち「${RULES[part!] ?? part}」は計算に入れません`],
  [/^HA\[(\d+)\] without KM: komi is (.*), as in handicap games$/, (stones, komi) => `${stones}子の置き碁でコミの指定がないため、コミ${komi}とします`],
  [/^what follows game (\d+) is passed over: /, (games) => `${games}局目より後は読めないため、読み飛ばしました`],
  [/^the file names no encoding \(CA\): read as (.*)$/, (name) => `文字コード（CA）の指定がないため、${name}として読み込みました`],
  [/^the text does not fit CA\[(.*)\]: read as (.*)$/, (named, name) => `指定の文字コード（${named}）に合わないため、${name}として読み込みました`],
  [/^(\d+) times bytes are not (.*) text/, (count, name) => `${name}の文字として読めない箇所が${count}か所あります`],
];

/** A warning of the server about an SGF file in the language of the page. */
export function sgfWarningText(warning: string, lang: Lang): string {
  if (lang !== 'ja') return warning;
  const more = /^(\d+) more warnings/.exec(warning);
  if (more) return `ほかに${more[1]}件の警告があります`;
  const text = /^SGF, byte \d+: (.*)$/s.exec(warning)?.[1];
  if (text === undefined) return warning;
  for (const [pattern, say] of KINDS) {
    const found = pattern.exec(text);
    if (found) return say(...found.slice(1));
  }
  return text;
}
