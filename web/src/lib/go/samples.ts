// Samples of the room: sums of corridors and rooms, made for this project (testdata/go).

const rows = (...lines: string[]): string => lines.join('\n');

export const SAMPLES = {
  corridors: rows(
    'XO...OOOO',
    'XXXXXOOOO',
    'XXXXX...O',
    'XXXXXOOOO',
    'X....OOOO',
    'XXXXXOOOO',
    'XXXXX..XO',
    'XXXXXOOOO',
    '.X.XXO.O.',
  ),
  rooms: rows(
    'X...OOOOO',
    'XXXXXOOOO',
    'X...XOOOO',
    'XXXXXOOOO',
    'XXXXX...O',
    'XXXXXOOOO',
    'XXXXXO..O',
    'XXXXXOOOO',
    '.X.XXO.O.',
  ),
  large: rows(
    'XOO..OOOOOOOOOOOOOO',
    'XXXXXXXXXXOOOOOOOOO',
    'XXXXXXXXXXXXX..XXXO',
    'XXXXXXXXXXOOOOOOOOO',
    'X......OOOOOOOOOOOO',
    'XXXXXXXXXXOOOOOOOOO',
    'XXXXXXXXXXXXX.....O',
    'XXXXXXXXXXOOOOOOOOO',
    'XO...OOOOOOOOOOOOOO',
    'XXXXXXXXXXOOOOOOOOO',
    'XXXXXXXXXXXXX....XO',
    'XXXXXXXXXXOOOOOOOOO',
    'XOOO...XXXOOOOOOOOO',
    'XXXXXXXXXXOOOOOOOOO',
    'XXXXXXXXXXOO...XXXO',
    'XXXXXXXXXXOOOOOOOOO',
    'XXXXXXXXXXOOOOOOOOO',
    'XXXXXXXXXXOOOOOOOOO',
    '.X.XXXXXXXOOOOOO.O.',
  ),
} as const;

export type SampleName = keyof typeof SAMPLES;
