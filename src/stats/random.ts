/** Uniform numbers in [0, 1), repeatable by seed. */
export type Rng = () => number;

/**
 * xoshiro128** (Blackman & Vigna 2018, public domain), its state filled by SplitMix32 from one seed. Made for simulation and
 * resampling, not for secrets.
 */
export function seededRng(seed: number): Rng {
  let mix = seed | 0;
  const next = () => {
    mix = (mix + 0x9e3779b9) | 0;
    let z = mix;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return z ^ (z >>> 16);
  };
  let [a, b, c, d] = [next(), next(), next(), next()];
  return () => {
    const result = Math.imul(rotate(Math.imul(b, 5), 7), 9);
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotate(d, 11);
    return (result >>> 0) / 2 ** 32;
  };
}

function rotate(x: number, bits: number): number {
  return (x << bits) | (x >>> (32 - bits));
}

/** A standard normal number (Box & Muller 1958). */
export function drawNormal(rng: Rng): number {
  return Math.sqrt(-2 * Math.log(1 - rng())) * Math.cos(2 * Math.PI * rng());
}

/** An integer from 0 to `below` - 1. */
export function drawIndex(rng: Rng, below: number): number {
  return Math.floor(rng() * below);
}
