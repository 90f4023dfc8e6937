/**
 * One 31-bit seed out of a seed and the numbers that name its use, so that neighbouring uses get unrelated streams.
 * The mixing step is the finaliser of MurmurHash3 (Appleby, public domain).
 */
export function mixSeed(seed: number, ...parts: readonly number[]): number {
  let hash = seed >>> 0;
  for (const part of parts) {
    hash = (hash ^ (part + 0x9e3779b9)) >>> 0;
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    hash = (hash ^ (hash >>> 16)) >>> 0;
  }
  return hash & 0x7fffffff;
}
