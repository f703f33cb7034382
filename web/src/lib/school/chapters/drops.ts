import { setUp, stars, type Chapter } from '../task.ts';

export const drops: Chapter = {
  id: 'drops',
  title: { en: 'Taking and dropping', ja: '駒を取る・打つ' },
  text: [
    { en: 'A piece that you take is yours: it lies on your stand.', ja: '取った駒は自分の持ち駒になり、駒台に置かれます。' },
    { en: 'Instead of moving, you may drop it on an empty square. It is always dropped unpromoted.', ja: '盤上の駒を動かす代わりに、持ち駒を空いているマスへ打てます。打つときは必ず表（成っていない側）です。' },
    { en: 'Choose it on the stand, then choose the square.', ja: '駒台の駒を選んでから、マスを選びます。' },
  ],
  tasks: [
    {
      sfen: setUp('R2h s2e'), goal: stars(1, '2e'), solution: ['2h2e'],
      ask: { en: 'Take the silver, and see it appear on your stand.', ja: '銀を取りましょう。取った銀は駒台に移ります。' },
    },
    {
      sfen: setUp('K5i', 'G'), goal: stars(1, '5h'), solution: ['G*5h'],
      ask: { en: 'Drop the gold on the star.', ja: '金を星のマスに打ちましょう。' },
    },
    {
      sfen: setUp('R2h p2e'), goal: stars(2, '2e', '5f'), solution: ['2h2e', 'P*5f'],
      ask: { en: 'Take the pawn, then drop it on the other star.', ja: '歩を取り、もう一つの星のマスに打ちましょう。' },
    },
    {
      sfen: setUp('B5g g3e', 'P'), goal: stars(2, '3e', '7f'), solution: ['5g3e', 'G*7f'],
      ask: { en: 'Take the gold, then drop any piece on the other star.', ja: '金を取り、どちらかの持ち駒をもう一つの星のマスに打ちましょう。' },
    },
  ],
};
