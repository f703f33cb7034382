// Lesson 5: ProbCut in shogi.

import type { Lesson } from './lesson.ts';

export const probCut: Lesson = {
  id: 'probcut',
  paper: {
    en: 'Shibahara, Matsumoto, Suzuki, Inui, Kotani: Property in Application of ProbCut in Shogi; method by Buro, 1995',
    ja: '柴原・松本・鈴木・乾・小谷「将棋へのProbCutの適用における性質」。手法はBuro（1995）',
  },
  steps: [
    {
      title: { en: 'A shallow search foretells a deep one', ja: '浅い探索は深い探索を予告する' },
      text: {
        en: 'Every point is a real position, searched to depth 3 (right) and to depth 5 (up), in centipawns. The points lie near a line: deep ≈ a × shallow + b. Move the slider: what does the line expect of a position with that shallow value?',
        ja: '点の一つ一つが実戦の局面です。横は深さ3、縦は深さ5で探索した評価値（センチポーン）です。点は直線の近くに並び、深い値≒a×浅い値＋b と予測できます。スライダーを動かし、浅い値から直線が何を予測するか見てください。',
      },
    },
    {
      title: { en: 'How far off: σ', ja: '外れの大きさ：σ' },
      text: {
        en: 'The line is not exact. σ is the standard deviation of the points around it. The band is PERCENTILE × σ wide on each side. If the errors were normally distributed, one σ would hold 68 % of the points. Here it holds far more: quiet positions are foretold closely, and a few wild ones make up most of σ.',
        ja: '予測は正確ではありません。直線のまわりの散らばりの標準偏差がσです。帯の幅は両側にPERCENTILE×σです。誤差が正規分布に従うなら、σ一つ分に68 %の点が入るはずです。実際にはずっと多く入ります。静かな局面はよく当たり、荒れた少数の局面がσを大きくしているのです。',
      },
    },
    {
      title: { en: 'The cut', ja: '枝刈り' },
      text: {
        en: 'A deep search only has to tell whether a position reaches β. So search it to depth 3 first. If even the lower edge of the band is above β, that is v ≥ (β + PERCENTILE·σ − b) / a, return β without searching deeper. Those are the points to the right of the line. Below α it is the same, mirrored.',
        ja: '深い探索で知りたいのは、値がβに届くかどうかだけです。そこで先に深さ3で読みます。帯の下端でもβを超えるなら、つまり v ≥（β＋PERCENTILE·σ−b）／a なら、深く読まずにβを返します。縦線より右の点がそれです。αの側も上下を逆にして同じです。',
      },
    },
    {
      title: { en: 'What goes wrong', ja: '間違える割合' },
      text: {
        en: 'Red points are cut although their deep value is below β. The normal distribution says how many to expect. At PERCENTILE 0 there are fewer, from 1 on more: the tails of real positions are heavy, for some captures and mates are seen only by the deep search.',
        ja: '赤い点は、深い値がβに届かないのに刈られた局面です。正規分布を仮定したときの予想と比べてください。PERCENTILEが0なら予想より少なく、1以上では予想より多くなります。駒を取る手や詰みが深い探索にしか見えないことがあり、実戦の局面は分布の裾が重いのです。',
      },
    },
    {
      title: { en: 'The price', ja: '得と損のつり合い' },
      text: {
        en: 'A small PERCENTILE cuts much and errs more, a large one cuts little. The paper was about three times faster and still scored only .41 to .46 against the program without ProbCut. In our tables the speed is there, and the loss is not: the intervals hold one half. Later work uses several pairs of depths (Multi-ProbCut) and a σ for each kind of position.',
        ja: 'PERCENTILEが小さければ多く刈れますが誤りも増え、大きければあまり刈れません。論文では約3倍速くなりましたが、ProbCutなしとの対局の勝率は0.41から0.46にとどまりました。全幅の表でも速くはなりますが、負け越しは見られません（区間が0.5を含みます）。その後は、深さの組を複数使うMulti-ProbCutや、局面の種類ごとのσが使われています。',
      },
    },
  ],
  question: {
    ask: {
      en: 'σ doubles because the evaluation is less stable. PERCENTILE and β stay. What happens?',
      ja: '評価が不安定になり、σが2倍になりました。PERCENTILEとβは同じです。どうなりますか。',
    },
    answers: [
      {
        text: { en: 'More is cut.', ja: '刈る局面が増える。' },
        why: {
          en: 'The limit (β + PERCENTILE·σ − b) / a rises with σ, so fewer positions reach it.',
          ja: 'しきい値（β＋PERCENTILE·σ−b）／a はσとともに上がるので、届く局面は減ります。',
        },
      },
      {
        text: { en: 'Less is cut, and each check is less useful.', ja: '刈る局面が減り、浅い探索の手間が無駄になりやすい。' },
        right: true,
        why: {
          en: 'The limit rises. The shallow search is paid for all the same, also where it does not cut: that is why the fit matters.',
          ja: 'しきい値が上がります。刈れなくても浅い探索の手間はかかるので、回帰の良し悪しが効いてきます。',
        },
      },
      {
        text: { en: 'Nothing: only a and b count.', ja: '変わらない。効くのはaとbだけ。' },
        why: { en: 'a and b place the line, σ the width of the band, and cuts begin at its edge.', ja: 'aとbは直線の位置、σは帯の幅を決めます。刈るかどうかは帯の端で決まります。' },
      },
    ],
  },
  tables: ['probcut-regression', 'probcut-percentile', 'probcut-reduction'],
  sources: ['crates/shogi/engine/src/prob_cut/model.rs', 'crates/shogi/learn/src/probcut/robust.rs'],
};

