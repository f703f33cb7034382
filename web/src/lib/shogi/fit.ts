// Texts that must not be wider than their place in a drawing.

let context: CanvasRenderingContext2D | null = null;

/** The smallest part of its size that a text is set in before its end is cut off. */
const LEAST = 0.68;

/** The text with the size at which it fits: smaller first, then without its end; sizes in units of the drawing. */
export function fitText(text: string, size: number, room: number): { text: string; size: number } {
  context ??= document.createElement('canvas').getContext('2d');
  if (!context) return { text, size };
  const family = getComputedStyle(document.documentElement).getPropertyValue('--sans') || 'sans-serif';
  context.font = `600 ${size}px ${family}`;
  const width = (part: string): number => context!.measureText(part).width;
  const smaller = size * Math.max(LEAST, Math.min(1, room / Math.max(width(text), 1)));
  const fits = (part: string): boolean => (width(part) * smaller) / size <= room + 0.5;
  if (fits(text)) return { text, size: smaller };
  const letters = [...text];
  while (letters.length > 0 && !fits(`${letters.join('')}…`)) letters.pop();
  return { text: `${letters.join('')}…`, size: smaller };
}
