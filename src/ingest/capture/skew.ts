/** Measures how unevenly keys are asked for, without keeping which: how often two are the same, and draws that meet as often. */

/** A counter for each remainder of a hash: a kilobyte. */
const WIDTH = 256;
/** The estimate's standard error, as a share of it (Charikar, Chen and Farach-Colton 2002, for one row of counters). */
const ERROR = Math.sqrt(2 / WIDTH);
/** Standard errors that show that draws are not even. */
const SHOWN = 4;

/**
 * Estimates the sum of squares of how often each value was there, in memory that does not grow: each value adds its sign to a counter
 * of its own, and what two share cancels in the mean (the second moment of Alon, Matias and Szegedy 1996).
 */
export class Repeats {
  readonly #counters = new Int32Array(WIDTH);
  #count = 0;

  add(value: string): void {
    const hash = hashOf(value);
    this.#counters[hash % WIDTH]! += hash & 0x80000000 ? 1 : -1;
    this.#count += 1;
  }

  /** The chance that two of the values are the same, where it is shown to be above that of even draws from `range` values; else null. */
  chanceBeyond(range: number): number | null {
    const squares = this.#counters.reduce((sum, each) => sum + each * each, 0);
    const pairs = this.#count * (this.#count - 1);
    const excess = squares - this.#count - pairs / range;
    // Even draws meet by chance, too: pairs that are nearly independent, each counted twice.
    const error = Math.hypot(ERROR * squares, Math.sqrt((2 * pairs) / range));
    if (pairs === 0 || excess <= SHOWN * error) return null;
    return Math.min(1, (squares - this.#count) / pairs);
  }
}

/** FNV-1a, mixed so that each bit depends on all characters. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Draws of which a share follows Zipf's law, and the others are even. */
export type Skew = Readonly<{ exponent: number; share: number }>;

/** The exponents that pgbench takes, as far as they differ: by the last nearly every draw is the same. */
const EXPONENT = { least: 1.001, most: 20 } as const;

/** Draws from `range` values of which two are the same by that chance: by Zipf's law alone, or, where that is too steep, diluted. */
export function fitSkew(range: number, chance: number): Skew {
  const flattest = zipfChance(range, EXPONENT.least);
  if (chance <= flattest) {
    const even = 1 / range;
    return { exponent: EXPONENT.least, share: Math.sqrt((chance - even) / (flattest - even)) };
  }
  let [low, high]: [number, number] = [EXPONENT.least, EXPONENT.most];
  while (high - low > 1e-4) {
    const middle = (low + high) / 2;
    if (zipfChance(range, middle) < chance) low = middle;
    else high = middle;
  }
  return { exponent: (low + high) / 2, share: 1 };
}

/** Chance that two draws by Zipf's law are the same. */
export function zipfChance(range: number, exponent: number): number {
  return powerSum(range, 2 * exponent) / powerSum(range, exponent) ** 2;
}

/** Terms that are added; the rest is the integral. */
const TERMS = 1_000;

/** 1 + 2^-s + 3^-s ... n^-s, for s above 1. */
function powerSum(n: number, s: number): number {
  let sum = 0;
  for (let k = Math.min(n, TERMS); k >= 1; k--) sum += k ** -s;
  if (n <= TERMS) return sum;
  return sum + ((TERMS + 0.5) ** (1 - s) - (n + 0.5) ** (1 - s)) / (s - 1);
}
