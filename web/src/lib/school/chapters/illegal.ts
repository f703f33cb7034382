import { setUp, type Chapter } from '../task.ts';

export const illegal: Chapter = {
  id: 'illegal',
  title: { en: 'Illegal moves', ja: '反則' },
  text: [
    { en: 'A player who makes an illegal move loses the game. Here you may try them: nothing is lost, and the rule is explained.', ja: '反則の手を指すと負けになります。ここでは試しても大丈夫です。どの反則かを説明します。' },
  ],
  tasks: [
    {
      sfen: setUp('K5i P9f P8f P7f P6f P5f P3f P2f P1f', 'P'), goal: { type: 'play', kind: 'P', drop: true }, solution: ['P*4d'],
      ask: { en: 'Two pawns: you may not drop a pawn on a file where you have an unpromoted one. Drop the pawn where it is allowed.', ja: '二歩：自分の（成っていない）歩がある筋には、もう1枚の歩を打てません。打てる筋に歩を打ちましょう。' },
    },
    {
      sfen: setUp('K5i', 'N'), goal: { type: 'play', kind: 'N', drop: true }, solution: ['N*5e'],
      ask: { en: 'A piece must be able to move later: no knight on the two last ranks, no pawn or lance on the last. Drop the knight where it is allowed.', ja: '行き所のない駒：1・2段目の桂馬、1段目の歩と香車は、もう動けないので禁じられています。桂馬を打てるマスに打ちましょう。' },
    },
    {
      sfen: setUp('K5i P3b'), goal: { type: 'promote' }, solution: ['3b3a+'],
      ask: { en: 'For the same reason this pawn must promote on the last rank. Move it.', ja: '同じ理由で、歩は1段目へ進むとき必ず成ります。歩を進めましょう。' },
    },
    {
      sfen: setUp('K5i r4c r7c'), goal: { type: 'play', kind: 'K', drop: false }, solution: ['5i5h'],
      ask: { en: 'The king may not move into check. Move it to a safe square.', ja: '玉は、相手の駒が利いているマスへは動けません。安全なマスへ動かしましょう。' },
    },
    {
      sfen: setUp('K5i G5g l5c'), goal: { type: 'play', kind: 'G', drop: false }, solution: ['5g5f'],
      ask: { en: 'You may not expose your king to check: the gold shields it from the lance. Move the gold so that it still does.', ja: '自分から王手のかかる形にはできません。金が香車から玉を守っています。守ったまま金を動かしましょう。' },
    },
    {
      sfen: setUp('k1a n2a S2c', 'PG'), goal: { type: 'mate' }, solution: ['G*1b'],
      ask: { en: 'You may not mate by dropping a pawn. (Moving a pawn to give mate is allowed.) Mate in another way.', ja: '打ち歩詰め：持ち駒の歩を打って詰ますのは反則です（盤上の歩を突いて詰ますのはかまいません）。別の手で詰ましましょう。' },
    },
  ],
};
