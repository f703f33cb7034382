// Words of the goals of a player.

export const goalsEn = {
  of: (side: string) => `${side}’s plans`,
  none: 'No plan found.',
  later: 'Known from its first move on.',
  needs: (n: number) => (n === 1 ? '1 move left' : `${n} moves left`),
  served: 'This move follows',
  servesNone: 'This move follows no plan.',
  castle: 'Castle',
  complete: (have: number, of: number) => `${have} of ${of}`,
  stands: 'stands',
  line: 'The expected line and the plans it follows',
  timeline: 'Castles over the game',
  timelineHint: 'How complete each side’s castle is, move by move.',
  thinking: 'Looking for plans …',
  inherited: 'kept',
  achieved: 'Achieved',
  sources: { hypothesis: 'idea', search: 'search', knowledge: 'books' } as Record<string, string>,
  show: 'Plans on the board',
  behind: (n: number) => (n === 1 ? '1 goal of the search' : `${n} goals of the search`),
};

export const goalsJa: typeof goalsEn = {
  of: (side) => `${side}の狙い`,
  none: '狙いは見つかりません。',
  later: '初手を指してから分かります。',
  needs: (n) => `あと${n}手`,
  served: 'この手の狙い',
  servesNone: 'この手はどの狙いにも沿いません。',
  castle: '囲い',
  complete: (have, of) => `${of}枚中${have}枚`,
  stands: '完成',
  line: '読み筋と、その手の狙い',
  timeline: '囲いの推移',
  timelineHint: '双方の囲いの完成度を一手ごとに示します。',
  thinking: '狙いを探しています…',
  inherited: '継続',
  achieved: '達成',
  sources: { hypothesis: '仮説', search: '読み', knowledge: '定跡' },
  show: '盤に狙いを表示',
  behind: (n) => `探索が扱う目標（${n}件）`,
};

export const goalsWords = { en: goalsEn, ja: goalsJa };
