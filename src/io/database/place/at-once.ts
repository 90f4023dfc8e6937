/** Work on many files beside each other: as many as open files allow. */

const MOST = 32;

/** @returns the answers in the order of the items */
export async function atOnce<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at]!);
  };
  await Promise.all(Array.from({ length: Math.min(MOST, items.length) }, worker));
  return results;
}
