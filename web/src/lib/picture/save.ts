// Saving a picture of a position as a file.

import fontAddress from '../../assets/noto-serif-jp-subset.woff2?url';
import { saveFile } from '../data/save.ts';
import { paint, pictureOf, toSvg, type Picture } from './picture.ts';

export { pictureOf };

async function fontData(): Promise<string> {
  const bytes = new Uint8Array(await (await fetch(fontAddress)).arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return `data:font/woff2;base64,${btoa(text)}`;
}

export async function saveSvg(picture: Picture, name: string): Promise<void> {
  saveFile(toSvg(picture, await fontData()), 'image/svg+xml', `${name}.svg`);
}

/** The picture on a canvas, `scale` times as large. */
export async function canvasOf(picture: Picture, scale: number) {
  const canvas = document.createElement('canvas');
  const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)];
  [canvas.width, canvas.height] = [width, height];
  const ctx = canvas.getContext('2d');
  if (!ctx) throw new Error('This browser cannot draw pictures.');
  await document.fonts.load('700 40px "Noto Serif JP"', '王');
  paint(picture, ctx, scale);
  return { canvas, ctx, width, height };
}

export async function savePng(picture: Picture, name: string): Promise<void> {
  const { canvas } = await canvasOf(picture, 1);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (blob) saveFile(blob, 'image/png', `${name}.png`);
}
