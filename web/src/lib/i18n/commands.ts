// Words of the command line.

import type { CommandWords } from '../shogi/commands.ts';

interface Words extends CommandWords {
  label: string;
  hidden: string;
}

const en: Words = {
  label: 'Move or command',
  help: 'A move: 76, P-76, 7g7f or ７六歩. p rook: where they are. s 7: a file; s g: a rank; s 7g: a square. h: hands. l: last move. c: clocks. e: evaluation.',
  none: 'none',
  unknown: (text) => `${text} is no legal move and no command. Type ? for help.`,
  several: (moves) => `Which one: ${moves}?`,
  hidden: 'hidden in this game',
};

const ja: Words = {
  label: '指し手・コマンド',
  help: '指し手: 76、７六歩、7g7f など。p 飛: 駒の場所。s 7: 筋、s 七: 段、s 7七: マス。h: 持ち駒。l: 最終手。c: 時計。e: 評価値。',
  none: 'なし',
  unknown: (text) => `「${text}」は指せる手でもコマンドでもありません。? で説明を表示します。`,
  several: (moves) => `どの手ですか: ${moves}`,
  hidden: '対局中は表示しません',
};

export const commandWords = { en, ja };
