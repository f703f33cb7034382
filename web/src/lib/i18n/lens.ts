// Words of the search lens.

export const lensEn = {
  title: 'Search lens', hint: 'A real search of this position: every bar is a line of moves, as wide as the nodes spent on it, coloured by why it was left. Click a bar to see its position.',
  sfen: 'Position (SFEN)', depth: 'Depth', plies: (n: number) => `${n} plies`, search: 'Search', sample: 'Sample position', searching: 'Searching …', icicle: 'Icicle of the search', icicleHelp: 'Arrow keys walk through the tree, Enter widens a branch, Escape shows the whole.',
  legend: 'Why nodes were left', groups: { searched: 'all moves searched', beta: 'beta cut', table: 'table', 'null-move': 'null move', futility: 'futility', 'prob-cut': 'ProbCut', leaf: 'leaf', other: 'mate, rules' } as Record<string, string>,
  causes: { razoring: 'razoring', 'multi-cut': 'multi-cut', 'stand-pat': 'stand pat', mate: 'mate', rule: 'rules', stopped: 'stopped' } as Record<string, string>,
  whole: 'Whole tree', widen: 'Widen', pass: 'pass', root: 'Position searched', visits: (n: string) => `visited ${n} times`, remaining: (d: string) => `depth left ${d}`, share: (p: string) => `${p} of all nodes`, afterPass: 'After a pass there is no legal position to show; the board shows the one before it.',
  techniques: 'Techniques', technique: 'Technique', turned: 'turned', on: 'on', off: 'off', nodes: 'Nodes', time: 'Time', move: 'Move', usual: 'Usual setting', now: 'As switched', compare: 'Compare all', comparing: (done: number, total: number) => `Comparing: ${done} of ${total}`, sameMove: 'same move', marks: 'Change against the usual setting: − is less, + is more. = finds the same move, ≠ another one.', otherMove: 'another move', reset: 'All as usual', limit: 'stopped at the limit of nodes', switchHint: 'Turn one: the search runs again, and its nodes and time stand beside the usual ones.',
  names: { table: 'Transposition table', killers: 'Killer moves', history: 'History', pvs: 'PVS, aspiration', 'null-move': 'Null move', futility: 'Futility pruning', 'late-pruning': 'Late move and exchange pruning', reductions: 'Late move reductions', extensions: 'Extensions', razoring: 'Razoring', 'prob-cut': 'ProbCut', quiescence: 'Quiescence search' } as Record<string, string>,
  lesson: 'First lesson', lessonTitle: 'Thirteen nodes', lessonHint: 'The tree of the Bonanza paper (Fig. 2). A moves to the best of B, C, D; the other side then moves to the worst for A. Step through and see why I, J, L and M need not be looked at.', withCuts: 'Alpha-beta', withoutCuts: 'Every node', step: (n: number, of: number) => `Step ${n} of ${of}`,
  enters: (name: string, a: string, b: string) => `Enter ${name}, looking for a value between ${a} and ${b}.`, leaves: (name: string, v: number) => `${name} is worth ${v}.`, cuts: (name: string, v: number) => `${name} is worth at most ${v}: A has better already, so the rest of ${name} is cut.`, lessonStart: 'Nothing is known yet.', visited: (n: number) => `${n} of 13 nodes visited`, more: (n: number) => (n === 1 ? 'one more child' : `${n} more`),
};

export const lensJa: typeof lensEn = {
  title: '探索を読む', hint: 'この局面の本当の探索です。帯の一つが一つの手順で、幅は費やした局面数、色は打ち切った理由です。帯を押すと局面が出ます。',
  sfen: '局面 (SFEN)', depth: '深さ', plies: (n) => `${n}手`, search: '探索', sample: '見本の局面', searching: '探索中…', icicle: '探索木の帯図', icicleHelp: '矢印キーで木をたどり、Enterで枝を広げ、Escapeで全体に戻ります。',
  legend: '打ち切った理由', groups: { searched: '全手を探索', beta: 'βカット', table: '置換表', 'null-move': 'ヌルムーブ', futility: 'フューティリティ', 'prob-cut': 'ProbCut', leaf: '末端', other: '詰み・規則' },
  causes: { razoring: 'レイザリング', 'multi-cut': 'マルチカット', 'stand-pat': 'スタンドパット', mate: '詰み', rule: '規則', stopped: '中止' },
  whole: '全体', widen: '広げる', pass: 'パス', root: '探索した局面', visits: (n) => `${n}回訪問`, remaining: (d) => `残り深さ ${d}`, share: (p) => `全局面数の${p}`, afterPass: 'パスの後は局面として示せないので、その前の局面です。',
  techniques: '技法', technique: '技法', turned: '切り替え', on: '入', off: '切', nodes: '局面数', time: '時間', move: '手', usual: 'ふだんの設定', now: '切り替え後', compare: 'すべて比べる', comparing: (done, total) => `比較中: ${total}件中${done}件`, sameMove: '同じ手', marks: 'ふだんの設定との差です。−は減り、+は増えます。=は同じ手、≠は別の手です。', otherMove: '別の手', reset: 'すべて元に戻す', limit: '局面数の上限で停止', switchHint: '一つ切り替えると探索し直し、局面数と時間をふだんの設定と並べます。',
  names: { table: '置換表', killers: 'キラー手', history: 'ヒストリー', pvs: 'PVS・探索窓', 'null-move': 'ヌルムーブ', futility: 'フューティリティ枝刈り', 'late-pruning': '後順位・交換の枝刈り', reductions: '後順位の深さ削減', extensions: '延長', razoring: 'レイザリング', 'prob-cut': 'ProbCut', quiescence: '静止探索' },
  lesson: '入門', lessonTitle: '十三の節点', lessonHint: 'Bonanzaの論文の図2の木です。AはB・C・Dの最良へ進み、相手はその先でAに最悪の手を選びます。一歩ずつ進めて、I・J・L・Mを見なくてよい理由を確かめてください。', withCuts: 'αβ探索', withoutCuts: '全節点', step: (n, of) => `${of}歩中${n}歩目`,
  enters: (name, a, b) => `${name}に入ります。${a}と${b}の間の値を探します。`, leaves: (name, v) => `${name}の値は${v}です。`, cuts: (name, v) => `${name}は高々${v}です。Aにはもっと良い手があるので、${name}の残りは読みません。`, lessonStart: 'まだ何も分かっていません。', visited: (n) => `13節点中${n}節点を訪問`, more: (n) => `ほか${n}`,
};
