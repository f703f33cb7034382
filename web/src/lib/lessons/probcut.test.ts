import { describe, expect, it } from 'vitest';
import { cuts, fit, normal, threshold, type Point } from './probcut.ts';
import { points as rows } from './probcut.json';

const points = rows as unknown as Point[];

describe('ProbCut', () => {
  it('fits a line exactly where there is one', () => {
    const line = fit([[0, 3], [1, 5], [2, 7], [10, 23]]);
    expect(line.a).toBeCloseTo(2);
    expect(line.b).toBeCloseTo(3);
    expect(line.sigma).toBeCloseTo(0);
    expect(line.r2).toBeCloseTo(1);
  });

  it('fits the sample as the experiment fits all positions, within its intervals', () => {
    // `zenpuku lab probcut-regression --data testdata/games/whole-20.jsonl`: D(3,5), 1,002 positions.
    const line = fit(points);
    expect(points).toHaveLength(250);
    expect(line.a).toBeCloseTo(1, 1);
    expect(line.sigma).toBeGreaterThan(38.9);
    expect(line.sigma).toBeLessThan(64.8);
    expect(line.r2).toBeGreaterThan(0.884);
    expect(line.r2).toBeLessThan(0.954);
  });

  it('knows the normal distribution', () => {
    for (const [z, p] of [[0, 0.5], [1, 0.841345], [-1.96, 0.024998], [2.5, 0.99379]] as const) expect(normal(z)).toBeCloseTo(p, 6);
  });

  it('cuts from the papers’ limit on, and counts what is wrong', () => {
    const line = { a: 2, b: 10, sigma: 50, r2: 0 };
    expect(threshold(line, 1, 100)).toBe(70);
    const found = cuts([[70, 100], [80, 90], [69, 500]], line, 1, 100);
    expect([found.cut, found.wrong]).toEqual([2, 1]);
    expect(found.expected).toBeCloseTo(normal(-1) + normal(-1.4));
    expect(cuts(points, fit(points), 2.5, 500)).toMatchObject({ wrong: 0 });
  });
});
