import { setUp, stars, type Chapter } from '../task.ts';

export const gold: Chapter = {
  id: 'gold',
  title: { en: 'The gold', ja: '金の動き' },
  text: [
    { en: 'The gold moves one square: straight ahead, diagonally ahead, sideways or straight back.', ja: '金は、前・ななめ前・横・真後ろへ1マス動けます。' },
    { en: 'It cannot move diagonally back.', ja: 'ななめ後ろへは動けません。' },
  ],
  tasks: [
    {
      sfen: setUp('G5g'), goal: stars(1, '4f'), solution: ['5g4f'],
      ask: { en: 'Move the gold to the star.', ja: '金を星のマスへ動かしましょう。' },
    },
    {
      sfen: setUp('G5e'), goal: stars(2, '4f'), solution: ['5e4e', '4e4f'],
      ask: { en: 'The star is diagonally behind the gold. Reach it in two moves.', ja: '星は金のななめ後ろです。2手で進みましょう。' },
    },
    {
      sfen: setUp('G5g p4e'), goal: stars(2, '4e'), solution: ['5g4f', '4f4e'],
      ask: { en: 'Take the pawn in two moves: move onto its square.', ja: '2手で歩を取りましょう。相手の駒のあるマスへ動くと取れます。' },
    },
  ],
};
