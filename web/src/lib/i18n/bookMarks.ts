// Words of the marks of book moves.

export const bookMarksEn = {
  inBook: 'In the book',
  leavesBook: (move: string) => `Not in the book, which has ${move}`,
};

export const bookMarksJa: typeof bookMarksEn = {
  inBook: '定跡の手',
  leavesBook: (move) => `定跡にない手（定跡は${move}）`,
};

export const bookMarkWords = { en: bookMarksEn, ja: bookMarksJa };