const en = {
  cloud: 'Values of depth 3 and depth 5',
  curves: 'Shares by PERCENTILE',
  shallow: 'value at depth 3',
  deep: 'value at depth 5',
  value: 'Shallow value',
  positions: (n: number) => `${n} positions of games`,
  shareCut: 'cut, of all positions',
  shareWrong: 'wrong, of those cut',
  shareNormal: 'wrong by the normal distribution',
  guess: (v: string, deep: string) => `Depth 3 says ${v}: the line expects ${deep} at depth 5.`,
  band: (p: string, share: string, normal: string) => `Within ${p} σ: ${share} % of the points. The normal distribution expects ${normal} %.`,
  from: (from: string, cut: number, all: number) => `Cut from a shallow value of ${from} on: ${cut} of ${all} positions.`,
  wrong: (cut: number, wrong: number, expected: string) =>
    cut === 0 ? 'Nothing is cut.' : `${cut} cut, ${wrong} of them wrongly (${((100 * wrong) / cut).toFixed(1)} %). The normal distribution expects ${expected}.`,
};

const ja: typeof en = {
  cloud: '深さ3と深さ5の評価値',
  curves: 'PERCENTILE別の割合',
  shallow: '深さ3の値',
  deep: '深さ5の値',
  value: '浅い値',
  positions: (n) => `実戦の${n}局面`,
  shareCut: '刈った割合（全局面のうち）',
  shareWrong: '誤りの割合（刈ったうち）',
  shareNormal: '正規分布による予想',
  guess: (v, deep) => `深さ3の値が${v}のとき、直線の予測する深さ5の値は${deep}です。`,
  band: (p, share, normal) => `${p}σ以内に${share} %の点が入ります。正規分布なら${normal} %です。`,
  from: (from, cut, all) => `浅い値が${from}以上なら刈ります。${all}局面中${cut}局面です。`,
  wrong: (cut, wrong, expected) =>
    cut === 0 ? '刈った局面はありません。' : `${cut}局面を刈り、うち${wrong}局面が誤りです（${((100 * wrong) / cut).toFixed(1)} %）。正規分布の予想は${expected}局面です。`,
};

export const probCutWords = { en, ja };
