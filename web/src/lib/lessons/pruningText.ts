// Lesson 2: futility pruning and the null move, from the Bonanza paper.

import type { Lesson } from './lesson.ts';

export const pruning: Lesson = {
  id: 'pruning',
  paper: {
    en: 'Hoki: Full-width search in computer shogi and the application of futility pruning, IPSJ Magazine 47(8), 2006',
    ja: '保木「コンピュータ将棋における全幅探索とfutility pruningの応用」情報処理47巻8号（2006）',
  },
  steps: [
    {
      title: { en: 'Hopeless moves at the frontier', ja: '末端の一手前で、見込みのない手' },
      text: {
        en: 'One ply before the leaves a move must beat α. Its value is not known yet, but a bound is: the material after it plus Vmax, the most that position can ever add. If even that does not exceed α, skip the move (4). In chess Vmax is about 3 pawns. Move it: the quiet king move shows why shogi needs 15, and then hardly anything is cut.',
        ja: '末端の一手前では、αを超えない手に用はありません。読む前に分かる上限は「その手の後の駒の損得＋Vmax」です。Vmaxは駒以外の評価が持ちうる最大値です。それでもαに届かなければ、その手は読まずに省きます（式4）。チェスのVmaxは歩3枚ほどです。動かしてみると、静かな玉の手のために将棋では15枚も要り、それではほとんど刈れないことが分かります。',
      },
    },
    {
      title: { en: 'Bonanza: bound the change', ja: 'Bonanzaの工夫：変化量で抑える' },
      text: {
        en: 'One move rarely changes the whole evaluation. So start from E(P), the evaluation of the position itself, and bound only the change: Vdiff(m) = Mcap + Mpiece-king + Vmax(m), with 4 pawns for Vmax(m), and 12 for moves of the king, whose change is hard to foresee (6, 8).',
        ja: '一手で評価全体が変わることはまれです。そこで局面自体の評価値E(P)から出発し、変化量だけを抑えます。Vdiff(m)=Mcap＋M駒-玉＋Vmax(m) で、Vmax(m)は歩4枚分、変化の読みにくい玉の手だけは12枚分です（式6・8）。',
      },
    },
    {
      title: { en: 'One ply higher', ja: 'もう一手手前では' },
      text: {
        en: 'Two plies before the leaves, a reply and a move still follow, and a move may turn out better than it looks: here the pawn capture, which threatens more. The paper adds a further margin Fmgn of 2 pawns (9). With less, a good move is lost.',
        ja: '末端の二手前では、まだ応手が続くので、見かけより良い手もあります。この例では、次の狙いを秘めた「歩を取る手」がそうです。論文は余裕Fmgnとして歩2枚分をさらに加えます（式9）。それより小さいと、良い手まで省いてしまいます。',
      },
    },
    {
      title: { en: 'The null move', ja: 'ヌルムーブ（パス）' },
      text: {
        en: 'Let the other side move twice. If your position is still at least β after a pass, a real move will be, too: return β. The pass is searched R plies less deeply, so it costs little: R = 2, and 3 from depth 7 on.',
        ja: '手番を放棄して、相手に続けて二手指させてみます。それでもβ以上なら、実際に指せばなおさらβ以上でしょう。そこでβを返します。パスの後はRだけ浅く読むので安上がりです。Rは2、残り深さ7以上では3です。',
      },
    },
    {
      title: { en: 'Zugzwang', ja: 'ツークツワンク' },
      text: {
        en: 'The null move trusts that moving is never worse than passing. Where every move harms, in zugzwang, it is wrong. Chess has many such endgames. In shogi pieces can be dropped, so a harmless move almost always exists: the paper reports that the null move works better than in chess.',
        ja: 'ヌルムーブは「指す手はパスより悪くない」と信じています。どの手を指しても損になる局面（ツークツワンク）では、これが成り立ちません。チェスの終盤には多いのですが、将棋では駒を打てるので、損のない手がたいていあります。論文も、チェスより有効だと述べています。',
      },
    },
  ],
  question: {
    ask: {
      en: 'E(P) = 0, α = 500. A quiet move of a gold with Mpiece-king = 50. Does form (6) skip it, with Vmax(m) of 4 pawns?',
      ja: 'E(P)=0、α=500。M駒-玉=50の、金の静かな手があります。Vmax(m)を歩4枚分として、式(6)で省きますか。',
    },
    answers: [
      {
        text: { en: 'Yes: 0 + 50 + 400 = 450 does not exceed 500.', ja: '省く。0＋50＋400＝450は500を超えない。' },
        right: true,
        why: {
          en: 'Even if the move adds all that is allowed for it, it stays below α.',
          ja: '許された最大の変化を足しても、αに届きません。',
        },
      },
      {
        text: { en: 'No: a quiet move may always be good.', ja: '省かない。静かな手が良い手かもしれないから。' },
        why: {
          en: 'Vmax(m) stands for just that, and it is not enough here. The program also raises Vmax(m) whenever it sees a larger change.',
          ja: 'その可能性を見込んだのがVmax(m)で、ここではそれでも足りません。なお、より大きな変化が見つかればVmax(m)は引き上げられます。',
        },
      },
      {
        text: { en: 'Yes, because it captures nothing.', ja: '省く。駒を取らないから。' },
        why: {
          en: 'Then the king move of the second step would be skipped, too, and that was the best but one.',
          ja: 'それでは、ステップ2の玉の手も省くことになります。あれは二番目に良い手でした。',
        },
      },
    ],
  },
  tables: ['futility', 'techniques'],
  sources: ['crates/shogi/engine/src/search/papers/bonanza2006.rs', 'crates/shogi/engine/src/search/pruning.rs'],
};

