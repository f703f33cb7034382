// Two first openings. White's moves are simple ones, to show the plan.

import { EVEN_SFEN } from '../../shogi/sfen.ts';
import { line, type Chapter } from '../task.ts';

const climbing = line(
  EVEN_SFEN,
  { en: 'Climbing silver (bogin): break through in front of the rook', ja: '棒銀：飛車先の突破を狙う' },
  'R2d',
  { en: 'You won a bishop for a silver, and the rook threatens to promote.', ja: '銀と角の交換に成功しました。次に飛車の成り込みを狙います。' },
  [
    ['2g2f(3c3d)', { en: 'Push the pawn in front of the rook.', ja: '飛車先の歩を突きます。' }],
    ['2f2e(2b3c)', { en: 'Again. White guards the square in front of it with the bishop.', ja: 'もう一つ伸ばします。相手は角で受けます。' }],
    ['3i3h(7a6b)', { en: 'Now the silver starts to climb.', ja: '銀を繰り出します。' }],
    ['3h2g(5c5d)', { en: 'It goes up in front of the rook.', ja: '飛車の前へ進みます。' }],
    ['2g2f(5a4b)', { en: 'It stands right behind its pawn.', ja: '歩の後ろまで上がります。' }],
    ['2f1e(6a5b)', { en: 'Past the pawn: rook, silver and pawn now aim at the same square.', ja: '歩の横へ出ます。飛車・銀・歩が同じマスを狙っています。' }],
    ['2e2d(2c2d)', { en: 'Give up the pawn to open the file.', ja: '歩を突き捨てて、2筋を開けます。' }],
    ['1e2d(3c2d)', { en: 'Take back with the silver. White takes it with the bishop.', ja: '銀で取り返します。相手は角で取ります。' }],
    ['2h2d', { en: 'Take the bishop with the rook.', ja: '飛車で角を取ります。' }],
  ],
);

const fourth = line(
  EVEN_SFEN,
  { en: 'Fourth-file rook (shikenbisha): a solid defence with a Mino castle', ja: '四間飛車：美濃囲いで堅く構える' },
  'R6h K2h S3h G5h S7h B7g',
  { en: 'The king is safe; from here you fight on the left with rook, bishop and silver.', ja: '玉は安全です。ここから左側で、飛車・角・銀を使って戦います。' },
  [
    ['7g7f(3c3d)', { en: 'Open the diagonal of the bishop.', ja: '角の道を開けます。' }],
    ['6g6f(8c8d)', { en: 'Close it: you choose when to exchange.', ja: '角の道を止めます。' }],
    ['2h6h(7a6b)', { en: 'The rook goes to the fourth file from the left, which gives the opening its name.', ja: '飛車を左から4筋目へ振ります。これが四間飛車です。' }],
    ['7i7h(5a4b)', { en: 'The silver comes up to protect the left side.', ja: '左の銀を上がり、左側を守ります。' }],
    ['5i4h(4b3b)', { en: 'The king sets out to the right.', ja: '玉を右へ移し始めます。' }],
    ['4h3h(6a5b)', { en: 'One more step.', ja: 'もう1マス寄ります。' }],
    ['3h2h(8d8e)', { en: 'Home. White now threatens to push the pawn on the left.', ja: '玉が落ち着きました。相手は左側の歩を伸ばしてきます。' }],
    ['8h7g(5c5d)', { en: 'The bishop steps up and guards against that push.', ja: '角を上がり、歩の突破を受けます。' }],
    ['3i3h(9c9d)', { en: 'The silver moves next to the king.', ja: '右の銀を玉の横につけます。' }],
    ['6i5h', { en: 'The gold completes the Mino castle.', ja: '左の金を上がり、美濃囲いの完成です。' }],
  ],
);

export const openings: Chapter = {
  id: 'openings',
  title: { en: 'First openings', ja: 'はじめての戦法' },
  text: [
    { en: 'There are two ways to begin: the rook stays on its file, or it moves to the left.', ja: '戦い方は大きく二つ、飛車を動かさない居飛車と、左へ振る振り飛車があります。' },
    { en: 'Play the move of each arrow; stars show the goal. White’s answers are simple ones, and in a game there are others.', ja: '矢印の手を指していきます。星は狙いのマスや駒の行き先です。相手の手は一例で、実戦ではほかの受け方もあります。' },
  ],
  tasks: [climbing, fourth],
};
