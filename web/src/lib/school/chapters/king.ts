import { setUp, stars, type Chapter } from '../task.ts';

export const king: Chapter = {
  id: 'king',
  title: { en: 'The king', ja: '玉の動き' },
  text: [
    { en: 'The king moves one square in any direction.', ja: '玉は、まわりの8マスへ1マス動けます。' },
    { en: 'It is the piece that matters: you win by trapping the king of your opponent.', ja: 'いちばん大切な駒です。相手の玉を詰ませば勝ちになります。' },
    { en: 'Your own pieces point away from you.', ja: '自分の駒は、とがったほうが相手を向いています。' },
  ],
  tasks: [
    {
      sfen: setUp('K5e'), goal: stars(1, '4d'), solution: ['5e4d'],
      ask: { en: 'Move the king to the star.', ja: '玉を星のマスへ動かしましょう。' },
    },
    {
      sfen: setUp('K5h'), goal: stars(2, '7f'), solution: ['5h6g', '6g7f'],
      ask: { en: 'Reach the star in two moves.', ja: '2手で星のマスへ進みましょう。' },
    },
    {
      sfen: setUp('K5i'), goal: stars(3, '4h', '5g', '6h'), solution: ['5i4h', '4h5g', '5g6h'],
      ask: { en: 'Collect the three stars in three moves.', ja: '3手で星を3つ集めましょう。' },
    },
  ],
};
