/** Histograms in HdrHistogram's encodings before V2, as jHiccup to 2.0.6 and YCSB write them: plain words, one for each bucket. */
import { inflateSync } from "node:zlib";
import { build, decodeFromCompressedBase64, type Histogram } from "hdr-histogram-js";

/** The first word says which encoding it is, but for four bits with the bytes of a count. */
const COOKIE = ~0xf0;
const [V0, V0_COMPRESSED, V1, V1_COMPRESSED] = [0x1c849308, 0x1c849309, 0x1c849301, 0x1c849302];
const OUTER_BYTES = 8;
const MOST_BYTES = 1 << 24;

/** A histogram in any of the encodings (V0 to V2, compressed, base64). @throws Error for another text, or one that was cut short */
export function decodeAnyHdr(text: string): Histogram {
  const outer = Buffer.from(text, "base64");
  const cookie = outer.length < OUTER_BYTES ? 0 : outer.readInt32BE(0) & COOKIE;
  if (cookie !== V0_COMPRESSED && cookie !== V1_COMPRESSED)
    return decodeFromCompressedBase64(text, 64, false);
  const packed = outer.subarray(OUTER_BYTES, OUTER_BYTES + outer.readInt32BE(4));
  return decodePlain(inflateSync(packed, { maxOutputLength: MOST_BYTES }));
}

/** The header's places differ by one word: V1 has the length of the counts and an offset of indexes before the digits, V0 has neither. */
function decodePlain(bytes: Buffer): Histogram {
  const cookie = bytes.readInt32BE(0);
  const isV1 = (cookie & COOKIE) === V1;
  if (!isV1 && (cookie & COOKIE) !== V0) throw new Error("not HdrHistogram V0 or V1");
  const digitsAt = isV1 ? 12 : 4;
  const from = isV1 ? 40 : 32;
  const digits = bytes.readInt32BE(digitsAt);
  const lowest = Number(bytes.readBigInt64BE(digitsAt + 4));
  if (digits < 0 || digits > 5 || lowest < 1) throw new Error("not a histogram's header");
  const histogram = build({
    bitBucketSize: 64,
    autoResize: true,
    lowestDiscernibleValue: lowest,
    highestTrackableValue: 2 * lowest,
    numberOfSignificantValueDigits: digits as 1 | 2 | 3 | 4 | 5,
    useWebAssembly: false,
  });
  const word = (cookie & 0xf0) >> 4;
  const end = isV1 ? from + bytes.readInt32BE(4) : bytes.length;
  const lowestOf = bucketValues(digits, lowest);
  for (let at = from, index = 0; at + word <= Math.min(end, bytes.length); at += word, index++) {
    const count = word === 8 ? Number(bytes.readBigInt64BE(at)) : bytes.readIntBE(at, word);
    if (count > 0) histogram.recordValueWithCount(lowestOf(index), count);
  }
  return histogram;
}

/** Lowest value of the bucket at an index: the first two halves have the width of the lowest value, each further one twice the last's. */
function bucketValues(digits: number, lowest: number): (index: number) => number {
  const half = 2 ** (Math.ceil(Math.log2(2 * 10 ** digits)) - 1);
  const unit = 2 ** Math.floor(Math.log2(lowest));
  return (index) =>
    index < half ? index * unit : ((index % half) + half) * 2 ** (Math.floor(index / half) - 1) * unit;
}
