/** Values of equal key together, in the order in which keys first appear. */
export function grouped<T>(values: readonly T[], keyOf: (value: T) => string): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const group = groups.get(keyOf(value));
    if (group === undefined) groups.set(keyOf(value), [value]);
    else group.push(value);
  }
  return [...groups.values()];
}
