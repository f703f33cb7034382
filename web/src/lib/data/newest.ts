// Maps that keep the latest entries.

/** The map with one more entry, of at most `most` the newest. */
export function withNewest<K, V>(map: ReadonlyMap<K, V>, key: K, value: V, most: number): ReadonlyMap<K, V> {
  const entries = [...map].filter(([other]) => other !== key);
  return new Map([...entries.slice(1 - most), [key, value]]);
}
