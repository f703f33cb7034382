// Invariant: Drawings on a board are visible on every board in both themes (WCAG 1.4.3, 1.4.11).
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Colour = [number, number, number];
type Variables = Map<string, string>;

const sheet = readFileSync(new URL('../app.css', import.meta.url), 'utf8').replaceAll(/\/\*.*?\*\//gs, '');

/** The variables that the rules set for a page with this theme, board and contrast. */
function variables(theme: 'light' | 'dark', board: string, contrast = 'normal'): Variables {
  const holds = (selector: string) => {
    const [asked, on] = [/\[data-theme='(\w+)'\]/.exec(selector)?.[1], /\[data-board='(\w+)'\]/.exec(selector)?.[1]];
    const strong = selector.includes("data-contrast='more'");
    return /^(:root)?(\[data-[^\]]*\])+$/.test(selector) && (!asked || asked === theme) && (!on || on === board) && (!strong || contrast === 'more');
  };
  const found: Variables = new Map();
  for (const [, selectors, body] of sheet.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    if (!selectors!.split(',').some((one) => one.trim() === ':root' || holds(one.trim()))) continue;
    for (const [, name, value] of body!.matchAll(/(--[\w-]+):\s*([^;]+);/g)) found.set(name!, value!);
  }
  return found;
}

function colour(value: string, all: Variables): Colour {
  const other = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
  if (other) return colour(all.get(other)!, all);
  const mix = /^color-mix\(in srgb, (.+) (\d+)%, (.+)\)$/.exec(value);
  if (mix) return blend(colour(mix[1]!, all), colour(mix[3]!, all), Number(mix[2]) / 100);
  expect(value).toMatch(/^#[0-9a-f]{6}$/);
  return [1, 3, 5].map((at) => Number.parseInt(value.slice(at, at + 2), 16)) as Colour;
}

const blend = (over: Colour, under: Colour, share: number) => over.map((n, i) => n * share + under[i]! * (1 - share)) as Colour;

function luminance(rgb: Colour): number {
  const [r, g, b] = rgb.map((n) => (n / 255 <= 0.04045 ? n / 255 / 12.92 : ((n / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(a: Colour, b: Colour): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light! + 0.05) / (dark! + 0.05);
}

/** How opaque marks are: the engine's first arrow, the squares of moves, the user's drawings. */
const MARKS: [string, number][] = [
  ['--board-line', 1], ['--board-blue', 0.77], ['--board-red', 0.77], ['--board-green', 0.77], ['--board-violet', 0.77], ['--board-gold', 0.85],
];

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it.each(['plain', 'wood', 'paper'])('all is seen on the board %s', (board) => {
    const all = variables(theme, board);
    const of = (name: string) => colour(`var(${name})`, all);
    const grounds = board === 'wood' ? ['--board', '--wood-light', '--wood-dark'] : ['--board'];
    const faint: string[] = [];
    const check = (name: string, over: Colour, under: Colour, least: number) => {
      const ratio = contrast(over, under);
      if (ratio < least) faint.push(`${name} ${ratio.toFixed(2)} of ${least}`);
    };
    for (const ground of grounds) {
      for (const [mark, share] of MARKS) check(`${mark} on ${ground}`, blend(of(mark), of(ground), share), of(ground), 3);
      check(`letters on ${ground}`, blend(of('--board-ink'), of('--board'), 0.8), of(ground), 4.5);
      check(`value on ${ground}`, of('--board-blue'), of('--board'), 4.5);
    }
    for (const piece of board === 'wood' ? ['--wood-piece', '--wood-piece-foot'] : ['--piece']) {
      check(`ink on ${piece}`, of('--piece-ink'), of(piece), 7);
      check(`red on ${piece}`, of('--piece-red'), of(piece), 4.5);
    }
    check('edge of pieces', of('--piece-edge'), of('--piece'), 3);
    check('name on the stand', of('--ink'), of('--stand'), 4.5);
    check('clock on the stand', of('--vermilion'), of('--stand'), 3);
    expect(faint).toEqual([]);
  });

  it.each(['plain', 'wood', 'paper'])('high contrast makes all of it strong on the board %s', (board) => {
    const all = variables(theme, board, 'more');
    const of = (name: string) => colour(`var(${name})`, all);
    const pairs: [string, string, number][] = [
      ...['--ink', '--soft', '--indigo', '--vermilion', '--green', '--violet', '--gold'].flatMap((name) => [[name, '--paper', 7], [name, '--sheet', 7]] as [string, string, number][]),
      ...['--board-line', '--board-ink', '--board-blue', '--board-red', '--board-green', '--board-violet', '--board-gold'].map((name) => [name, '--board', 7] as [string, string, number]),
      ['--piece-ink', '--piece', 7], ['--piece-red', '--piece', 7], ['--piece-edge', '--piece', 7], ['--ink', '--stand', 7],
      ['--on-accent', '--indigo', 7], ['--line', '--paper', 4.5], ['--ink', '--hover', 7],
    ];
    expect(pairs.filter(([a, b, least]) => contrast(of(a), of(b)) < least)).toEqual([]);
  });
});
