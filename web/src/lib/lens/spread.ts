// Techniques compared over several positions, because one position may be chance.

/** Openings, middle games and endgames, of the program's benchmark. */
export const POSITIONS = [
  'ln3k1nl/1r1s1sgb1/p2p1g1pp/2p1ppp2/1p7/2P1PPPP1/PPSP1SN1P/1BG1G2R1/LN1K4L w - 26',
  'lnsgk1snl/6gb1/p1pppp2p/6R2/9/1rP6/P2PPPP1P/1BG6/LNS1KGSNL w 3P2p 16',
  'l4k1nl/1r4gb1/2ns1gsp1/p1ppppp1p/1p7/P1PSSPPPP/1P1P2N2/1BG1G2R1/LN1K4L b P 41',
  'l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1',
  '1n1g4l/+B1sk2g2/p1ppppnsp/bp7/2G3r2/P1P4p1/1L1PPPN1P/1P2KGS2/LNS4RL b 3p 65',
  'l3k2nl/1r2g1g2/2nspp1p1/p2p1P3/1pP5P/P1b3SP1/1P1PP1N2/2GK2G1L/LN6R w BS4Ps 48',
  '5k1Bl/B3p1g2/2n1s2p1/1rspPppl1/2p4PP/lP1G1PP2/2NP1G3/s1K4R1/2N5L w G3Psn2p 118',
  'l2k3+B1/2g3g2/2s+P1s1p1/p8/2sb1Nl1P/P4G1P1/2+r1PP1K1/8L/L5P1R w GN8Ps2np 124',
] as const;

/** The cost and the result of a search. */
interface Found {
  nodes: number;
  ms: number;
  best: string;
}

/** A search with a technique turned against the usual one of the same position. */
export interface Change {
  /** Parts by which nodes and time change: 0.5 is half as much again. */
  nodes: number;
  ms: number;
  same: boolean;
}

/** Least, median and most. */
export interface Spread {
  least: number;
  median: number;
  most: number;
}

const part = (now: number, before: number): number => (before > 0 ? now / before - 1 : 0);

export const changeOf = (turned: Found, usual: Found): Change => ({
  nodes: part(turned.nodes, usual.nodes), ms: part(turned.ms, usual.ms), same: turned.best === usual.best,
});

/** The spread of some values, of which there is at least one. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (index: number) => sorted[index] ?? 0;
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? at(middle) : (at(middle - 1) + at(middle)) / 2;
  return { least: at(0), median, most: at(sorted.length - 1) };
}
