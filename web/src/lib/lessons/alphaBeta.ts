// Lesson 1: alpha-beta, from the primer.

import type { Lesson } from './lesson.ts';

export const alphaBeta: Lesson = {
  id: 'alpha-beta',
  paper: {
    en: 'After “A first introduction to computer shogi (3)”, 2012; tree from Hoki, 2006, Fig. 2',
    ja: '「はじめてのコンピュータ将棋入門（3）」（2012年）より。木は保木（2006）の図2',
  },
  steps: [
    {
      title: { en: 'Minimax: read everything', ja: 'ミニマックス法：すべて読む' },
      text: {
        en: 'At A you move (△) and take the largest value. At B, C and D your opponent moves (▽) and takes the smallest. The numbers below the leaves say how good the position is for you. Minimax visits all thirteen nodes.',
        ja: 'Aは自分の手番（△）で、いちばん大きい値を選びます。B・C・Dは相手の手番（▽）で、いちばん小さい値を選びます。葉の下の数字は、自分から見たその局面の評価値です。ミニマックス法は13のノードをすべて訪れます。',
      },
    },
    {
      title: { en: 'The window', ja: '探索窓' },
      text: {
        en: 'Alpha-beta carries two numbers along: α is what you already have for certain, β what your opponent has. Only a value between them can still change the answer. After B, α at A is 7: from now on only moves better than 7 matter.',
        ja: 'αβ探索は二つの数を持って木を下ります。αは自分がすでに確保した値、βは相手がすでに確保した値です。結論を変えうるのは、その間の値だけです。Bを読み終えるとAのαは7になり、以後は7を超える手にしか用がありません。',
      },
    },
    {
      title: { en: 'The cut', ja: '枝刈り' },
      text: {
        en: 'H is worth 6, so your opponent can hold C down to 6 or less. You have 7 through B and will never enter C: I and J need not be looked at. The same happens at D after K. The answer stays 7, exactly that of minimax.',
        ja: 'Hの値は6なので、Cは高々6です。自分はBを選べば7を得られるので、Cへ進むことはありません。だからIとJは見なくてよいのです。Kを見た後のDも同じです。答えは7のままで、ミニマックス法と必ず一致します。',
      },
    },
    {
      title: { en: 'Order decides', ja: '手の順番がものを言う' },
      text: {
        en: 'What is cut depends on the order in which moves are tried. Choose an order, or bring single moves to the front with the buttons. Best first needs 5 of 9 leaves, and so, by luck, does the printed order; worst first cuts nothing at all.',
        ja: 'どれだけ刈れるかは、手を調べる順番で決まります。順番を選ぶか、ボタンで手を一つずつ前に出してみてください。最善順なら9枚の葉のうち5枚で済み（論文の順も偶然同じです）、最悪順では一枚も刈れません。',
      },
    },
    {
      title: { en: 'The minimal tree', ja: '最小木' },
      text: {
        en: 'In the best order a tree of width b and depth d needs b^⌈d/2⌉ + b^⌊d/2⌋ − 1 leaves (Knuth and Moore): about the square root. In the same time one reads twice as deep. Try width 100 and depth 2, the example of the Bonanza paper: 199 leaves of 10,000.',
        ja: '最善順なら、分岐数b、深さdの木で訪れる葉は b^⌈d/2⌉ + b^⌊d/2⌋ − 1 枚です（KnuthとMoore）。およそ平方根ですから、同じ時間で2倍深く読めます。Bonanzaの論文の例、分岐数100・深さ2では、10,000枚のうち199枚で済みます。',
      },
    },
  ],
  question: {
    ask: {
      en: 'α at A is 7. The first reply at D is worth 8. What does alpha-beta do with the other replies at D?',
      ja: 'Aのαは7です。Dの最初の応手の値が8でした。αβ探索はDの残りの応手をどうしますか。',
    },
    answers: [
      {
        text: { en: 'It cuts them: 8 is better than 7.', ja: '刈る。8は7より良いから。' },
        why: {
          en: 'At D your opponent chooses. 8 only says that D is worth 8 or less; another reply may still bring it below 7.',
          ja: 'Dは相手の手番です。8は「Dは高々8」と言っているだけで、別の応手で7を下回るかもしれません。',
        },
      },
      {
        text: { en: 'It goes on, with the window 7 to 8.', ja: '読み続ける。窓は7から8になる。' },
        right: true,
        why: {
          en: 'D is worth at most 8, and only a value above 7 helps you. As soon as a reply is worth 7 or less, the rest is cut.',
          ja: 'Dは高々8で、自分に役立つのは7を超える値だけです。7以下の応手が見つかった時点で、残りを刈ります。',
        },
      },
      {
        text: { en: 'It takes 8 as the value of D.', ja: '8をDの値とする。' },
        why: {
          en: 'That would be your opponent playing the first move that comes to mind.',
          ja: 'それでは、相手が最初に思いついた手を指すと決めつけることになります。',
        },
      },
    ],
  },
  tables: ['tree', 'techniques'],
  sources: ['crates/core/gametree/src/search/alpha_beta.rs', 'crates/core/gametree/src/optimal_tree.rs'],
};

const en = {
  figure: 'Fig. 2',
  order: 'Order of the moves',
  orders: [['printed', 'As printed'], ['best', 'Best first'], ['worst', 'Worst first']] as ['printed' | 'best' | 'worst' | 'own', string][],
  swaps: 'Bring a move to the front',
  swap: (name: string) => `Search ${name} one place earlier`,
  method: 'Method',
  minimax: 'Minimax',
  alphabeta: 'Alpha-beta',
  visited: 'Leaves visited',
  cut: 'cut',
  compared: (all: number, visited: number, cut: number) => `Minimax visits ${all} leaves, alpha-beta ${visited} in this order: ${cut} ${cut === 1 ? 'is' : 'are'} cut. Both find 7.`,
  width: 'Width b',
  depth: 'Depth d',
  minimalTree: 'Minimal tree',
  minimal: (b: number, d: number, all: number, least: number) =>
    `Width ${b}, depth ${d}: ${least.toLocaleString('en')} of ${all.toLocaleString('en')} leaves are enough, ${share(least / all)}.`,
  tooLarge: 'Too large to draw; up to 81 leaves are drawn.',
};

const ja: typeof en = {
  figure: '図2',
  order: '手の順番',
  orders: [['printed', '論文の順'], ['best', '最善順'], ['worst', '最悪順']],
  swaps: '手を前に出す',
  swap: (name) => `${name}を一つ前に調べる`,
  method: '探索法',
  minimax: 'ミニマックス法',
  alphabeta: 'αβ探索',
  visited: '訪れた葉',
  cut: '刈った葉',
  compared: (all, visited, cut) => `ミニマックス法は${all}枚の葉を訪れます。この順番のαβ探索は${visited}枚で、${cut}枚を刈ります。どちらも答えは7です。`,
  width: '分岐数b',
  depth: '深さd',
  minimalTree: '最小木',
  minimal: (b, d, all, least) => `分岐数${b}、深さ${d}では、${all.toLocaleString('en')}枚の葉のうち${least.toLocaleString('en')}枚（${share(least / all)}）で足ります。`,
  tooLarge: '大きすぎるので木は描きません（葉が81枚までの木を描きます）。',
};

const share = (part: number): string => `${(100 * part).toFixed(part < 0.01 ? 3 : part < 0.1 ? 1 : 0)} %`;

export const alphaBetaWords = { en, ja };
