import { setUp, stars, type Chapter } from '../task.ts';

export const pawn: Chapter = {
  id: 'pawn',
  title: { en: 'The pawn', ja: '歩の動き' },
  text: [
    { en: 'The pawn moves one square straight ahead.', ja: '歩は、前へ1マスだけ進めます。' },
    { en: 'It also takes straight ahead, not diagonally as in chess.', ja: '駒を取るときも、まっすぐ前へ進みます。' },
  ],
  tasks: [
    {
      sfen: setUp('P5g'), goal: stars(1, '5f'), solution: ['5g5f'],
      ask: { en: 'Move the pawn to the star.', ja: '歩を星のマスへ進めましょう。' },
    },
    {
      sfen: setUp('P7g'), goal: stars(3, '7d'), solution: ['7g7f', '7f7e', '7e7d'],
      ask: { en: 'Reach the star in three moves.', ja: '3手で星のマスへ進みましょう。' },
    },
    {
      sfen: setUp('P7f p7e p6e'), goal: stars(1, '7e'), solution: ['7f7e'],
      ask: { en: 'Take a pawn.', ja: '相手の歩を取りましょう。' },
    },
  ],
};
