import { setUp, stars, type Chapter } from '../task.ts';

export const silver: Chapter = {
  id: 'silver',
  title: { en: 'The silver', ja: '銀の動き' },
  text: [
    { en: 'The silver moves one square: straight ahead or diagonally, ahead and back.', ja: '銀は、前と、ななめ4方向へ1マス動けます。' },
    { en: 'It cannot move sideways or straight back.', ja: '横と真後ろへは動けません。' },
  ],
  tasks: [
    {
      sfen: setUp('S5g'), goal: stars(1, '4f'), solution: ['5g4f'],
      ask: { en: 'Move the silver to the star.', ja: '銀を星のマスへ動かしましょう。' },
    },
    {
      sfen: setUp('S5e'), goal: stars(2, '4e'), solution: ['5e4f', '4f4e'],
      ask: { en: 'The star is beside the silver. Reach it in two moves.', ja: '星は銀の真横です。2手で進みましょう。' },
    },
    {
      sfen: setUp('S5e'), goal: stars(3, '5f'), solution: ['5e5d', '5d4e', '4e5f'],
      ask: { en: 'The star is straight behind the silver. Reach it in three moves.', ja: '星は銀の真後ろです。3手で進みましょう。' },
    },
    {
      sfen: setUp('S5g g6e'), goal: stars(2, '6e'), solution: ['5g5f', '5f6e'],
      ask: { en: 'Take the gold in two moves.', ja: '2手で金を取りましょう。' },
    },
  ],
};
