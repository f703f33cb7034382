// Words of the tabs of the room of analysis.

const tabsEn = {
  title: 'Open games',
  newTab: 'New tab',
  inNewTab: 'Open in a new tab',
  list: (n: number) => (n === 1 ? '1 open game' : `${n} open games`),
  close: (name: string) => `Close ${name}`,
  closed: (name: string) => `Closed: ${name}`,
  earlier: (name: string) => `Move ${name} up`,
  later: (name: string) => `Move ${name} down`,
  changed: 'has changes that are not in the library',
  opened: (name: string) => `Opened in a new tab: ${name}`,
  openedMany: (n: number) => (n === 1 ? 'Opened 1 game in a new tab' : `Opened ${n} games in new tabs`),
  show: 'Show',
  openChosen: 'Open in tabs',
  full: (most: number) => `At most ${most} tabs can be open. Close one first.`,
  keys: 'Arrow keys choose a tab, Shift and arrow keys move it, Delete closes it.',
};

const tabsJa: typeof tabsEn = {
  title: '開いている棋譜',
  newTab: '新しいタブ',
  inNewTab: '新しいタブで開く',
  list: (n) => `開いている棋譜 ${n}`,
  close: (name) => `${name}を閉じる`,
  closed: (name) => `閉じました: ${name}`,
  earlier: (name) => `${name}を上へ`,
  later: (name) => `${name}を下へ`,
  changed: 'ライブラリに未保存の変更あり',
  opened: (name) => `新しいタブで開きました: ${name}`,
  openedMany: (n) => `${n}局を新しいタブで開きました`,
  show: '表示',
  openChosen: 'タブで開く',
  full: (most) => `タブは${most}個までです。どれかを閉じてください。`,
  keys: '矢印キーでタブを選び、Shift+矢印キーで移動、Deleteで閉じます。',
};

export const tabWords = { en: tabsEn, ja: tabsJa };
