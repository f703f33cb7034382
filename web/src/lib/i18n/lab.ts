// Words of the laboratory and of the goals.

export const labEn = {
  title: 'Laboratory', hint: 'The experiments of the papers: their tables beside ours. A run here is the quick version; the command below runs it in full.',
  names: { tree: 'Alpha-beta trees', futility: 'Futility pruning', techniques: 'All techniques', 'kakeme-effect': 'False eyes in Go', 'kakeme-methods': 'Search methods in Go', 'kakeme-mathgo': 'Sums of Go endgames', 'goals-problems': 'Goals: problems', 'goals-match': 'Goals: matches', 'goals-consistency': 'Goals: consistency', 'goals-ablation': 'Goals: one part less', 'goals-castles': 'Goals: castles', 'goals-openings': 'Goals: openings', 'goals-cost': 'Goals: what they cost', 'probcut-regression': 'ProbCut: regression', 'probcut-transform': 'ProbCut: tanh', 'probcut-percentile': 'ProbCut: PERCENTILE', 'probcut-reduction': 'ProbCut: speed-up' } as Record<string, string>,
  experiments: 'Experiments', paper: 'The paper', ours: 'Ours', plots: 'Plots', runQuick: 'Run the quick version', runAgain: 'Run it again', quick: (s: string) => `Quick version, run here in ${s}.`, full: (s: string) => `Full version, as committed with the program; it took ${s}.`,
  running: (done: number, total: number) => `Experiment: ${done} of ${total}`, facts: 'Every fact that must come out exactly did.', broken: (n: number) => `${n} facts that must come out exactly did not.`, command: 'Command', noPaper: 'The paper has no table for this.', nothing: 'Not run yet.', cells: (n: number) => `${n} rows`, showAll: 'Show all rows',
};

export const labJa: typeof labEn = {
  title: '実験室', hint: '論文の実験です。論文の表と全幅の表を並べます。ここで走らせるのは短縮版で、下のコマンドで全体を走らせられます。',
  names: { tree: 'αβ木', futility: 'フューティリティ枝刈り', techniques: 'すべての技法', 'kakeme-effect': '囲碁の欠け眼', 'kakeme-methods': '囲碁の探索法', 'kakeme-mathgo': 'ヨセの和', 'goals-problems': '目標: 問題', 'goals-match': '目標: 対局', 'goals-consistency': '目標: 一貫性', 'goals-ablation': '目標: 要素の効果', 'goals-castles': '目標: 囲い', 'goals-openings': '目標: 戦型', 'goals-cost': '目標: 説明の費用', 'probcut-regression': 'ProbCut: 回帰', 'probcut-transform': 'ProbCut: tanh変換', 'probcut-percentile': 'ProbCut: PERCENTILE', 'probcut-reduction': 'ProbCut: 高速化' },
  experiments: '実験', paper: '論文', ours: '全幅', plots: '図', runQuick: '短縮版を走らせる', runAgain: 'もう一度走らせる', quick: (s) => `短縮版。ここで${s}かかりました。`, full: (s) => `全体版。プログラムに付属の結果で、${s}かかりました。`,
  running: (done, total) => `実験中: ${total}件中${done}件`, facts: '厳密に一致すべき事実はすべて一致しました。', broken: (n) => `厳密に一致すべき事実のうち${n}件が一致しませんでした。`, command: 'コマンド', noPaper: '論文に対応する表はありません。', nothing: 'まだ走らせていません。', cells: (n) => `${n}行`, showAll: 'すべての行を表示',
};

export const goalsEn = {
  of: (side: string) => `${side}’s goals`, none: 'No goals found.', later: 'Known from its first move on.', needs: (n: number) => (n === 1 ? '1 move' : `${n} moves`), served: 'This move serves', servesNone: 'This move serves no goal.', castle: 'Castle', complete: (have: number, of: number) => `${have} of ${of}`, stands: 'stands', line: 'The expected line and the goals it serves', timeline: 'Castles over the game', timelineHint: 'How complete each side’s castle is, move by move.', thinking: 'Looking for goals …', inherited: 'kept', achieved: 'Achieved', givenUp: 'Given up', sources: { hypothesis: 'idea', search: 'search', knowledge: 'books' } as Record<string, string>, show: 'Goals on the board', all: (n: number) => `All ${n}`,
};

export const goalsJa: typeof goalsEn = {
  of: (side) => `${side}の狙い`, none: '狙いは見つかりません。', later: '初手を指してから分かります。', needs: (n) => `あと${n}手`, served: 'この手の狙い', servesNone: 'この手はどの狙いにも沿いません。', castle: '囲い', complete: (have, of) => `${of}枚中${have}枚`, stands: '完成', line: '読み筋と、その手の狙い', timeline: '囲いの推移', timelineHint: '双方の囲いの完成度を一手ごとに示します。', thinking: '狙いを探しています…', inherited: '継続', achieved: '達成', givenUp: '断念', sources: { hypothesis: '仮説', search: '読み', knowledge: '定跡' }, show: '盤に狙いを表示', all: (n) => `全${n}件`,
};
