import { setUp, stars, type Chapter } from '../task.ts';

export const lance: Chapter = {
  id: 'lance',
  title: { en: 'The lance', ja: '香車の動き' },
  text: [
    { en: 'The lance moves straight ahead, as far as you like.', ja: '香車は、前へ何マスでも進めます。' },
    { en: 'It cannot jump over pieces, and it never goes back.', ja: '駒は跳び越えられず、後ろへも戻れません。' },
  ],
  tasks: [
    {
      sfen: setUp('L1i'), goal: stars(1, '1d'), solution: ['1i1d'],
      ask: { en: 'Move the lance to the star.', ja: '香車を星のマスへ動かしましょう。' },
    },
    {
      sfen: setUp('L9i p9d'), goal: stars(1, '9d'), solution: ['9i9d'],
      ask: { en: 'Take the pawn.', ja: '歩を取りましょう。' },
    },
    {
      sfen: setUp('L5h P5e'), goal: stars(1, '5f'), solution: ['5h5f'],
      ask: { en: 'Your pawn is in the way. Move the lance up to it.', ja: '前に自分の歩があります。香車を歩のすぐ後ろまで進めましょう。' },
    },
  ],
};
