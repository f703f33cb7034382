// Words in the cells of the laboratory's tables, in Japanese. Names of switches, methods and problems stay as they are.

const WORDS: Record<string, string> = {
  yes: 'はい',
  shogi: '将棋',
  'Go endgames': '囲碁のヨセ',
  'synthetic, small error': '人工の木(誤差小)',
  'synthetic, great error': '人工の木(誤差大)',
  'futility, greatest change': 'フューティリティ(最大の変化)',
  'futility, 95 % of changes': 'フューティリティ(変化の95 %)',
  'null move, R = 2': 'ヌルムーブ(R = 2)',
  'Go endgames whose value by search is that of the sum of games': '探索の値がゲームの和の値と一致したヨセ',
  'adds errors': '誤りが増える',
  'removes errors': '誤りが減る',
  'no difference shown': '差は認められない',
  no: 'いいえ',
  on: '入',
  off: '切',
  all: 'すべて',
  'all twelve': '12種すべて',
  we: '全幅',
  'the label': '人の判定',
  plain: 'そのまま',
  best: '最善順',
  random: '無作為',
  worst: '最悪順',
  'worst possible': '最悪の極み',
  aspiration: '探索窓',
  'alpha-beta (fail-hard)': 'αβ探索(fail-hard)',
  'alpha-beta (fail-soft)': 'αβ探索(fail-soft)',
  opening: '序盤',
  middle: '中盤',
  endgame: '終盤',
  problem: '問題',
  default: '標準',
  nomate: '不詰',
  'without futility pruning': 'フューティリティ枝刈りなし',
  'with futility pruning': 'フューティリティ枝刈りあり',
  'futility pruning, all forms': 'フューティリティ枝刈り(全形)',
  'bonanza2006 without futility pruning': 'bonanza2006、フューティリティ枝刈りなし',
  'bonanza2006, mate routine first': 'bonanza2006、詰み探索を先に',
  'bonanza2006, mate in one at every node': 'bonanza2006、全ノードで一手詰',
  'bonanza2006, selective width': 'bonanza2006、選択的な幅',
  'bonanza2006, section Alpha-beta': 'bonanza2006、αβ探索の節',
  'mate solver': '詰み探索',
  'the problem': '問題',
  target: '目標値',
  'tic-tac-toe after one move, to its end': '三目並べ(一手後から終わりまで)',
  'shogi, start position, material': '将棋の初期局面(駒得)',
  'shogi, middle game, material': '将棋の中盤(駒得)',
  'all parts': '全要素',
  'without hypotheses': '仮説なし',
  'without past search': '過去の探索なし',
  'without knowledge': '知識なし',
  'without inheritance': '継承なし',
  'without ordering': '順序付けなし',
  'without achievement': '達成判定なし',
  'hypotheses not achieved': '仮説は達成とみなさない',
  'past search not achieved': '過去の探索は達成とみなさない',
  'castles held': '囲いを保持',
  's_max at least 400': 's_maxは400以上',
  'castles alone achieved, held, s_max at least 400': '囲いのみ達成・保持、s_maxは400以上',
  Gekisashi: '激指',
  'Todai Shogi 3': '東大将棋3',
  'moves explained': '説明した手',
  'goals held': '保持した狙い',
  'cost of a move': '一手の費用',
  moves: '手',
  'a move': '一手あたり',
  ms: 'ミリ秒',
  ply: '手数',
  hands: '持駒',
  moved: '動いた駒',
  battle: '戦い',
  castle: '囲い',
  sum: '和',
  search: '探索',
  'KD, wide': 'KD・広域除外',
  'NegaMax without pruning': '枝刈りなしのNegaMax',
  'sums solved and proved': '解いて証明した和',
  'a dame': 'ダメ',
  'a ko': 'コウ',
  'trees with b^ceil(d/2) + b^floor(d/2) - 1 leaves, of 51': '葉がb^ceil(d/2)+b^floor(d/2)-1の木(51本中)',
  'width 100, depth 2: positions': '幅100、深さ2: 局面数',
  'width 100, depth 2: positions cut in best order': '幅100、深さ2: 最善順で刈られる局面数',
  'width 5, depth 6, built without cuts': '幅5、深さ6、刈らずに作成',
  'Skip a move that gives no check when material alone, with all that position can add, cannot reach alpha: forms (4) and (5).':
    '王手でない手を、駒得に位置の上限を足してもαに届かないとき省く: 式(4)(5)',
  'In the quiescence search, cut without evaluating when material alone is far enough above beta: form (3).':
    '静止探索で、駒得だけでβを十分に超えるとき評価せずに刈る: 式(3)',
  'Skip a move that gives no check when the evaluation and the most that the move can change it by cannot reach alpha: forms (6) and (9).':
    '王手でない手を、評価値にその手の変化の上限を足してもαに届かないとき省く: 式(6)(9)',
  "Take Vmax(m) as 0 where the evaluation knows a move's change exactly.":
    '評価の変化が正確に分かる手ではVmax(m)を0とする',
  'Cut a node near the horizon whose evaluation is above beta by Fmgn: form (10).':
    '末端近くで評価値がβをFmgn以上超えるノードを刈る: 式(10)',
  'At remaining depth 2, take the value of the quiescence search instead of the evaluation in form (10).':
    '残り深さ2では、式(10)の評価値に静止探索の値を使う',
  'Raise Vmax and Vmax(m) during the search when an evaluation shows that they were too small.':
    '探索中に小さすぎると分かったVmaxとVmax(m)を引き上げる',
};

