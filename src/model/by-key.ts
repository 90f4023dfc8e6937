/** A record with a value for each of these keys, which its type knows: Object.fromEntries forgets them. */
export function byKey<K extends string, V>(keys: readonly K[], make: (key: K) => V): Record<K, V> {
  return Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<K, V>;
}
