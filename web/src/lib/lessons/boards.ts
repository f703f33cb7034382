// Boards of the lesson on false eyes. In regions all black stones are walls that live.

import { parseDiagram } from '../go/board.ts';

/** Points without a stone, from a diagram in which `_` marks a region. */
function regionOf(marked: string): { diagram: string; region: number[] } {
  const region = [...marked.replaceAll('\n', '')].flatMap((symbol, at) => (symbol === '_' ? [at] : []));
  return { diagram: marked.replaceAll('_', '.'), region };
}

/** An eye of Black's: its point, and the diagonals in the order in which White takes them. */
export const EYES = {
  middle: { diagram: '.....\n..X..\n.X.X.\n..X..\n.....', eye: 12, diagonals: [6, 8, 16, 18] },
  edge: { diagram: '.....\n.....\n.....\n..X..\n.X.X.', eye: 22, diagonals: [16, 18] },
  corner: { diagram: '.....\n.....\n.....\nX....\n.X...', eye: 20, diagonals: [16] },
} as const;

export const REGIONS = {
  /** As E3 to I3 in Fig. 1 of the paper. */
  row: regionOf('XXXXXXX\nX_____X\nXXXXXXX\n.X...X.\nXXXXXXX'),
  pair: regionOf('XXXXXX.\nX____X.\nX____X.\nX____X.\nXXXXXX.'),
  three: regionOf('XXXXXXX\nX_____X\nX_____X\nX_____X\nXXXXXXX'),
} as const;

export const ANSWERED = REGIONS.three;

/** Boards that the printed rule judges wrongly, with the score that it gives and the true one, by area. */
export const WRONG = {
  ko: { diagram: '.XXO\nXXO.\nOOOO\n.O.O', first: 'black', judged: -16, truth: -2 },
  dragon: { diagram: '.OO.OO.\nOXXXXXO\nOX.X.XO\nOXXXXXO\n.OOOOO.', first: 'white', judged: 35, truth: -5 },
} as const;

export const boardOf = (diagram: string) => parseDiagram(diagram)!;