/** Cells that differ in a number or a name. */
const PATTERNS: [RegExp, (...parts: string[]) => string][] = [
  [/^Fig\. (\w+)$/, (n) => `図${n}`],
  [
    /^Fig\. (\d+): (.+)$/,
    (n, what) =>
      `図${n}: ${{ positions: '局面数', 'value of A': 'Aの値', 'best move, A to': 'Aの最善手', 'visited, in order': '訪れた順', cut: '刈られたノード' }[what] ?? what}`,
  ],
  [/^(\w+), Fig\. (\w+)$/, (paper, n) => `${paper}、図${n}`],
  [
    /^width (\d+), depth (\d+), values within (\d+)$/,
    (width, depth, values) => `幅${width}、深さ${depth}、値は${values}以内`,
  ],
  [/^(opening|middle|endgame) (\d+)$/, (phase, n) => `${WORDS[phase]}${n}`],
  [/^problem-problem(\d+)$/, (n) => `問題${n}`],
  [/^mate (\d+)$/, (n) => `${n}手詰`],
  [/^-mate (\d+)$/, (n) => `${n}手で詰まされ`],
  [/^only (\w+)$/, (name) => `${name}のみ`],
  [/^all but (\w+)$/, (name) => `${name}以外すべて`],
  [/^share of (\d+) ms$/, (n) => `${n}ミリ秒に占める割合`],
  [/^brinkmate (\d+): mate by checks alone$/, (n) => `必至${n}: 王手だけで詰む`],
  [/^brinkmate (\d+): defences mated$/, (n) => `必至${n}: 詰んだ受け`],
  [/^(\S+): plies to mate with Black's king on 9i$/, (name) => `${name}: 先手玉が9九のときの詰み手数`],
  [/^ply (\S+)$/, (span) => `${span}手目`],
  [/^(\w+): the exact pruning keeps the score$/, (name) => `${name}: 厳密な枝刈りで結果が同じ`],
  [/^(\w+): the sum keeps the score$/, (name) => `${name}: 和に分けても結果が同じ`],
  [
    /^(\w+), (none|exact|KD, wide|K|KD): (\S+) finds NegaMax's score$/,
    (name, form, method) =>
      `${name}、${{ none: 'なし', exact: '厳密', 'KD, wide': 'KD・広域除外' }[form] ?? form}: ${method}がNegaMaxと同じ結果`,
  ],
  [/^(Black|White)'s (corridor|room) of (\d+)$/, (side, shape, n) => region(side, shape, n)],
  [
    /^(Black|White)'s (corridor|room) of (\d+) with (\d+) dead$/,
    (side, shape, n, dead) => `${region(side, shape, n)}(死石${dead})`,
  ],
];

const region = (side: string, shape: string, n: string): string =>
  `${side === 'Black' ? '黒' : '白'}の${shape === 'corridor' ? '通路' : '部屋'}${n}`;

/** A cell in Japanese; itself where it is a number or a name. */
export function cellJa(cell: string): string {
  const word = WORDS[cell];
  if (word !== undefined) return word;
  for (const [pattern, say] of PATTERNS) {
    const found = pattern.exec(cell);
    if (found) return say(...found.slice(1));
  }
  // A list of regions, each with words of its own.
  return /^(Black|White)'s |^a (dame|ko),/.test(cell) && cell.includes(', ')
    ? cell.split(', ').map(cellJa).join('、')
    : cell;
}
