// Lesson 3: moves by goals.

import type { GoalKind, GoalSource } from '../protocol.ts';
import type { Lesson } from './lesson.ts';

export const goalPlans: Lesson = {
  id: 'goals',
  paper: {
    en: 'Ihara, Kushi, Shakunaga: Move Decision Method Based on Goals in Shogi, Game Programming Workshop, 2001',
    ja: '井原・串・尺長「将棋における目標に基づく指し手の決定法について」ゲームプログラミングワークショップ（2001）',
  },
  steps: [
    {
      title: { en: 'A goal is one change of the board', ja: '目標は盤面の一つの変化' },
      text: {
        en: 'Minimax decides every move afresh, so its moves need not belong together. A goal names what the side wants, as one change: a piece placed on a square, a square cleared, a piece won. Castles and openings are made of such goals. The board shows real goals of White, who sits at the bottom here.',
        ja: 'ミニマックス法は一手ごとに考え直すので、手と手のつながりがありません。目標は「何をしたいか」を盤面の一つの変化として表します。駒をあるマスに置く（配置）、マスをあける（除去）、駒を取る（獲得）の三種です。囲いや戦型は、その組み合わせです。盤は後手を手前にして、実際に見つかった後手の目標を示しています。',
      },
    },
    {
      title: { en: 'Hypothesis: what if it stood there?', ja: '仮説検証：もしそこに駒があったら' },
      text: {
        en: 'Intuition, in a program: change the position by one operation and see whether some move becomes effective. Is something won by exchanges, are two things threatened at once, can a piece promote? With a knight on 65 White threatens the silver. So the knight on 65 becomes a goal. Two other sources are past search and knowledge of castles.',
        ja: '「直感」にあたる仕組みです。局面を一か所だけ変えてみて、有効な手が生まれるかを調べます。駒得になるか、二つを同時に狙えるか、成れるか。6五に桂がいれば7七の銀を取れるので、「6五桂」が目標になります。ほかに、過去の探索と、囲いの知識からも目標が生まれます。',
      },
    },
    {
      title: { en: 'Plan: how to get there', ja: '計画：どう実現するか' },
      text: {
        en: 'A plan is a graph of moves and further goals: is the piece in hand, is the square occupied, which way does it go? Here the knight needs two moves. Plans produce moves, and a move comes the earlier the more goals it serves: its order is the sum of their priorities.',
        ja: '計画は、手と下位の目標からなるグラフです。その駒は持ち駒か、マスはあいているか、どの道を通るか。この桂には二手かかります。指し手は計画から先に生成し、役立つ目標の優先度の和が大きい手ほど先に調べます。',
      },
    },
    {
      title: { en: 'A bonus at the leaf', ja: '末端での加点' },
      text: {
        en: 'At a leaf, static value plus achievement: α · s / s_max. s is the sum of the priorities of the goals achieved there, s_max the largest sum of the iteration before (at first, of all goals), α the value of a knight. Choose what a leaf has achieved: even a full plan is worth no more than α.',
        ja: '末端では静的評価値に目標達成度 α・s／s_max を加えます。sはそこで達成した目標の優先度の和、s_maxは前の反復での最大値（最初は全目標の和）、αは桂の価値です。達成した目標を選んでみてください。すべて達成してもα止まりなので、駒得を捨ててまで目標を追うことはありません。',
      },
    },
    {
      title: { en: 'Inheritance', ja: '継承' },
      text: {
        en: 'Goals live on from turn to turn. They are dropped when achieved, when too far away or of too little weight; those from hypotheses also when no move served them. Go through White’s turns: the silver climbs to 33, the castle grows to 3 of 4, and two goals of the knight are given up, for the silver now stands in its way.',
        ja: '目標は次の手番へ引き継がれます。達成したもの、遠すぎるもの、優先度の低いものは外れ、仮説から生まれた目標は、手の生成に使われなかった場合も外れます。後手の手番を順に見てください。銀が３三に上がると囲いは4枚中3枚になり、桂の通り道がふさがるので、桂の目標二つが断念されます。',
      },
    },
  ],
  question: {
    ask: {
      en: 'The opponent has replied. Which goals live on for certain, whether a move served them or not?',
      ja: '相手が応手を指しました。手の生成に使われたかどうかによらず、引き継がれるのはどの目標ですか。',
    },
    answers: [
      {
        text: { en: 'Those from hypotheses.', ja: '仮説検証から生まれた目標。' },
        why: { en: 'They live on only if they were used in generating moves; else intuition would pile up.', ja: '手の生成に使われたものだけが残ります。そうしないと、思いつきがたまる一方です。' },
      },
      {
        text: { en: 'Those from search and knowledge.', ja: '過去の探索と知識から生まれた目標。' },
        right: true,
        why: { en: 'All of them live on, as long as they are neither achieved nor too far away.', ja: '達成済みか遠すぎるものを除き、すべて引き継がれます。' },
      },
      {
        text: { en: 'None: the position is another one.', ja: '残らない。局面が変わったから。' },
        why: { en: 'Then the moves would not belong together. Consistency was the aim.', ja: 'それでは手のつながりが失われます。一貫性こそがこの手法の狙いでした。' },
      },
    ],
  },
  tables: ['goals-match', 'goals-consistency', 'goals-ablation'],
  sources: ['crates/shogi/goals/src/hypothesis.rs', 'crates/shogi/goals/src/plan', 'crates/shogi/goals/src/achieve.rs'],
};

