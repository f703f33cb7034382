import { setUp, type Chapter } from '../task.ts';

export const mate: Chapter = {
  id: 'mate',
  title: { en: 'Mate', ja: '詰み' },
  text: [
    { en: 'A king in check with no way out is mated, and the game is over.', ja: '王手を防ぐ手が一つもない状態が詰みです。玉を詰まされたら負けになります。' },
    { en: 'A mating piece next to the king needs another piece that protects it; otherwise the king takes it.', ja: '玉のすぐ近くから詰ますときは、その駒に味方の利きが必要です。なければ玉に取られてしまいます。' },
  ],
  tasks: [
    {
      sfen: setUp('k5a P5c', 'G'), goal: { type: 'mate' }, solution: ['G*5b'],
      ask: { en: 'Mate with the gold: the pawn protects it.', ja: '頭金です。歩の利きを生かし、金を打って詰ましましょう。' },
    },
    {
      sfen: setUp('k2a S2c', 'G'), goal: { type: 'mate' }, solution: ['G*2b'],
      ask: { en: 'Mate with the gold: the silver protects it.', ja: '銀の利きを生かし、金を打って詰ましましょう。' },
    },
    {
      sfen: setUp('k5a G5c R2h'), goal: { type: 'mate' }, solution: ['2h2a+'],
      ask: { en: 'Mate with the rook.', ja: '飛車を動かして詰ましましょう。' },
    },
    {
      sfen: setUp('k5a R2b', 'R'), goal: { type: 'mate' }, solution: ['R*9a'],
      ask: { en: 'One rook guards the second rank. Mate with the other.', ja: '盤上の飛車が2段目を押さえています。もう1枚の飛車を打って詰ましましょう。' },
    },
  ],
};
