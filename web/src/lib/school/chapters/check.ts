import { setUp, type Chapter } from '../task.ts';

export const check: Chapter = {
  id: 'check',
  title: { en: 'Check', ja: '王手' },
  text: [
    { en: 'Check is a move that threatens to take the king.', ja: '次に玉を取るぞ、という手を王手といいます。' },
    { en: 'A player in check must answer it at once: move the king, take the checking piece, or put a piece in between.', ja: '王手をかけられたら、玉を逃げる・王手の駒を取る・合い駒をする、のどれかで必ず防ぎます。' },
  ],
  tasks: [
    {
      sfen: setUp('k5b R2h'), goal: { type: 'check' }, solution: ['2h5h'],
      ask: { en: 'Give check with the rook.', ja: '飛車で王手をかけましょう。' },
    },
    {
      sfen: setUp('k5b', 'B'), goal: { type: 'check' }, solution: ['B*2e'],
      ask: { en: 'Give check by a drop.', ja: '持ち駒の角を打って王手をかけましょう。' },
    },
    {
      sfen: setUp('K5i r5c'), goal: { type: 'escape', by: 'king' }, solution: ['5i4h'],
      ask: { en: 'You are in check by the rook. Move the king out of it.', ja: '飛車で王手をかけられました。玉を逃げましょう。' },
    },
    {
      sfen: setUp('K5i G4i g5h p5g'), goal: { type: 'escape', by: 'capture' }, solution: ['4i5h'],
      ask: { en: 'The gold gives check. Take it with your gold.', ja: '金で王手をかけられました。自分の金で取りましょう。' },
    },
    {
      sfen: setUp('K5i r5c', 'G'), goal: { type: 'escape', by: 'block' }, solution: ['G*5h'],
      ask: { en: 'Put your gold between rook and king.', ja: '飛車と玉の間に金を打って、合い駒をしましょう。' },
    },
  ],
};
