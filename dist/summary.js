import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);

// src/stats/beta.ts
var LANCZOS_G = 7;
var LANCZOS = [
  0.9999999999998099,
  676.5203681218851,
  -1259.1392167224028,
  771.3234287776531,
  -176.6150291621406,
  12.507343278686905,
  -0.13857109526572012,
  9984369578019572e-21,
  15056327351493116e-23
];
function logGamma(x) {
  if (!(x > 0)) throw new RangeError(`logGamma needs x > 0, got ${x}`);
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const z = x - 1;
  const series = LANCZOS.reduce((sum2, term, i) => sum2 + (i === 0 ? term : term / (z + i)), 0);
  const t = z + LANCZOS_G + 0.5;
  return 0.5 * Math.log(2 * Math.PI) + (z + 0.5) * Math.log(t) - t + Math.log(series);
}
function incompleteBeta(x, a, b) {
  if (!(a > 0 && b > 0 && x >= 0 && x <= 1)) throw new RangeError(`incompleteBeta(${x}, ${a}, ${b})`);
  if (x === 0 || x === 1) return x;
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const front = Math.exp(
    logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x) - Math.log(a)
  );
  return front * betaFraction(x, a, b);
}
var TINY = 1e-300;
var FRACTION_TERMS = 1e5;
function betaFraction(x, a, b) {
  let c = 1;
  let d = 1 / nonZero(1 - (a + b) * x / (a + 1));
  let value = d;
  for (let m = 1; m < FRACTION_TERMS; m++) {
    const even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / nonZero(1 + even * d);
    c = nonZero(1 + even / c);
    value *= d * c;
    const odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / nonZero(1 + odd * d);
    c = nonZero(1 + odd / c);
    value *= d * c;
    if (Math.abs(d * c - 1) < 1e-15) return value;
  }
  return value;
}
function nonZero(x) {
  return Math.abs(x) < TINY ? TINY : x;
}

// src/stats/root.ts
var ITERATIONS = 200;
function findRoot(f, low, high, tolerance = 4 * Number.EPSILON) {
  let [a, fa] = [low, f(low)];
  let [b, fb] = [high, f(high)];
  if (fa === 0) return a;
  if (fb === 0) return b;
  if (fa > 0 === fb > 0) throw new RangeError(`no change of sign between ${low} and ${high}`);
  let last = Number.NaN;
  for (let i = 0; i < ITERATIONS; i++) {
    const middle = (a + b) / 2;
    const fm = f(middle);
    const x = fm === 0 ? middle : middle + (middle - a) * Math.sign(fa - fb) * fm / Math.sqrt(fm * fm - fa * fb);
    const fx = f(x);
    if (fx === 0) return x;
    if (fm > 0 !== fx > 0) [a, fa, b, fb] = [middle, fm, x, fx];
    else if (fa > 0 !== fx > 0) [b, fb] = [x, fx];
    else [a, fa] = [x, fx];
    if (Math.abs(b - a) <= tolerance * Math.max(Math.abs(a), Math.abs(b))) break;
    if (Math.abs(x - last) <= tolerance * Math.abs(x)) return x;
    last = x;
  }
  return Math.abs(fa) < Math.abs(fb) ? a : b;
}
function findRootAbove(f, low, tolerance) {
  let width = 1;
  while (f(low + width) < 0) {
    width *= 2;
    if (!Number.isFinite(width)) throw new RangeError("the function never reaches 0");
  }
  return findRoot(f, low, low + width, tolerance);
}

// src/stats/normal.ts
function normalDensity(x) {
  return Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
}
var SERIES_END = 3;
var FRACTION_TERMS2 = 40;
function normalUpper(x) {
  if (x < 0) return 1 - normalUpper(-x);
  if (x > SERIES_END) {
    let fraction = x;
    for (let k = FRACTION_TERMS2; k > 0; k--) fraction = x + k / fraction;
    return normalDensity(x) / fraction;
  }
  let term = x;
  let sum2 = x;
  for (let k = 3; term > 1e-17 * sum2; k += 2) {
    term *= x * x / k;
    sum2 += term;
  }
  return 0.5 - normalDensity(x) * sum2;
}
function normalQuantile(p) {
  if (!(p > 0 && p < 1)) throw new RangeError(`normalQuantile needs 0 < p < 1, got ${p}`);
  if (p > 0.5) return -normalQuantile(1 - p);
  return -findRoot((x) => Math.log(normalUpper(x)) - Math.log(p), 0, 39);
}