const en = {
  figure: 'Moves and their bounds',
  moves: { silver: 'takes a silver', pawn: 'takes a pawn', push: 'quiet silver move', king: 'king into its castle', back: 'gold retreats', drop: 'drops a pawn' },
  verdicts: { kept: 'searched', cut: 'skipped', wrong: 'skipped: a mistake' },
  margins: ['Vmax', 'Vmax(m), king moves thrice', 'Fmgn'],
  pawns: (n: number) => (n === 1 ? '1 pawn' : `${n} pawns`),
  legend: 'Dot: true value of the move. Bar: up to the bound. The numbers are an example; a pawn exchanged is 100.',
  counted: (margin: number, kept: number, cut: number, wrong: number) =>
    `Margin of ${margin} ${margin === 1 ? 'pawn' : 'pawns'}: ${kept} of 6 moves searched, ${cut} rightly skipped, ${wrong} skipped by mistake.`,
  depth: 'Remaining depth',
  moveTree: 'A move, searched to the full depth',
  passTree: 'The pass, then R plies less',
  cost: (depth: number, r: number, below: number, percent: number) =>
    `Depth ${depth}, R = ${r}: after the pass ${Math.max(0, below) === 0 ? 'only the quiescence search follows' : `depth ${below} remains`}. With 80 moves a position and the best order that is ${percent < 0.01 ? 'less than 0.01' : percent.toFixed(2)} % of the leaves.`,
  position: 'Position',
  usual: 'Usual position',
  zugzwang: 'Zugzwang',
  nullMove: 'Null move',
  on: 'with null move',
  off: 'without',
  pass: 'Pass',
  move: (n: number) => `Move ${n}`,
  enough: 'at least β: cut',
  tooLittle: 'below β',
  notTried: 'not tried',
  notRead: 'not searched',
  right: (beta: number) => `The pass keeps ${beta}: cut, and rightly, for a real move does so too.`,
  wrong: (beta: number, best: number) => `The search returns ${beta}, but the best move is worth only ${best}: a mistake.`,
  full: (value: number) => `All moves are searched: the value is ${value}.`,
};

const ja: typeof en = {
  figure: '手とその上限',
  moves: { silver: '銀を取る手', pawn: '歩を取る手', push: '静かな銀の手', king: '玉の入城', back: '金が引く手', drop: '歩を打つ手' },
  verdicts: { kept: '読む', cut: '省く', wrong: '省いて失敗' },
  margins: ['Vmax', 'Vmax(m)（玉の手は3倍）', 'Fmgn'],
  pawns: (n) => `歩${n}枚分`,
  legend: '点は手の本当の値、帯は読む前の上限までを示します。数値は例で、歩の交換を100としています。',
  counted: (margin, kept, cut, wrong) => `余裕は歩${margin}枚分です。6手のうち${kept}手を読み、${cut}手を正しく省き、${wrong}手を誤って省きます。`,
  depth: '残り深さ',
  moveTree: '普通の手は最後まで読む',
  passTree: 'パスの後はRだけ浅く読む',
  cost: (depth, r, below, percent) =>
    `残り深さ${depth}ではR=${r}で、パスの後は${Math.max(0, below) === 0 ? '静止探索だけです' : `深さ${below}まで読みます`}。一局面80手の最善順なら、葉は${percent < 0.01 ? '0.01 %未満' : `${percent.toFixed(2)} %`}で済みます。`,
  position: '局面',
  usual: '普通の局面',
  zugzwang: 'ツークツワンク',
  nullMove: 'ヌルムーブ',
  on: 'ヌルムーブあり',
  off: 'なし',
  pass: 'パス',
  move: (n) => `手${n}`,
  enough: 'β以上：打ち切り',
  tooLittle: 'β未満',
  notTried: '試さない',
  notRead: '読まない',
  right: (beta) => `パスしても${beta}以上なので打ち切ります。実際の手でも${beta}以上になり、正しい判断です。`,
  wrong: (beta, best) => `探索は${beta}を返しますが、最善手の値は${best}しかありません。誤りです。`,
  full: (value) => `すべての手を読みます。値は${value}です。`,
};

export const pruningWords = { en, ja };
