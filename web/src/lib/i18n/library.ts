// Words of the library: what is done with its games.

export const libraryEn = {
  star: 'Star',
  starOn: 'Add a star',
  starOff: 'Remove the star',
  starred: 'with a star',
  tag: 'Tag',
  tags: 'Tags',
  note: 'Note',
  noteHint: 'What you want to remember of this game',
  marks: 'Note and tags',
  addTag: 'Add a tag',
  removeTag: (name: string) => `Remove the tag ${name}`,
  add: 'Add',
};

export const libraryJa: typeof libraryEn = {
  star: 'スター',
  starOn: 'スターを付ける',
  starOff: 'スターを外す',
  starred: 'スター付き',
  tag: 'タグ',
  tags: 'タグ',
  note: 'メモ',
  noteHint: 'この対局について覚えておきたいこと',
  marks: 'メモとタグ',
  addTag: 'タグを付ける',
  removeTag: (name) => `タグ「${name}」を外す`,
  add: '追加',
};

export const libraryWords = { en: libraryEn, ja: libraryJa };