// src/stats/student.ts
function studentUpper(t, df) {
  if (!(df > 0)) throw new RangeError(`Student's t needs df > 0, got ${df}`);
  if (t === Number.POSITIVE_INFINITY) return 0;
  if (t < 0) return 1 - studentUpper(-t, df);
  return incompleteBeta(df / (df + t * t), df / 2, 0.5) / 2;
}
function studentCritical(alpha, df) {
  if (!(alpha > 0 && alpha < 1)) throw new RangeError(`studentCritical needs 0 < alpha < 1, got ${alpha}`);
  if (alpha > 0.5) return -studentCritical(1 - alpha, df);
  return findRootAbove((t) => Math.log(alpha) - Math.log(studentUpper(t, df)), 0);
}
function studentQuantile(p, df) {
  return -studentCritical(p, df);
}
var PANELS = 12;
var NODES = [
  [0, 0.5688888888888889],
  [0.5384693101056831, 0.4786286704993665],
  [-0.5384693101056831, 0.4786286704993665],
  [0.906179845938664, 0.2369268850561891],
  [-0.906179845938664, 0.2369268850561891]
];
function noncentralUpper(t, df, delta) {
  if (!(t > 0 && df > 0)) throw new RangeError(`noncentralUpper needs t > 0 and df > 0, got ${t}, ${df}`);
  const logScale = Math.log(2) + df / 2 * Math.log(df / 2) - logGamma(df / 2);
  const density = (s) => Math.exp(logScale + (df - 1) * Math.log(s) - df * s * s / 2);
  const integrand = (s) => normalUpper(t * s - delta) * density(s);
  const low = Math.max(0, 1 - 6 / Math.sqrt(df));
  const high = 1 + 6 / Math.sqrt(df);
  const clamp = (s) => Math.min(high, Math.max(low, s));
  const from = clamp((delta - 8) / t);
  const to = clamp((delta + 8) / t);
  return integrate(integrand, low, from) + integrate(integrand, from, to);
}
function integrate(f, low, high) {
  if (high <= low) return 0;
  const half = (high - low) / PANELS / 2;
  let sum2 = 0;
  for (let panel = 0; panel < PANELS; panel++) {
    const middle = low + (2 * panel + 1) * half;
    for (const [node, weight] of NODES) sum2 += weight * f(middle + node * half);
  }
  return sum2 * half;
}

// src/stats/summary.ts
function sorted(values) {
  return values.toSorted((a, b) => a - b);
}
function quantile(values, q) {
  if (values.length === 0 || !(q >= 0 && q <= 1))
    throw new RangeError(`quantile ${q} of ${values.length} values`);
  const position = q * (values.length - 1);
  const below = Math.floor(position);
  const low = values[below];
  const high = values[Math.min(below + 1, values.length - 1)];
  return low === high ? low : low + (position - below) * (high - low);
}
function median(values) {
  return quantile(values, 0.5);
}
function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}
function sumOf(values, of) {
  return values.reduce((total, value, index) => total + of(value, index), 0);
}
function mean(values) {
  if (values.length === 0) throw new RangeError("mean of no values");
  const rough = values.reduce((sum2, value) => sum2 + value, 0) / values.length;
  return rough + values.reduce((sum2, value) => sum2 + (value - rough), 0) / values.length;
}
function variance(values) {
  if (values.length < 2) throw new RangeError(`variance of ${values.length} values`);
  const center = mean(values);
  return values.reduce((sum2, value) => sum2 + (value - center) ** 2, 0) / (values.length - 1);
}
function standardDeviation(values) {
  return Math.sqrt(variance(values));
}
function geometricMean(values) {
  return values.includes(0) ? 0 : Math.exp(mean(values.map(Math.log)));
}
function summarize(values) {
  const samples = values.length;
  if (samples < 2) return null;
  const order = sorted(values);
  const center = mean(values);
  const middle = median(order);
  const sd = standardDeviation(values);
  const sem = sd / Math.sqrt(samples);
  const critical = studentCritical(0.025, samples - 1);
  const moe = sem * critical;
  return {
    samples,
    mean: center,
    sd,
    sem,
    df: samples - 1,
    critical,
    moe,
    rme: moe === 0 ? 0 : 100 * moe / Math.abs(center),
    mad: median(sorted(values.map((value) => Math.abs(value - middle)))),
    aad: mean(values.map((value) => Math.abs(value - center))),
    min: order[0],
    p25: quantile(order, 0.25),
    p50: middle,
    p75: quantile(order, 0.75),
    max: order[samples - 1]
  };
}

export {
  logGamma,
  incompleteBeta,
  findRoot,
  findRootAbove,
  normalDensity,
  normalUpper,
  normalQuantile,
  studentUpper,
  studentCritical,
  studentQuantile,
  noncentralUpper,
  sorted,
  quantile,
  median,
  sum,
  sumOf,
  mean,
  variance,
  standardDeviation,
  geometricMean,
  summarize
};
