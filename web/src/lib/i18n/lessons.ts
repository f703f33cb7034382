// Words of the lessons' frame; each lesson contains its own.

export const lessonsEn = {
  steps: 'Steps of this lesson',
  step: (n: number, done: boolean) => (done ? `Step ${n}, done` : `Step ${n}`),
  question: 'Question',
  back: 'Back',
  next: 'Next',
  nextLesson: 'Next lesson',
  toList: 'To the experiments',
  right: 'Right.',
  wrong: 'Not quite.',
  tables: 'Tables',
  sources: 'In the program',
  keys: 'The arrow keys ← and → turn the page.',
};

export const lessonsJa: typeof lessonsEn = {
  steps: 'このレッスンのステップ',
  step: (n, done) => (done ? `ステップ${n}（済み）` : `ステップ${n}`),
  question: '確認問題',
  back: '前へ',
  next: '次へ',
  nextLesson: '次のレッスン',
  toList: '実験の一覧へ',
  right: '正解です。',
  wrong: '惜しい。',
  tables: '実験の表',
  sources: '対応するソースコード',
  keys: '←→キーでも前後に進めます。',
};

export const lessonsWords = { en: lessonsEn, ja: lessonsJa };
