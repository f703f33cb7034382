import { setUp, stars, type Chapter } from '../task.ts';

export const bishop: Chapter = {
  id: 'bishop',
  title: { en: 'The bishop', ja: '角の動き' },
  text: [
    { en: 'The bishop moves diagonally, as far as you like.', ja: '角は、ななめに何マスでも動けます。' },
    { en: 'It cannot jump over pieces.', ja: '駒は跳び越えられません。' },
  ],
  tasks: [
    {
      sfen: setUp('B8h'), goal: stars(1, '4d'), solution: ['8h4d'],
      ask: { en: 'Move the bishop to the star.', ja: '角を星のマスへ動かしましょう。' },
    },
    {
      sfen: setUp('B5e'), goal: stars(2, '5g'), solution: ['5e4f', '4f5g'],
      ask: { en: 'Reach the star in two moves.', ja: '2手で星のマスへ進みましょう。' },
    },
    {
      sfen: setUp('B8h P7g g4d'), goal: stars(2, '4d'), solution: ['7g7f', '8h4d'],
      ask: { en: 'Your pawn is in the way. Move it, then take the gold with the bishop.', ja: '前に自分の歩があります。歩を進めて角の道を開け、角で金を取りましょう。' },
    },
  ],
};
