/**
 * The counts inside of a text in HdrHistogram's V2 encoding: base64 of a header and zlib's bytes, in which each count is a ZigZag
 * LEB128 number, and a negative one so many empty buckets. It complements hdr-histogram-js, which writes the same: a judgement reads
 * thousands of histograms, each of some hundred buckets out of 34,000.
 */
import { inflateSync } from "node:zlib";

/** Buckets that are not empty, in order. */
export type Buckets = Readonly<{
  significantDigits: number;
  lowestDiscernible: number;
  indexes: readonly number[];
  counts: readonly number[];
}>;

const COMPRESSED = 0x1c849304;
const PLAIN = 0x1c849303;
/** Four bits of a cookie tell the size of words, which V2 has but one of. */
const COOKIE = ~0xf0;
const OUTER_BYTES = 8;
const HEADER_BYTES = 40;
/** Buckets of three digits and all whole numbers that a double can hold; more is no histogram. */
const MOST_BUCKETS = 45 * 1_024;
const MOST_BYTES = HEADER_BYTES + 9 * MOST_BUCKETS;

/** @throws Error where the text is no such histogram, or cut short */
export function decodeBuckets(text: string): Buckets {
  const outer = Buffer.from(text, "base64");
  if (outer.length < OUTER_BYTES || (outer.readInt32BE(0) & COOKIE) !== COMPRESSED) throw notV2();
  const packed = outer.subarray(OUTER_BYTES, OUTER_BYTES + outer.readInt32BE(4));
  const inner = inflateSync(packed, { maxOutputLength: MOST_BYTES });
  if (inner.length < HEADER_BYTES || (inner.readInt32BE(0) & COOKIE) !== PLAIN) throw notV2();
  const length = inner.readInt32BE(4);
  const end = HEADER_BYTES + length;
  if (length < 0 || end > inner.length) throw new Error("the counts are cut short");
  return {
    significantDigits: inner.readInt32BE(12),
    lowestDiscernible: Number(inner.readBigInt64BE(16)),
    ...countsIn(inner, end),
  };
}

function notV2(): Error {
  return new Error("not HdrHistogram V2");
}

function countsIn(bytes: Buffer, end: number): Pick<Buckets, "indexes" | "counts"> {
  const [indexes, counts]: [number[], number[]] = [[], []];
  let index = 0;
  for (let at = HEADER_BYTES; at < end; ) {
    // Each byte brings seven bits, the lowest first; the ninth, if there is one, eight. Beyond 31 bits shifting would lose some.
    const first = bytes[at]!;
    let zigzag = first & 0x7f;
    let length = 1;
    for (let byte = first, scale = 128; byte >= 0x80 && length < 9; length++, scale *= 128) {
      byte = bytes[at + length]!;
      zigzag += (length === 8 ? byte : byte & 0x7f) * scale;
    }
    at += length;
    if (at > end) throw new Error("the counts are cut short");
    if (zigzag > 2 * Number.MAX_SAFE_INTEGER) throw new Error("more values than can be counted");
    const isCount = zigzag % 2 === 0;
    if (!isCount) index += (zigzag + 1) / 2;
    else if (zigzag > 0) {
      indexes.push(index);
      counts.push(zigzag / 2);
    }
    if (isCount) index++;
    if (index > MOST_BUCKETS) throw new Error("more buckets than latencies have");
  }
  return { indexes, counts };
}
