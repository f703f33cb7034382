import { setUp, stars, type Chapter } from '../task.ts';

export const knight: Chapter = {
  id: 'knight',
  title: { en: 'The knight', ja: '桂馬の動き' },
  text: [
    { en: 'The knight jumps two squares ahead and one to the side, to the left or to the right.', ja: '桂馬は、前へ2マス、左右どちらかへ1マスずれたマスへ跳びます。' },
    { en: 'It is the only piece that jumps over others, and it never goes back.', ja: '駒を跳び越えられるのは桂馬だけです。後ろへは戻れません。' },
  ],
  tasks: [
    {
      sfen: setUp('N5i'), goal: stars(1, '4g'), solution: ['5i4g'],
      ask: { en: 'Jump to the star.', ja: '桂馬で星のマスへ跳びましょう。' },
    },
    {
      sfen: setUp('N8i P7h P8h P9h'), goal: stars(1, '7g'), solution: ['8i7g'],
      ask: { en: 'Jump over your own pawns to the star.', ja: '自分の歩を跳び越えて、星のマスへ進みましょう。' },
    },
    {
      sfen: setUp('N5i'), goal: stars(2, '6g', '7e'), solution: ['5i6g', '6g7e'],
      ask: { en: 'Collect both stars in two moves.', ja: '2手で星を2つ集めましょう。' },
    },
    {
      sfen: setUp('N2i g4e'), goal: stars(2, '4e'), solution: ['2i3g', '3g4e'],
      ask: { en: 'Take the gold in two moves.', ja: '2手で金を取りましょう。' },
    },
  ],
};
