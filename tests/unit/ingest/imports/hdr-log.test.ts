/** Logs in the encodings before V2, which nothing here writes: they are put together byte by byte. */
import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { readMeasurements } from "../../../../src/ingest/imports/formats.ts";

const only = (text: string) => readMeasurements("hdr", text, "it")[0]!;

/** Three digits from 1: bucket i has the value i up to 2,047; from there on each holds two values. */
function encoded(
  cookies: Readonly<{ outer: number; inner: number }>,
  header: Buffer,
  counts: Buffer,
): string {
  const inner = Buffer.concat([word(cookies.inner), header, counts]);
  const packed = deflateSync(inner);
  return Buffer.concat([word(cookies.outer), word(packed.length), packed]).toString("base64");
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function long(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt(value));
  return bytes;
}

/** A histogram with a count of 2 in bucket 500 and of 1 in bucket 2,148: 500, 500, 2,248. */
function counts(bytesOfCount: 4 | 8): Buffer {
  const all = Buffer.alloc(2149 * bytesOfCount);
  all.writeInt8(2, 501 * bytesOfCount - 1);
  all.writeInt8(1, 2149 * bytesOfCount - 1);
  return all;
}

const v1 = (size: 4 | 8) =>
  encoded(
    { outer: 0x1c849302 | (size << 4), inner: 0x1c849301 | (size << 4) },
    Buffer.concat([word(2149 * size), word(0), word(3), long(1), long(3_600_000_000), long(0)]),
    counts(size),
  );
const v0 = encoded(
  { outer: 0x1c849389, inner: 0x1c849388 },
  Buffer.concat([word(3), long(1), long(3_600_000_000), long(3)]),
  counts(8),
);

test.each([
  ["V0", v0],
  ["V1 of words of four bytes", v1(4)],
  ["V1 of words of eight bytes", v1(8)],
])("%s: values of its buckets", (_, histogram) => {
  const { figures, at } = only(`#[StartTime: 1791100800.5 (seconds since epoch), Sun Oct 04 2026]
"StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram"
0.500,2.000,0.002,${histogram}
`);
  expect(at).toBe("2026-10-04T08:00:01.000Z");
  expect(figures[0]).toMatchObject({
    workload: null,
    events: 3,
    durationNs: 2e9,
    values: { tps: 1.5, p50: 500, p99: 2249, mean: expect.closeTo(1082.8, 0) },
  });
});

test("YCSB's log is in microseconds, names its operation, and has times since the epoch", () => {
  const { figures, lacks, at } = only(`#[Logging for: READ]
#[StartTime: 1791100800.500 (seconds since epoch), Sun Oct 04 2026]
1791100800.700,2.000,0.002,${v1(8)}
`);
  expect(at).toBe("2026-10-04T08:00:00.700Z");
  expect(figures[0]).toMatchObject({ workload: "READ", values: { p50: 500_000 } });
  expect(figures[0]).not.toHaveProperty("histogram");
  expect(lacks.join()).not.toContain("nanoseconds");
});

test("a greatest value in milliseconds says what unit the others are in; the usual factor does not", () => {
  const log = (greatest: string) => only(`0.000,2.000,${greatest},${v1(8)}\n`);
  expect(log("2.248").figures[0]!.values.p50).toBe(500_000);
  expect(log("0.002").figures[0]!.values.p50).toBe(500);
  expect(log("0.002").lacks).toContain("the unit of its values, taken for nanoseconds");
});

test("an interval without an event has a rate and no latency", () => {
  const { figures } = only(`"StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram"
0.500,2.000,0.000,HISTFAAAABp4nJNpmSzMwMDACMXMDBDACKWZ4HwAMzIBUA==
`);
  expect(figures).toEqual([
    { workload: null, options: {}, values: { tps: 0 }, events: 0, failed: 0, durationNs: 2e9 },
  ]);
});
