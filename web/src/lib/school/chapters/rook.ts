import { setUp, stars, type Chapter } from '../task.ts';

export const rook: Chapter = {
  id: 'rook',
  title: { en: 'The rook', ja: '飛車の動き' },
  text: [
    { en: 'The rook moves straight ahead, back or sideways, as far as you like.', ja: '飛車は、前後左右に何マスでも動けます。' },
    { en: 'It cannot jump over pieces. It is the strongest attacker.', ja: '駒は跳び越えられません。攻めの中心になる、いちばん強い駒です。' },
  ],
  tasks: [
    {
      sfen: setUp('R2h'), goal: stars(1, '2d'), solution: ['2h2d'],
      ask: { en: 'Move the rook to the star.', ja: '飛車を星のマスへ動かしましょう。' },
    },
    {
      sfen: setUp('R2h'), goal: stars(2, '6e'), solution: ['2h2e', '2e6e'],
      ask: { en: 'Reach the star in two moves.', ja: '2手で星のマスへ進みましょう。' },
    },
    {
      sfen: setUp('R2h p2e p7e'), goal: stars(2, '2e', '7e'), solution: ['2h2e', '2e7e'],
      ask: { en: 'Take both pawns in two moves.', ja: '2手で歩を2枚取りましょう。' },
    },
  ],
};
