// Problems of an opened record, reported immediately and not only in the notes.

import type { DocumentState } from './protocol.ts';
import type { Lang } from './shogi/notation.ts';

/** Warnings after which the displayed record is incomplete. */
const SERIOUS = /: move \d+ `|the file ends in the middle|the handicap `/;
/** Signs of text that was decoded in a wrong encoding: the replacement character, controls, and what UTF-8 kana become in Shift_JIS. */
const GARBLED = /[\uFFFD\u0080-\u009F]|[縺繧繝][^ぁ-んァ-ヶ]{0,2}[縺繧繝]/;

export interface FileProblems {
  /** The first serious warning, in English, or empty. */
  first: string;
  /** Warnings in all. */
  count: number;
  /** Do names or comments look as if the encoding were another one? */
  garbled: boolean;
  /** Were lines not understood, and is there no move at all? */
  noMoves: boolean;
}

/** The problem of a record to report; null if it was read completely. */
export function fileProblems({ warnings, info, headers, nodes }: DocumentState): FileProblems | null {
  const first = warnings.find((warning) => SERIOUS.test(warning)) ?? '';
  const texts = [info.title, ...headers.map((header) => header.value), ...warnings, ...nodes.slice(0, 20).map((node) => node.comment)];
  const garbled = texts.some((text) => GARBLED.test(text));
  const noMoves = warnings.length > 0 && info.plies === 0;
  return first !== '' || garbled || noMoves ? { first, count: warnings.length, garbled, noMoves } : null;
}

const FAULTS: [RegExp, (...parts: string[]) => string][] = [
  [/^illegal move/, () => '指せない手です'],
  [/^several pieces/, () => 'どの駒か決まりません'],
  [/was expected$/, () => '指し手として読めません'],
  [/^the variation begins at move (\d+)/, (ply) => `${ply}手目から始まる変化のつながる先がありません`],
];
const fault = (text: string): string => {
  for (const [pattern, say] of FAULTS) {
    const found = pattern.exec(text);
    if (found) return say(...found.slice(1));
  }
  return '読めません';
};

const KINDS: [RegExp, (...parts: string[]) => string][] = [
  [/^move (\d+) `(.*)`: (.*); the moves before it are kept$/s, (ply, text, why) => `${ply}手目「${text}」: ${fault(why!)}。その前までの手を読み込みました`],
  [/^the move is numbered (\d+) but is move (\d+)$/, (written, ply) => `手数が${written}と書かれていますが、${ply}手目です`],
  [/^the mark before the move/, () => '手の前の先後の印が逆です'],
  [/^`(.*)` is not a header, move or comment$/s, (line) => `「${line}」は見出し・指し手・コメントのどれでもありません`],
  [/^`(.*)` after the move means nothing$/s, (text) => `指し手の後の「${text}」は読めません`],
  [/^the file ends in the middle of a character$/, () => 'ファイルが文字の途中で終わっています'],
  [/^the property `(.*)` is not known$/, (name) => `項目「${name}」は未知のものです`],
  [/^the handicap `(.*)` is not known/, (name) => `手合割「${name}」が分からないため、平手として読み込みました`],
];

/** A warning of the server in the language of the page. */
export function warningText(warning: string, lang: Lang): string {
  if (lang !== 'ja') return warning;
  const [, line, rest] = /^line (\d+), column \d+: (.*)$/s.exec(warning) ?? [];
  if (line === undefined) return warning;
  for (const [pattern, say] of KINDS) {
    const found = pattern.exec(rest!);
    if (found) return `${line}行目: ${say(...found.slice(1))}`;
  }
  return `${line}行目: ${rest}`;
}
