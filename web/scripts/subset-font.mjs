// Cuts the glyphs of pieces and titles out of Noto Serif JP and writes src/assets/noto-serif-jp-subset.woff2.
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import subsetFont from 'subset-font';

const PIECES = '王玉飛車角行金将銀桂馬香歩兵龍成全圭杏と竜';
const BOARD = '一二三四五六七八九十先手後上下☗☖';
const TITLES = '全幅検討対局棋譜庫局面編集設定新しい対局解析手筋指南定跡囲碁のヨセ詰みを読む探索木実験室論文目標狙い詰将棋練習問題集復習実戦形図巧自分第番';
const LATIN = ' 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+-.,:?!&()/';

const folder = new URL('../node_modules/@fontsource/noto-serif-jp/', import.meta.url);
const source = await readFile(new URL('files/noto-serif-jp-japanese-700-normal.woff2', folder));
const text = [...new Set(PIECES + BOARD + TITLES + LATIN)].sort().join('');
const subset = await subsetFont(source, text, { targetFormat: 'woff2' });
const assets = new URL('../src/assets/', import.meta.url);
await writeFile(new URL('noto-serif-jp-subset.woff2', assets), subset);
await copyFile(new URL('LICENSE', folder), new URL('noto-serif-jp-OFL.txt', assets));
console.log(`${text.length} characters, ${subset.length} bytes`);
