// Axes of drawings.

/** Round numbers within a range, about so many. */
export function ticks(low: number, high: number, wanted = 5): number[] {
  const rough = (high - low) / wanted;
  if (!(rough > 0)) return [low];
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = unit * [1, 2, 5, 10].find((factor) => unit * factor >= rough)!;
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.floor(high / step + 1e-9) - first + 1;
  // Not added up, so that 0.3 is not 0.30000000000000004.
  return Array.from({ length: Math.max(0, count) }, (_, at) => Number(((first + at) * step).toPrecision(12)));
}

/** A range around these values with round ends. */
export function rangeOf(values: readonly number[]): [number, number] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (low === high) return [low - 1, high + 1];
  const all = ticks(low, high);
  const step = all.length > 1 ? Number((all[1]! - all[0]!).toPrecision(12)) : high - low;
  const round = (count: number) => Number((count * step).toPrecision(12));
  return [round(Math.floor(low / step + 1e-9)), round(Math.ceil(high / step - 1e-9))];
}
