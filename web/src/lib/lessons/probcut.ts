// The arithmetic of ProbCut: a line, its spread, and what a cut by it gets wrong.

/** Shallow and deep value of a position. */
export type Point = readonly [shallow: number, deep: number];

export interface Line {
  a: number;
  b: number;
  sigma: number;
  r2: number;
}

/** Least squares of the deep values on the shallow ones. */
export function fit(points: readonly Point[]): Line {
  const n = points.length;
  const mean = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / n;
  const [mx, my] = [mean(0), mean(1)];
  let [xx, xy, yy] = [0, 0, 0];
  for (const [x, y] of points) {
    xx += (x - mx) ** 2;
    xy += (x - mx) * (y - my);
    yy += (y - my) ** 2;
  }
  const a = xy / xx;
  const rest = yy - a * xy;
  return { a, b: my - a * mx, sigma: Math.sqrt(rest / (n - 2)), r2: 1 - rest / yy };
}

/** The chance of a standard normal value below z (Abramowitz and Stegun 26.2.17). */
export function normal(z: number): number {
  const k = 1 / (1 + 0.2316419 * Math.abs(z));
  const tail = Math.exp((-z * z) / 2) * 0.3989422804 * k * (0.31938153 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))));
  return z < 0 ? tail : 1 - tail;
}

/** The shallow value from which on a node is cut at beta. */
export const threshold = ({ a, b, sigma }: Line, percentile: number, beta: number): number => (beta + percentile * sigma - b) / a;

export interface Cuts {
  cut: number;
  /** Cut although the deep value is below beta. */
  wrong: number;
  /** As many as the normal distribution expects to be wrong. */
  expected: number;
}

export function cuts(points: readonly Point[], line: Line, percentile: number, beta: number): Cuts {
  const from = threshold(line, percentile, beta);
  const found: Cuts = { cut: 0, wrong: 0, expected: 0 };
  for (const [shallow, deep] of points) {
    if (shallow < from) continue;
    found.cut += 1;
    if (deep < beta) found.wrong += 1;
    found.expected += normal((beta - line.a * shallow - line.b) / line.sigma);
  }
  return found;
}
