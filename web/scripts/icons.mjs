// Draws the icons of the program from public/icon.svg: for the installed page public/icon-192.png, icon-512.png and, with
// blank around the piece for systems that cut icons into their own shape, icon-mask-512.png; for Windows zenpuku.ico.
// Needs Chromium, as the browser tests do.

import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { chromium } from 'playwright-core';

const folder = new URL('../public/', import.meta.url);
const windows = new URL('../../crates/front/cli/windows/zenpuku.ico', import.meta.url);
const svg = await readFile(new URL('icon.svg', folder), 'utf8');
const places = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const executablePath = places.find((path) => path && existsSync(path));
if (!executablePath) throw new Error('no Chromium found (set CHROMIUM)');
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });

/** The icon as a PNG; `part` of the side is the piece. */
async function draw(side, part = 1, ground = 'transparent') {
  const page = await browser.newPage({ viewport: { width: side, height: side } });
  await page.setContent(
    `<style>html, body { margin: 0; height: 100%; background: ${ground} } body { display: grid; place-items: center } svg { width: ${100 * part}% }</style>${svg}`,
  );
  const png = await page.screenshot({ omitBackground: ground === 'transparent' });
  await page.close();
  return png;
}

/** An icon file of Windows: a header, an entry of 16 bytes for each picture, the pictures. */
function ico(pictures) {
  const header = Buffer.alloc(6 + 16 * pictures.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = header.length;
  pictures.forEach(({ side, png }, index) => {
    const at = 6 + 16 * index;
    // 0 stands for 256.
    header[at] = header[at + 1] = side % 256;
    header.writeUInt16LE(1, at + 4);
    header.writeUInt16LE(32, at + 6);
    header.writeUInt32LE(png.length, at + 8);
    header.writeUInt32LE(offset, at + 12);
    offset += png.length;
  });
  return Buffer.concat([header, ...pictures.map(({ png }) => png)]);
}

for (const side of [192, 512]) await writeFile(new URL(`icon-${side}.png`, folder), await draw(side));
// A circle of 80 % always shows of an icon that is cut.
await writeFile(new URL('icon-mask-512.png', folder), await draw(512, 0.68, '#264e86'));
const pictures = [];
for (const side of [16, 32, 48, 256]) pictures.push({ side, png: await draw(side) });
await writeFile(windows, ico(pictures));
await browser.close();
