import { setUp, stars, type Chapter } from '../task.ts';

export const promotion: Chapter = {
  id: 'promotion',
  title: { en: 'Promotion', ja: '成る' },
  text: [
    { en: 'The three ranks farthest from you are the enemy camp. A piece that moves into it, inside it or out of it may promote: it is turned over.', ja: '相手側の3段が敵陣です。敵陣へ入る・敵陣の中で動く・敵陣から出るとき、駒を裏返して成ることができます。' },
    { en: 'Pawn, lance, knight and silver then move like a gold. King and gold do not promote.', ja: '歩・香車・桂馬・銀は、成ると金と同じ動きになります。玉と金は成れません。' },
    { en: 'A promoted bishop also moves one square straight, a promoted rook also one square diagonally.', ja: '成った角（馬）は前後左右に1マス、成った飛車（龍）はななめに1マス、動きが増えます。' },
  ],
  tasks: [
    {
      sfen: setUp('P5d'), goal: { type: 'promote' }, solution: ['5d5c+'],
      ask: { en: 'Move the pawn into the camp and promote it.', ja: '歩を敵陣へ進めて成りましょう。' },
    },
    {
      sfen: setUp('R2h'), goal: { type: 'promote' }, solution: ['2h2c+'],
      ask: { en: 'Promote the rook.', ja: '飛車を敵陣へ進めて成りましょう。' },
    },
    {
      sfen: setUp('S4c'), goal: { type: 'promote' }, solution: ['4c3d+'],
      ask: { en: 'The silver is in the camp already. Promote it with any move.', ja: '銀はもう敵陣にいます。どこかへ動かして成りましょう。' },
    },
    {
      sfen: setUp('+P5e'), goal: stars(2, '4e', '4f'), solution: ['5e4e', '4e4f'],
      ask: { en: 'This promoted pawn moves like a gold. Collect both stars in two moves.', ja: '「と金」は金と同じ動きです。2手で星を2つ集めましょう。' },
    },
    {
      sfen: setUp('+B5e'), goal: stars(2, '5d', '2g'), solution: ['5e5d', '5d2g'],
      ask: { en: 'A promoted bishop. Collect both stars in two moves.', ja: '馬を動かして、2手で星を2つ集めましょう。' },
    },
    {
      sfen: setUp('+R5e'), goal: stars(2, '4f', '4i'), solution: ['5e4f', '4f4i'],
      ask: { en: 'A promoted rook. Collect both stars in two moves.', ja: '龍を動かして、2手で星を2つ集めましょう。' },
    },
  ],
};
