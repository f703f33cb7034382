// Words of opening lines: adding them, the list of them, the drill.

export const openingsEn = {
  learn: 'Learn this line',
  learnHint: 'The line comes into your daily list: you play the moves of your side, the others are played for you.',
  side: 'Your side',
  upTo: 'Up to move',
  name: 'Name',
  add: 'Add to the daily list',
  added: 'The line is in your daily list.',
  lines: 'Opening lines',
  none: 'Lines that you add with “Learn this line” appear here: in the analysis under “Send to”, or in the opening explorer.',
  due: (when: string) => `due ${when}`,
  dueNow: 'due',
  remove: (name: string) => `Delete ${name}`,
  removed: 'The line was deleted.',
  title: 'Opening line',
  ask: (side: string) => `${side} to move: play the next move of the line.`,
  other: (side: string) => `Right: another stored line. ${side} to move: go on with it.`,
  wrong: (move: string) => `${move} is not in the line. Try another move.`,
  done: 'Right: that was the last move of the line.',
  rest: 'The rest of the line',
};

export const openingsJa: typeof openingsEn = {
  learn: 'この手順を覚える',
  learnHint: '手順が「今日の課題」に入ります。自分の側の手を指すと、相手の手は自動で進みます。',
  side: '自分の側',
  upTo: '何手目まで',
  name: '名前',
  add: '今日の課題に加える',
  added: '手順を今日の課題に加えました。',
  lines: '定跡の手順',
  none: '検討の「送る」か定跡探索で「この手順を覚える」を選ぶと、ここに並びます。',
  due: (when) => `次の復習: ${when}`,
  dueNow: '復習待ち',
  remove: (name) => `${name}を削除`,
  removed: '手順を削除しました。',
  title: '定跡の手順',
  ask: (side) => `${side}番です。手順の次の手を指してください。`,
  other: (side) => `正解です。登録した別の手順に入りました。${side}番です。続きを指してください。`,
  wrong: (move) => `${move}は手順にありません。別の手を指してください。`,
  done: '正解です。手順を最後まで指しました。',
  rest: '残りの手順',
};

export const openingWords = { en: openingsEn, ja: openingsJa };
