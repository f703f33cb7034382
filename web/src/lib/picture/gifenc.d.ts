// The part of gifenc that is used; the package has no types of its own.
declare module 'gifenc' {
  type Colour = [number, number, number];
  interface Encoder {
    writeFrame(index: Uint8Array, width: number, height: number, options: { palette: Colour[]; delay: number }): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  }
  export function GIFEncoder(): Encoder;
  export function quantize(rgba: Uint8ClampedArray, colours: number): Colour[];
  export function applyPalette(rgba: Uint8ClampedArray, palette: Colour[]): Uint8Array;
}
