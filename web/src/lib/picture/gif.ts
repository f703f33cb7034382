// A line as an animated GIF.

import { applyPalette, GIFEncoder, quantize } from 'gifenc';
import { saveFile } from '../data/save.ts';
import type { Picture } from './picture.ts';
import { canvasOf } from './save.ts';

/** Size of a frame, as a part of a picture's. */
const SCALE = 0.5;
/** How long a frame and the last one are shown, in milliseconds. */
const [DELAY, LAST] = [1_000, 3_000];
const COLOURS = 64;

/** Saves the pictures of a line as frames; `step` gets the number of frames done and returns false to stop. */
export async function saveGif(pictures: Picture[], name: string, step: (done: number) => boolean): Promise<void> {
  const gif = GIFEncoder();
  for (const [i, picture] of pictures.entries()) {
    const { ctx, width, height } = await canvasOf(picture, SCALE);
    const { data } = ctx.getImageData(0, 0, width, height);
    const palette = quantize(data, COLOURS);
    gif.writeFrame(applyPalette(data, palette), width, height, { palette, delay: i === pictures.length - 1 ? LAST : DELAY });
    // The page stays usable meanwhile.
    await new Promise((next) => setTimeout(next));
    if (!step(i + 1)) return;
  }
  gif.finish();
  saveFile(new Blob([gif.bytes()], { type: 'image/gif' }), 'image/gif', `${name}.gif`);
}
