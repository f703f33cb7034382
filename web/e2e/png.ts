// Pictures made small: a PNG of at most 256 colours instead of 16 million.

import { deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
const COLOURS = 256;

interface Picture {
  width: number;
  height: number;
  /** One number 0xRRGGBB for each pixel. */
  pixels: Uint32Array;
}

function chunks(png: Buffer): { type: string; data: Buffer }[] {
  const found = [];
  for (let at = SIGNATURE.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    found.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return found;
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

/** Takes the filters of the rows away. */
function unfilter(raw: Buffer, width: number, height: number, bytes: number): Buffer {
  const stride = width * bytes;
  const out = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (stride + 1)]!;
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x;
      const left = x >= bytes ? out[at - bytes]! : 0;
      const up = y > 0 ? out[at - stride]! : 0;
      const corner = x >= bytes && y > 0 ? out[at - stride - bytes]! : 0;
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter]!;
      out[at] = raw[y * (stride + 1) + 1 + x]! + guess;
    }
  }
  return out;
}

/** Reads what Chromium writes: eight bits, RGB or RGBA, not interlaced. */
function decode(png: Buffer): Picture {
  const all = chunks(png);
  const head = all[0]!.data;
  const [width, height, depth, type, interlace] = [head.readUInt32BE(0), head.readUInt32BE(4), head[8], head[9], head[12]];
  const bytes = type === 2 ? 3 : type === 6 ? 4 : 0;
  if (depth !== 8 || bytes === 0 || interlace !== 0) throw new Error('unexpected kind of PNG');
  const packed = Buffer.concat(all.filter((chunk) => chunk.type === 'IDAT').map((chunk) => chunk.data));
  const rows = unfilter(inflateSync(packed), width, height, bytes);
  const pixels = new Uint32Array(width * height);
  for (let i = 0; i < pixels.length; i += 1) pixels[i] = rows.readUIntBE(i * bytes, 3);
  return { width, height, pixels };
}

const part = (colour: number, shift: number): number => (colour >> shift) & 255;
const SHIFTS = [16, 8, 0];

interface Box {
  colours: number[];
  /** The part with the largest spread, and that spread weighed by how often the colours occur. */
  shift: number;
  weight: number;
}

function box(colours: number[], counts: Map<number, number>): Box {
  const spread = (shift: number) => {
    const parts = colours.map((colour) => part(colour, shift));
    return parts.reduce((a, b) => Math.max(a, b), 0) - parts.reduce((a, b) => Math.min(a, b), 255);
  };
  const shift = SHIFTS.reduce((best, next) => (spread(next) > spread(best) ? next : best));
  const pixels = colours.reduce((sum, colour) => sum + counts.get(colour)!, 0);
  return { colours, shift, weight: spread(shift) * Math.sqrt(pixels) };
}

/** The mean colour of a box; a colour that is most of it stays exact, so that surfaces do. */
function middle(colours: number[], counts: Map<number, number>): number {
  const total = colours.reduce((sum, colour) => sum + counts.get(colour)!, 0);
  const most = colours.reduce((a, b) => (counts.get(b)! > counts.get(a)! ? b : a));
  if (counts.get(most)! * 2 > total) return most;
  return SHIFTS.reduce((mean, shift) => {
    const sum = colours.reduce((s, colour) => s + part(colour, shift) * counts.get(colour)!, 0);
    return mean | (Math.round(sum / total) << shift);
  }, 0);
}

/** Median cut: the box with the largest spread is halved until there are enough. */
function palette(counts: Map<number, number>): number[] {
  const all = [...counts.keys()].sort((a, b) => a - b);
  if (all.length <= COLOURS) return all;
  const boxes = [box(all, counts)];
  while (boxes.length < COLOURS) {
    const widest = boxes.reduce((a, b) => (b.weight > a.weight ? b : a));
    if (widest.weight === 0) break;
    const sorted = [...widest.colours].sort((a, b) => part(a, widest.shift) - part(b, widest.shift) || a - b);
    const low = part(sorted[0]!, widest.shift);
    const cut = (low + part(sorted.at(-1)!, widest.shift)) / 2;
    const at = sorted.findIndex((colour) => part(colour, widest.shift) > cut);
    boxes.splice(boxes.indexOf(widest), 1, box(sorted.slice(0, at), counts), box(sorted.slice(at), counts));
  }
  return boxes.map(({ colours }) => middle(colours, counts));
}

function nearest(colour: number, among: number[]): number {
  let [best, least] = [0, Infinity];
  for (const [i, other] of among.entries()) {
    const distance = SHIFTS.reduce((sum, shift) => sum + (part(colour, shift) - part(other, shift)) ** 2, 0);
    if (distance < least) [best, least] = [i, distance];
  }
  return best;
}

const CRC = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; k += 1) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n >>> 0;
});

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const crc = body.reduce((crc, byte) => CRC[(crc ^ byte) & 255]! ^ (crc >>> 8), 0xffffffff) ^ 0xffffffff;
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc >>> 0);
  return Buffer.concat([length, body, check]);
}

/** The same picture with at most 256 colours, always the same bytes for the same pixels. */
export function shrink(png: Buffer): Buffer {
  const { width, height, pixels } = decode(png);
  const counts = new Map<number, number>();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const colours = palette(counts);
  const index = new Map([...counts.keys()].map((colour) => [colour, nearest(colour, colours)]));
  const rows = Buffer.alloc((width + 1) * height);
  pixels.forEach((pixel, i) => (rows[i + Math.floor(i / width) + 1] = index.get(pixel)!));
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  const table = Buffer.from(colours.flatMap((colour) => SHIFTS.map((shift) => part(colour, shift))));
  const packed = deflateSync(rows, { level: 9, memLevel: 9 });
  return Buffer.concat([SIGNATURE, chunk('IHDR', head), chunk('PLTE', table), chunk('IDAT', packed), chunk('IEND', Buffer.alloc(0))]);
}
