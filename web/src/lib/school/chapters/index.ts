// The chapters of the beginner's course in their order.

import type { Chapter } from '../task.ts';
import { bishop } from './bishop.ts';
import { castles } from './castles.ts';
import { check } from './check.ts';
import { drops } from './drops.ts';
import { gold } from './gold.ts';
import { illegal } from './illegal.ts';
import { king } from './king.ts';
import { knight } from './knight.ts';
import { lance } from './lance.ts';
import { mate } from './mate.ts';
import { openings } from './openings.ts';
import { pawn } from './pawn.ts';
import { promotion } from './promotion.ts';
import { rook } from './rook.ts';
import { silver } from './silver.ts';

/** Its tasks are the first problems of a mate set of the server. */
export const MATES = 'mates';
export const MATE_SET = 'composed-1';
export const MATES_TAKEN = 10;
/** It has no tasks: it leads to the room of games. */
export const FIRST_GAME = 'game';

const mates: Chapter = {
  id: MATES,
  title: { en: 'Mate in one', ja: '一手詰' },
  text: [
    { en: 'Ten problems: mate with one move. All pieces that are not shown lie in White’s hand, and White may put them in between.', ja: '1手で詰ます問題を10問解きます。盤上と駒台にない残りの駒はすべて相手の持ち駒で、合い駒に使えます。' },
  ],
  tasks: [],
};

const game: Chapter = {
  id: FIRST_GAME,
  title: { en: 'Your first game', ja: 'はじめての対局' },
  text: [
    { en: 'Now play a whole game against the weakest level, without a clock.', ja: 'いちばん弱いレベルと、時間制限なしで1局指してみましょう。' },
    { en: 'Hints are on: whenever it is your turn, arrows show good moves. You can stop them; Take back undoes your last move.', ja: 'ヒントつきです。自分の番になると、良い手を矢印で示します（途中で止められます）。「待った」で指し直しもできます。' },
    { en: 'Begin with a handicap: White then has fewer pieces.', ja: 'はじめは駒落ち（相手の駒が少ない対局）がおすすめです。' },
  ],
  tasks: [],
};

export const CHAPTERS: readonly Chapter[] = [
  king, gold, silver, knight, lance, pawn, bishop, rook, promotion, drops, check, mate, illegal, mates, castles, openings, game,
];
