import { expect, it } from "vitest";
import { parseBytes, parseDurationNs, parseRatio } from "../../../src/config/quantity.ts";

it.each([
  ["250us", 250e3],
  ["250µs", 250e3],
  ["100 ms", 100e6],
  [" 1.5s ", 1.5e9],
  ["10m", 600e9],
  ["2h", 7200e9],
  ["7ns", 7],
])("%s is %d ns", (text, ns) => expect(parseDurationNs(text)).toBe(ns));

it.each(["", "5", "5 seconds", "-1s", "1e3s", "s", "1s2"])("%s is no duration", (text) =>
  expect(parseDurationNs(text)).toBeUndefined(),
);

it.each([
  ["2%", 0.02],
  [" 0.5 % ", 0.005],
  [0.02, 0.02],
  [-1, -1],
])("%s is the share %d", (value, share) => expect(parseRatio(value)).toBeCloseTo(share, 12));

it.each(["0.02", "2", "%", "-2%", Number.NaN, Number.POSITIVE_INFINITY])("%s is no share", (value) =>
  expect(parseRatio(value)).toBeUndefined(),
);

it.each([
  ["0B", 0],
  ["1.5 kB", 1500],
  ["20GB", 20e9],
  ["512MiB", 512 * 2 ** 20],
])("%s is %d bytes", (text, bytes) => expect(parseBytes(text)).toBe(bytes));

it.each(["", "5", "5 GBs", "-1GB", "10gb", "KB"])("%s is no size", (text) =>
  expect(parseBytes(text)).toBeUndefined(),
);
