// Pieces as figures, for players who do not read kanji: the kind of the piece,
// surrounded by its moves. Units are hundredths of the height of a piece, with
// the origin of its outline and the point upwards.

import { canPromote, type Kind } from './sfen.ts';

const dot = (x: number, y: number, r: number): string => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

/** Silhouettes on a common foot. The gold is a sun and the silver a moon, as in the signs of the metals. */
const FIGURES: Record<Kind, string> = {
  K: 'M-3-19H3V-15H7V-9H3V-4C8-10 22-10 22 1 22 9 17 14 15 19H-15C-17 14-22 9-22 1-22-10-8-10-3-4V-9H-7V-15H-3ZM-17 23H17V31H-17Z',
  R: 'M-19-17H-10V-10H-5V-17H5V-10H10V-17H19V-2L12 4V19H-12V4L-19-2ZM-18 23H18V31H-18Z',
  B: 'M0-19C15-6 18 6 10 19H-10C-18 6-15-6 0-19ZM-2-4H2V2H7V6H2V13H-2V6H-7V2H-2ZM-16 23H16V31H-16Z',
  G: `${dot(0, 7, 23)}${dot(0, 7, 17)}${dot(0, 7, 8)}`,
  S: 'M-19-8A23 23 0 1 0 19-8A20 20 0 0 1-19-8Z',
  N: 'M-3-20 3-13C15-10 19 2 17 19H-12C-12 12-2 9-3 2-8 2-10 8-15 9L-20 3C-18-4-10-10-7-13ZM-17 23H19V31H-17Z',
  L: 'M0-21 13 1 4-2V31H-4V-2L-13 1Z',
  P: 'M0-18C12-18 15-4 7 1 8 10 11 15 15 19H-15C-11 15-8 10-7 1-15-4-12-18 0-18ZM-18 23H18V31H-18Z',
};

type Point = readonly [number, number];
/** Where a move shows in each of the eight directions, clockwise from straight ahead. */
const PLACES: readonly Point[] = [[0, -38], [21, -29], [29, 6], [33, 41], [0, 42], [-33, 41], [-29, 6], [-21, -29]];
const GOLD: Moves = { steps: [0, 1, 2, 4, 6, 7], slides: [] };

interface Moves {
  steps: number[];
  slides: number[];
}

const MOVES: Record<Kind, Moves> = {
  K: { steps: [0, 1, 2, 3, 4, 5, 6, 7], slides: [] },
  R: { steps: [], slides: [0, 2, 4, 6] },
  B: { steps: [], slides: [1, 3, 5, 7] },
  G: GOLD,
  S: { steps: [0, 1, 3, 5, 7], slides: [] },
  N: { steps: [], slides: [] },
  L: { steps: [], slides: [0] },
  P: { steps: [0], slides: [] },
};
const BOTH: Partial<Record<Kind, Moves>> = {
  R: { steps: [1, 3, 5, 7], slides: [0, 2, 4, 6] },
  B: { steps: [0, 2, 4, 6], slides: [1, 3, 5, 7] },
};
/** The two squares that a knight jumps to. */
const JUMPS = dot(-12, -33, 4) + dot(12, -33, 4);
const PLUS = 'M-2-46H2V-41H7V-37H2V-32H-2V-37H-7V-41H-2Z';

/** A head of an arrow that points away from the middle. */
function head([x, y]: Point, direction: number): string {
  const angle = (direction * Math.PI) / 4;
  const at = (along: number, across: number) => {
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
    return `${(x + along * sin + across * cos).toFixed(1)} ${(y - along * cos + across * sin).toFixed(1)}`;
  };
  return `M${at(5.5, 0)}L${at(-4, 6.5)}L${at(-4, -6.5)}Z`;
}

/** The drawing of a piece, to be filled by the even-odd rule. A promoted one has a plus at its point. */
export function symbolOf(kind: Kind, promoted: boolean): string {
  const raised = promoted && canPromote(kind);
  const { steps, slides } = raised ? (BOTH[kind] ?? GOLD) : MOVES[kind];
  // The plus is straight ahead; the move is below it.
  const place = (direction: number): Point => (raised && direction === 0 ? [0, -26] : PLACES[direction]!);
  return [
    FIGURES[kind],
    ...steps.map((direction) => dot(...place(direction), 4)),
    ...slides.map((direction) => head(place(direction), direction)),
    kind === 'N' && !raised ? JUMPS : '',
    raised ? PLUS : '',
  ].join('');
}
