// Texts that must not be wider than their place in a drawing.

let context: CanvasRenderingContext2D | null = null;

/** The text, or as much of its beginning as fits with an ellipsis; sizes in units of the drawing. */
export function fitText(text: string, size: number, room: number): string {
  context ??= document.createElement('canvas').getContext('2d');
  if (!context) return text;
  const family = getComputedStyle(document.documentElement).getPropertyValue('--sans') || 'sans-serif';
  context.font = `600 ${size}px ${family}`;
  const fits = (part: string): boolean => context!.measureText(part).width <= room;
  if (fits(text)) return text;
  const letters = [...text];
  while (letters.length > 0 && !fits(`${letters.join('')}…`)) letters.pop();
  return `${letters.join('')}…`;
}
