/** The histogram of plumbline-load, read by other people's decoder: the same counts and percentiles for any values. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import fc from "fast-check";
import hdr from "hdr-histogram-js";
import { beforeAll, expect, it } from "vitest";

const native = join(import.meta.dirname, "../../runner-native");

beforeAll(() => {
  execFileSync("make", ["-s", "-C", native, "build/test/test_hist"]);
});

type Encoded = { count: number; above: number; percentiles_ns: Record<string, number>; histogram: string };

function encode(values: readonly number[]): Encoded {
  const input = values.join("\n");
  return JSON.parse(
    execFileSync(join(native, "build/test/test_hist"), ["--encode"], { input, encoding: "utf8" }),
  );
}

/** From a nanosecond to beyond the hour that the histogram holds, all powers of ten alike. */
const latency = fc.double({ min: 0, max: 13, noNaN: true }).map((exponent) => Math.floor(10 ** exponent));

it("is decoded by hdr-histogram-js to the same counts and percentiles", () => {
  fc.assert(
    fc.property(fc.array(latency, { maxLength: 300 }), (values) => {
      const ours = encode(values);
      const theirs = hdr.decodeFromCompressedBase64(ours.histogram);
      const inRange = values.filter((value) => value <= 3.6e12);
      expect(ours.count).toBe(values.length);
      expect(ours.above).toBe(values.length - inRange.length);
      expect(theirs.totalCount).toBe(inRange.length);
      if (ours.above > 0 || inRange.length === 0) return; // Ranks among those above are not part of the format.
      const max = Math.max(...values);
      for (const [percentile, value] of Object.entries(ours.percentiles_ns)) {
        expect(Math.min(theirs.getValueAtPercentile(Number(percentile)), max)).toBe(value);
      }
    }),
    { numRuns: 60, seed: 20261121 },
  );
});

it("keeps its counts when hdr-histogram-js adds two of them", () => {
  const [a, b] = [encode([1_000, 2_000_000, 3_000_000_000]), encode([1_500, 2_000_000])];
  const sum = hdr.decodeFromCompressedBase64(a.histogram);
  sum.add(hdr.decodeFromCompressedBase64(b.histogram));
  const together = encode([1_000, 1_500, 2_000_000, 2_000_000, 3_000_000_000]);
  expect(sum.totalCount).toBe(5);
  expect(sum.getValueAtPercentile(50)).toBe(together.percentiles_ns["50"]);
});
