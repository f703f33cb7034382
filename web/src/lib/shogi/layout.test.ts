import { describe, expect, it } from 'vitest';
import { arrowPath, handAt, handSlots, layoutOf, squareAt, squareCentre } from './layout.ts';

describe.each(['wide', 'tall', 'bare'] as const)('layout %s', (shape) => {
  const layout = layoutOf(shape);

  it('finds every square at its centre, both ways round', () => {
    for (const flipped of [false, true]) {
      for (let i = 0; i < 81; i++) expect(squareAt(layout, ...squareCentre(layout, i, flipped), flipped)).toBe(i);
    }
    expect(squareAt(layout, layout.board.x - 1, layout.board.y + 5, false)).toBeNull();
  });

  it('finds every piece in hand at its place, inside the drawing', () => {
    for (const flipped of [false, true]) {
      for (const side of ['black', 'white'] as const) {
        for (const { kind, x, y } of handSlots(layout, side, flipped)) {
          expect(handAt(layout, x, y, flipped)).toEqual({ side, kind });
          expect(x > 40 && x < layout.width - 40 && y > 40 && y < layout.height - 40, `${side} ${kind}`).toBe(true);
        }
      }
    }
  });
});

describe('arrows', () => {
  it('end at the target', () => expect(arrowPath(0, 0, 0, 100, 10)).toContain('L0.0 100.0'));
  it('of no length are nothing', () => expect(arrowPath(5, 5, 5, 5, 10)).toBe(''));
});
