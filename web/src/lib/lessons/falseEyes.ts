// Lesson 4: Go endgames by false-eye judgment.

import type { Side } from '../protocol.ts';
import type { EYES, REGIONS, WRONG } from './boards.ts';
import type { Lesson } from './lesson.ts';
import type { Method } from './search.ts';

export const falseEyes: Lesson = {
  id: 'false-eyes',
  paper: {
    en: 'Arahari, Ishihara, Harada, Kondo: KAKEME judgment search for the last stage in the game of Go',
    ja: '荒張・石原・原田・近藤「囲碁における終盤探索のための欠け眼判定アルゴリズムの開発」',
  },
  steps: [
    {
      title: { en: 'A false eye', ja: '欠け眼' },
      text: {
        en: 'A group lives with two eyes. An eye is false if the stones around it can be cut off: then it must be filled in the end. In the middle two opposing stones on the diagonals are enough, in the corner of the board one. Press the diagonals.',
        ja: '石は眼が二つあれば生きです。まわりの石が切り離され、いつかは自分で埋めるしかない眼が欠け眼です。盤の中ほどでは斜めの四か所のうち二か所、隅では一か所を相手に取られると欠けます。斜めの点を押してみてください。',
      },
    },
    {
      title: { en: 'Judge a region', ja: '領域を判定する' },
      text: {
        en: 'Black’s walls live. Can White live inside? Strike out every point that can never be White’s eye: a wall beside it, or two on its diagonals. Three points left, or two that do not touch, are enough for two eyes. With less nobody needs to play there: the whole region leaves the search.',
        ja: '黒の壁は生きています。白は中で生きられるでしょうか。白の眼になりえない点（隣に壁がある点、斜めの二か所に壁がある点）を消します。三点以上、または隣り合わない二点が残れば、二眼の可能性があります。そうでなければ、どちらも打つ必要がなく、領域全体を候補手から除きます。',
      },
    },
    {
      title: { en: 'Where the rule errs', ja: '規則が間違える盤' },
      text: {
        en: 'The rule looks at shapes, not at moves. A ko can rescue an eye, and a stone inside can help from elsewhere. This program checked every small board: of 151,311 boards of 4 × 4 that the rule judges wholly, 6 come out wrong. So it keeps the rule as printed, and by default uses a stricter one that is proved.',
        ja: 'この規則が見るのは形で、手順ではありません。コウで眼が助かることも、中の石がほかで働くこともあります。小さな盤を全部調べると、規則が全体を判定する4路盤151,311のうち6つで結果が違いました。全幅は論文どおりの規則も残し、通常は証明された、より厳しい規則を使います。',
      },
    },
    {
      title: { en: 'The defender extension (KD)', ja: '守り手拡張（KD）' },
      text: {
        en: 'Here three points are left, so K must keep the region. But whatever White plays, Black has an answer after which White cannot live. Looking two plies ahead once, before the search, the extension takes such regions out as well. On our problem kake04: 95,915 nodes without, 905 with K, 277 with KD.',
        ja: 'ここでは三点残るので、欠け眼判定（K）だけでは除けません。しかし白がどこに打っても、黒には白の生きを奪う受けがあります。探索の前に一度だけ二手先を見て、こうした領域も除くのが守り手拡張です。全幅の問題kake04では、枝刈りなし95,915ノード、K 905ノード、KD 277ノードです。',
      },
    },
    {
      title: { en: 'Searching with windows', ja: '窓で値を挟む' },
      text: {
        en: 'What is left is searched. NegaScout asks later moves only “better at all?”, by a window of width 1. MTD asks nothing else: each search tells on which side of its window the value lies, until the bounds meet. MTD(f) goes on from the last answer, MTD(bi) halves −64 … 64.',
        ja: '残った手を探索します。NegaScoutは二番目以降の手に「今より良いか」だけを、幅1の窓で尋ねます。MTDは全体をこの問いだけで済ませ、値が窓の上か下かを一回ごとに知り、上下の界が出会うまで続けます。MTD(f)は直前の答えから、MTD(bi)は−64から64を半分にしながら挟みます。',
      },
    },
  ],
  question: {
    ask: {
      en: 'After striking out, two points are left in a region, and they touch each other. What follows?',
      ja: '消した後、領域に二点残り、その二点は隣り合っています。どうなりますか。',
    },
    answers: [
      {
        text: { en: 'The intruder can live: two points, two eyes.', ja: '生きられる。二点あれば二眼だから。' },
        why: { en: 'Two points that touch are one eye of two points.', ja: '隣り合う二点は、二目の眼一つにしかなりません。' },
      },
      {
        text: { en: 'It cannot live; the region leaves the search.', ja: '生きられない。領域を候補手から除く。' },
        right: true,
        why: { en: 'They make one eye at most. All points of the region go, those struck out and those left.', ja: '眼は高々一つです。消した点も残った点も、領域の点をすべて除きます。' },
      },
      {
        text: { en: 'Only the two points are searched.', ja: '残った二点だけを探索する。' },
        why: { en: 'The rule never keeps a part: all points stay or all go.', ja: '一部だけ残すことはありません。全部残すか、全部除くかです。' },
      },
    ],
  },
  tables: ['kakeme-effect', 'kakeme-methods', 'kakeme-mathgo'],
  sources: ['crates/go/endgame/src/eye.rs', 'crates/go/endgame/src/defender.rs', 'crates/core/gametree/src/search/mtdbi.rs'],
};

