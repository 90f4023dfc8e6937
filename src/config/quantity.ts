/** Durations and shares as people write them in a config file: "100ms", "8s", "2%". */

import { wordTable } from "../model/by-key.ts";

const UNITS_NS = wordTable<number>({
  ns: 1,
  us: 1e3,
  µs: 1e3,
  ms: 1e6,
  s: 1e9,
  m: 60e9,
  h: 3600e9,
});

/** Nanoseconds of "250us", "100ms", "8s", "10m"; undefined for anything else. */
export function parseDurationNs(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)\s*(ns|us|µs|ms|s|m|h)$/.exec(text.trim());
  if (match === null) return undefined;
  return Number(match[1]) * UNITS_NS[match[2]!]!;
}

/** Ratio of "2%" (0.02) or of a plain number such as 0.02; undefined for anything else. */
export function parseRatio(value: string | number): number | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  const match = /^(\d+(?:\.\d+)?)\s*%$/.exec(value.trim());
  return match === null ? undefined : Number(match[1]) / 100;
}

/** What is wrong with a bare 5: it is meant as 5 %, and as 500 % it would be no limit. Null for anything else. */
export function bareNumberProblem(value: string | number): string | null {
  return typeof value === "number" && value >= 1
    ? `expected a share such as 5% or 0.05, got the bare number ${value}, where 1 is 100%`
    : null;
}

const UNITS_BYTES = wordTable<number>({
  B: 1,
  kB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
  TiB: 2 ** 40,
});

/** Bytes of "512MiB", "20GB"; undefined for anything else. */
export function parseBytes(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)\s*([kKMGT]i?B|B)$/.exec(text.trim());
  const unit = match === null ? undefined : UNITS_BYTES[match[2]!];
  return unit === undefined ? undefined : Math.floor(Number(match![1]) * unit);
}
