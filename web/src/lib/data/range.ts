// Choosing entries of a list as file managers do.

/** The entries between two of a list, both included, in its order; only the second if the first is not there. */
export function range<T>(list: readonly T[], from: T | null, to: T): T[] {
  const [a, b] = [from === null ? -1 : list.indexOf(from), list.indexOf(to)];
  if (b < 0) return [];
  return a < 0 ? [to] : list.slice(Math.min(a, b), Math.max(a, b) + 1);
}

/** A list in parts of at most this many entries. */
export function parts<T>(list: readonly T[], most: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / most) }, (_, i) => list.slice(i * most, (i + 1) * most));
}