const en = {
  goal: (kind: GoalKind, piece: string, square: string) => ({ placement: `${piece} to ${square}`, removal: `clear ${square} of the ${piece}`, acquisition: `win the ${piece} on ${square}` })[kind],
  kinds: { placement: 'Placement', removal: 'Removal', acquisition: 'Acquisition' } as Record<GoalKind, string>,
  kind: 'Kind of goal',
  sources: { hypothesis: 'from a hypothesis', search: 'from past search', knowledge: 'from knowledge of castles' } as Record<GoalSource, string>,
  is: (goal: string, source: string, priority: number, needs: number) => `${capital(goal)}: ${source}, priority ${priority}, ${needs === 1 ? '1 move' : `${needs} moves`} away.`,
  hypothesis: 'Hypothesis',
  real: 'Real position',
  supposed: 'Knight on 65',
  now: 'The knight is still at home on 81, and nothing is threatened.',
  then: 'With the knight on 65, the move 65 takes 77 wins the silver and promotes: an effective move. Priority 281 after the two moves it needs are counted.',
  moves: 'Moves of the plan',
  atStart: 'The plan has not begun.',
  atMove: (n: number, move: string, left: number) => `Move ${n}: ${move}. ${left === 0 ? 'Achieved.' : '1 move is left.'}`,
  achieved: 'Achieved at the leaf',
  sum: (s: number, most: number, bonus: number) => `s = ${s} of s_max = ${most}: the leaf gets ${bonus} centipawns more (α = 225).`,
  turn: 'Move number',
  castle: (name: string, have: number, of: number) => `${name}: ${have} of ${of}`,
  kept: 'kept',
  fresh: 'new',
  list: 'Goals, by priority',
  says: (move: string, achieved: string, dropped: string) =>
    `White plays ${move}. ${achieved ? `Achieved since the last turn: ${achieved}. ` : ''}${dropped ? `Given up: ${dropped}.` : ''}`,
};

const ja: typeof en = {
  goal: (kind, piece, square) => ({ placement: `${square}${piece}`, removal: `${square}の${piece}をどける`, acquisition: `${square}の${piece}を取る` })[kind],
  kinds: { placement: '配置', removal: '除去', acquisition: '獲得' },
  kind: '目標の種類',
  sources: { hypothesis: '仮説検証から', search: '過去の探索から', knowledge: '囲いの知識から' },
  is: (goal, source, priority, needs) => `「${goal}」は${source}生まれた目標で、優先度${priority}、あと${needs}手です。`,
  hypothesis: '仮説',
  real: '実際の局面',
  supposed: '6五に桂がいたら',
  now: '桂はまだ8一にいて、何も狙っていません。',
  then: '6五に桂がいれば、7七の銀を取って成る手が有効です。あと二手かかることを割り引いて、優先度は281です。',
  moves: '計画の手',
  atStart: '計画はまだ始まっていません。',
  atMove: (n, move, left) => `${n}手目は${move}。${left === 0 ? '達成です。' : 'あと1手です。'}`,
  achieved: '末端で達成した目標',
  sum: (s, most, bonus) => `s=${s}、s_max=${most}なので、末端の評価値に${bonus}点を加えます（α=225）。`,
  turn: '手数',
  castle: (name, have, of) => `${name}：${of}枚中${have}枚`,
  kept: '継続',
  fresh: '新規',
  list: '優先度順の目標',
  says: (move, achieved, dropped) => `後手は${move}と指します。${achieved ? `前の手番から達成した目標：${achieved}。` : ''}${dropped ? `断念した目標：${dropped}。` : ''}`,
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const goalPlansWords = { en, ja };