const en = {
  board: 'Go board',
  place: 'Place of the eye',
  places: [['middle', 'Middle'], ['edge', 'Edge'], ['corner', 'Corner']] as [keyof typeof EYES, string][],
  diagonals: 'Diagonals',
  whiteAt: (name: string) => `White at ${name}`,
  eye: (place: string, taken: number, isFalse: boolean) =>
    `White has ${taken} ${taken === 1 ? 'diagonal' : 'diagonals'}: ${isFalse ? 'the eye is false' : 'a real eye'}.${place === 'edge' && taken === 1 ? ' The paper says so; by a variant of the rule one is enough on the edge, too, and on the board that is the truth.' : ''}`,
  shape: 'Shape of the region',
  shapes: [['row', 'Row of five'], ['pair', 'Room 4 × 3'], ['three', 'Room 5 × 3']] as [keyof typeof REGIONS, string][],
  stage: 'Step of the judgment',
  stages: ['region', 'strike out', 'verdict'],
  region: (n: number) => `A region of ${n} points, enclosed by Black alone. The walls have their eyes elsewhere.`,
  struck: (n: number, left: number) => `${n} points are struck out (×), ${left} left (○).`,
  verdict: (left: number, canLive: boolean) =>
    canLive ? `${left} points left: White might live, all points stay.` : `${left} left${left === 2 ? ', and they touch' : ''}: White cannot live, the whole region leaves the search.`,
  example: 'Counter-example',
  examples: [['ko', 'An eye by ko'], ['dragon', 'Two-headed dragon']] as [keyof typeof WRONG, string][],
  reasons: {
    ko: 'Black takes the ko, and the eye that the rule gives to White is gone.',
    dragon: 'By the rule every corner is a false eye. Yet once White closes the gap at the top, the ring is one chain, no stone of it can be cut off, and its false eyes are real.',
  } as Record<keyof typeof WRONG, string>,
  wrong: (judged: number, truth: number, first: Side) => `${first === 'black' ? 'Black' : 'White'} to move, by area: the rule says ${lead(judged)}, the truth is ${lead(truth)}.`,
  open: (left: number) => `${left} points left: K cannot exclude the room. Let White play into it.`,
  answer: (white: string, black: string, left: number) => `White ${white}, Black ${black}: ${left} ${left === 1 ? 'point is' : 'points are'} left, and White cannot live.`,
  intrusions: 'Moves of White',
  takeBack: 'Take back',
  method: 'Method',
  methods: [['minimax', 'NegaMax'], ['negascout', 'NegaScout'], ['mtdf', 'MTD(f)'], ['mtdbi', 'MTD(bi)']] as [Method, string][],
  pass: (n: number) => `Search ${n}`,
};

const ja: typeof en = {
  board: '碁盤',
  place: '眼の場所',
  places: [['middle', '中央'], ['edge', '辺'], ['corner', '隅']],
  diagonals: '斜めの点',
  whiteAt: (name) => `白${name}`,
  eye: (place, taken, isFalse) =>
    `白は斜めを${taken}か所占めています。${isFalse ? '欠け眼です。' : '眼です。'}${place === 'edge' && taken === 1 ? '論文ではそうなります。辺でも一か所で欠けるとする変種があり、実際の盤上ではそちらが正しい判定です。' : ''}`,
  shape: '領域の形',
  shapes: [['row', '五目の列'], ['pair', '4×3の部屋'], ['three', '5×3の部屋']],
  stage: '判定の段階',
  stages: ['領域', '点を消す', '結論'],
  region: (n) => `黒だけに囲まれた${n}点の領域です。壁の眼はほかにあります。`,
  struck: (n, left) => `${n}点を消し（×）、${left}点が残ります（○）。`,
  verdict: (left, canLive) =>
    canLive ? `${left}点残りました。白は生きるかもしれないので、すべての点を残します。` : `${left === 2 ? '残る二点は隣り合っています' : `残りは${left}点です`}。白は生きられないので、領域全体を除きます。`,
  example: '反例',
  examples: [['ko', 'コウの眼'], ['dragon', '欠け眼生き']],
  reasons: {
    ko: '黒がコウを取ると、規則が白に与えた眼がなくなります。',
    dragon: '規則では隅の点はどれも欠け眼です。しかし白が上の切れ目をふさぐと輪が一つながりになり、どの石も切り離せないので、欠け眼のまま生きます。',
  },
  wrong: (judged, truth, first) => `${first === 'black' ? '黒先' : '白先'}、面積計算で、規則の判定は${leadJa(judged)}、正しくは${leadJa(truth)}です。`,
  open: (left) => `${left}点残るので、Kでは除けません。白に打ち込ませてみてください。`,
  answer: (white, black, left) => `白${white}に黒${black}と受けると、残りは${left}点で、白は生きられません。`,
  intrusions: '白の手',
  takeBack: '元に戻す',
  method: '探索法',
  methods: [['minimax', 'NegaMax'], ['negascout', 'NegaScout'], ['mtdf', 'MTD(f)'], ['mtdbi', 'MTD(bi)']],
  pass: (n) => `${n}回目`,
};

const lead = (score: number): string => (score > 0 ? `Black by ${score}` : `White by ${-score}`);
const leadJa = (score: number): string => (score > 0 ? `黒${score}目勝ち` : `白${-score}目勝ち`);

export const falseEyesWords = { en, ja };
