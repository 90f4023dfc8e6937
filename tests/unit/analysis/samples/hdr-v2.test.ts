/** HdrHistogram's V2 encoding, byte by byte, and beside the library that writes it. */
import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { build, encodeIntoCompressedBase64 } from "hdr-histogram-js";
import { describe, expect, it } from "vitest";
import { decodeBuckets } from "../../../../src/analysis/samples/hdr-v2.ts";

type Header = Partial<Readonly<{ outer: number; cookie: number; length: number }>>;

/** A text with these bytes for its counts. */
function text(counts: readonly number[], header: Header = {}): string {
  const { outer = 0x1c849304, cookie = 0x1c849303, length = counts.length } = header;
  const inner = Buffer.alloc(40 + counts.length);
  inner.writeInt32BE(cookie, 0);
  inner.writeInt32BE(length, 4);
  inner.writeInt32BE(3, 12);
  inner.writeBigInt64BE(1n, 16);
  inner.set(counts, 40);
  return wrapped(deflateSync(inner), outer);
}

function wrapped(bytes: Buffer, cookie = 0x1c849304): string {
  const head = Buffer.alloc(8);
  head.writeInt32BE(cookie, 0);
  head.writeInt32BE(bytes.length, 4);
  return Buffer.concat([head, bytes]).toString("base64");
}

/** A count, or so many empty buckets where it is negative: ZigZag LEB128 of at most nine bytes, of which the last has eight bits. */
function leb(value: bigint): readonly number[] {
  let left = value < 0n ? -2n * value - 1n : 2n * value;
  const bytes: number[] = [];
  while (bytes.length < 8 && left >= 128n) {
    bytes.push(Number(left & 127n) | 128);
    left >>= 7n;
  }
  return [...bytes, Number(left)];
}
const counts = (...values: readonly (number | bigint)[]) => values.flatMap((value) => leb(BigInt(value)));

describe("counts", () => {
  it.each([
    [[1], [0], [1]],
    [
      [5, 0, 7],
      [0, 2],
      [5, 7],
    ],
    [[-3, 1], [3], [1]],
    [
      [63, 64],
      [0, 1],
      [63, 64],
    ],
    [
      [-64, 1, -65, 2],
      [64, 130],
      [1, 2],
    ],
    [
      [2 ** 31, 2 ** 32 + 1],
      [0, 1],
      [2 ** 31, 2 ** 32 + 1],
    ],
    [[Number.MAX_SAFE_INTEGER], [0], [Number.MAX_SAFE_INTEGER]],
    [[-46_079, 1], [46_079], [1]],
    [[-46_080], [], []],
    [[], [], []],
  ])("%j", (values, indexes, expected) => {
    expect(decodeBuckets(text(counts(...values)))).toEqual({
      significantDigits: 3,
      lowestDiscernible: 1,
      indexes,
      counts: expected,
    });
  });

  it("are those that hdr-histogram-js wrote", () => {
    const recorded = fc.array(
      fc.tuple(fc.integer({ min: 0, max: 34_000_000 }), fc.integer({ min: 1, max: 1e9 })),
      {
        maxLength: 20,
      },
    );
    fc.assert(
      fc.property(recorded, (values) => {
        const histogram = build({
          bitBucketSize: 64,
          numberOfSignificantValueDigits: 3,
          useWebAssembly: false,
        });
        for (const [value, count] of values) histogram.recordValueWithCount(value, count);
        const read = decodeBuckets(encodeIntoCompressedBase64(histogram));
        const total = values.reduce((sum, [, count]) => sum + count, 0);
        expect(read.counts.reduce((sum, count) => sum + count, 0)).toBe(total);
        expect(read.indexes).toEqual([...new Set(read.indexes)].sort((a, b) => a - b));
        expect(read.significantDigits).toBe(3);
      }),
      { seed: 20_260_101, numRuns: 40 },
    );
  });
});

describe("what is no such text", () => {
  it("is told by either cookie, of which four bits may be anything", () => {
    for (const nibble of [0x00, 0x10, 0xf0]) {
      const header = { outer: 0x1c849304 | nibble, cookie: 0x1c849303 | nibble };
      expect(decodeBuckets(text(counts(9), header)).counts).toEqual([9]);
    }
    expect(() => decodeBuckets(text(counts(9), { outer: 0x1c849303 }))).toThrow("not HdrHistogram V2");
    expect(() => decodeBuckets(text(counts(9), { cookie: 0x1c849304 }))).toThrow("not HdrHistogram V2");
  });

  it.each([
    "",
    "AAAA",
    "HISTFAAA",
    wrapped(deflateSync(Buffer.alloc(0))),
    wrapped(deflateSync(Buffer.alloc(39))),
  ])("is told where it is shorter than its headers: %j", (short) => {
    expect(() => decodeBuckets(short)).toThrow("not HdrHistogram V2");
  });

  it("is an error that says so", () => {
    let error: unknown;
    try {
      decodeBuckets("AAAA");
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toEqual(new Error("not HdrHistogram V2"));
  });

  it("unpacks to more than any histogram has", () => {
    const bomb = text(new Array<number>(1_000_000).fill(0), { length: 0 });
    expect(bomb.length).toBeLessThan(10_000);
    expect(() => decodeBuckets(bomb)).toThrow(RangeError);
  });

  it("is cut short, or says of itself that it is shorter than nothing", () => {
    expect(() => decodeBuckets(text(counts(9), { length: 2 }))).toThrow("the counts are cut short");
    expect(() => decodeBuckets(text(counts(300), { length: 1 }))).toThrow("the counts are cut short");
    expect(() => decodeBuckets(text(counts(9), { length: -1 }))).toThrow("the counts are cut short");
    expect(decodeBuckets(text(counts(9, 8), { length: 1 })).counts).toEqual([9]);
  });

  it("has more than can be: values, or buckets", () => {
    const much = BigInt(Number.MAX_SAFE_INTEGER) + 1n;
    expect(() => decodeBuckets(text(counts(much)))).toThrow("more values than can be counted");
    const ninth = [...new Array<number>(8).fill(0x80), 0x80];
    expect(() => decodeBuckets(text(ninth)), "of whose ninth byte all eight bits count").toThrow(
      "more values than can be counted",
    );
    expect(() => decodeBuckets(text(counts(-46_081)))).toThrow("more buckets than latencies have");
    expect(() => decodeBuckets(text(counts(-46_080, 1)))).toThrow("more buckets than latencies have");
  });
});
