// The first castles, Black's moves alone. Names and squares as in any book for beginners.

import { EVEN_SFEN } from '../../shogi/sfen.ts';
import { line, type Chapter } from '../task.ts';

const mino = line(
  EVEN_SFEN,
  { en: 'Mino castle (hon-mino), for a rook that moved to the left', ja: '本美濃囲い（振り飛車の囲い）' },
  'K2h S3h G4i G5h',
  { en: 'The Mino castle is complete: strong against attacks from the side.', ja: '本美濃囲いの完成です。横からの攻めに強い囲いです。' },
  [
    ['7g7f', { en: 'Open the diagonal of the bishop.', ja: '角の道を開けます。' }],
    ['6g6f', { en: 'Close it with the next pawn, so that bishops are not exchanged yet.', ja: '角の道を止め、角の交換を避けます。' }],
    ['2h6h', { en: 'The rook goes to the left: the king will live on the right.', ja: '飛車を左へ振り、右側を玉のために空けます。' }],
    ['5i4h', { en: 'The king sets out to the right.', ja: '玉を右へ移し始めます。' }],
    ['4h3h', { en: 'On to the side, away from the fighting.', ja: '戦いの場から遠ざけます。' }],
    ['3h2h', { en: 'Here the king stays.', ja: '玉はここに落ち着きます。' }],
    ['3i3h', { en: 'The silver moves next to the king.', ja: '銀を上がり、玉の横につけます。' }],
    ['6i5h', { en: 'The left gold joins: both golds and the silver are linked.', ja: '左の金を上がり、金銀3枚を連結させます。' }],
  ],
);

const boat = line(
  EVEN_SFEN,
  { en: 'Boat castle (funagakoi), quick, against a rook that moved', ja: '舟囲い（対振り飛車の囲い）' },
  'K7h S7i G6i G5h',
  { en: 'The boat castle is complete. It is quick to build and leaves time to attack.', ja: '舟囲いの完成です。手数が短く、早く攻めに移れます。' },
  [
    ['7g7f', { en: 'Open the diagonal of the bishop.', ja: '角の道を開けます。' }],
    ['2g2f', { en: 'The rook stays and attacks behind this pawn.', ja: '飛車は動かさず、飛車先の歩を突きます。' }],
    ['3i4h', { en: 'The silver comes up, ready to attack.', ja: '銀を上がり、攻めに備えます。' }],
    ['5i6h', { en: 'The king goes to the left, away from the rook.', ja: '玉は飛車と反対の左側へ移します。' }],
    ['6h7h', { en: 'It stops beside the bishop.', ja: '角の横に入ります。' }],
    ['4i5h', { en: 'The right gold moves up and joins the other.', ja: '右の金を上がり、左の金とつなげます。' }],
  ],
);

const anaguma = line(
  EVEN_SFEN,
  { en: 'Anaguma (bear in the hole), slow but very strong', ja: '穴熊囲い（振り飛車穴熊）' },
  'K1i L1h S2h G3i G3h',
  { en: 'The anaguma is complete: the king is in the corner and cannot be checked soon.', ja: '穴熊の完成です。隅の玉には王手がかかりにくく、とても堅い囲いです。' },
  [
    ['7g7f', { en: 'Open the diagonal of the bishop.', ja: '角の道を開けます。' }],
    ['6g6f', { en: 'Close it, so that there is time to build.', ja: '角の道を止め、囲う時間をつくります。' }],
    ['2h6h', { en: 'The rook goes to the left.', ja: '飛車を左へ振ります。' }],
    ['5i4h', { en: 'The king sets out to the right.', ja: '玉を右へ移し始めます。' }],
    ['4h3h', { en: 'One more step.', ja: 'もう1マス寄ります。' }],
    ['3h2h', { en: 'The corner is near.', ja: '隅の手前まで来ました。' }],
    ['1i1h', { en: 'The lance steps up and opens the hole.', ja: '香車を上がり、玉の入る穴を空けます。' }],
    ['2h1i', { en: 'The king goes into the hole.', ja: '玉が穴にもぐります。' }],
    ['3i2h', { en: 'The silver closes it.', ja: '銀でふたをします。' }],
    ['4i3i', { en: 'The gold moves next to the silver.', ja: '右の金を寄せて固めます。' }],
    ['6i5h', { en: 'The other gold comes, too.', ja: '左の金も近づけます。' }],
    ['5h4h', { en: 'Closer to the king.', ja: '玉に近づけます。' }],
    ['4h3h', { en: 'Golds and silver stand around the king.', ja: '金銀3枚が玉にくっつきました。' }],
  ],
);

export const castles: Chapter = {
  id: 'castles',
  title: { en: 'Castles', ja: '囲い' },
  text: [
    { en: 'Before the attack the king moves to safety behind golds and silvers: that is a castle.', ja: '攻める前に、玉を金銀で守ります。この形を囲いといいます。' },
    { en: 'Play the move of each arrow. Stars show where the pieces of the castle will stand. White’s moves are left out.', ja: '矢印の手を指していきます。星は囲いの駒が入るマスです。相手の手は省きます。' },
  ],
  tasks: [mino, boat, anaguma],
};
