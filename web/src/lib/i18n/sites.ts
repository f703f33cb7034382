// Words of the dialog that opens games, for addresses of games on servers.

const sitesEn = {
  fetchesNothing: (site: string) => `This is an address on ${site}. Zenpuku loads nothing from the network.`,
  save: (site: string) => `Get the record from ${site}`,
  thenDrop: 'Then drop the file here, or paste its text.',
  copyThere: 'Open the page, copy or save the record there, and paste or drop it here.',
};

const sitesJa: typeof sitesEn = {
  fetchesNothing: (site) => `${site}のアドレスです。全幅はネットワークから何も取得しません。`,
  save: (site) => `${site}から棋譜を取得`,
  thenDrop: '保存したファイルをここにドロップするか、中身を貼り付けてください。',
  copyThere: 'ページを開いて棋譜をコピーまたは保存し、ここに貼り付けるかドロップしてください。',
};

export const siteWords = { en: sitesEn, ja: sitesJa };
