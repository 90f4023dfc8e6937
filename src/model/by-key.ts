/** A record with a value for each of these keys, which its type knows: Object.fromEntries forgets them. */
export function byKey<K extends string, V>(keys: readonly K[], make: (key: K) => V): Record<K, V> {
  return Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<K, V>;
}

/** The values of each key, keys and values in the order of their first appearance: Map.groupBy, which Node 20 lacks. */
export function groupBy<T>(
  values: readonly T[],
  keyOf: (value: T) => string,
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
}

/** Counts by name, those of the same name added up. */
export function addByKey(counts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sums = new Map<string, number>();
  for (const [key, count] of counts.flatMap((each) => Object.entries(each)))
    sums.set(key, (sums.get(key) ?? 0) + count);
  return Object.fromEntries(sums);
}

/** A table that is asked for words from outside: it has those that are in it, and none that every object has (`constructor`). */
export function wordTable<V>(entries: Readonly<Record<string, V>>): Readonly<Record<string, V>> {
  return Object.assign(Object.create(null) as Record<string, V>, entries);
}
