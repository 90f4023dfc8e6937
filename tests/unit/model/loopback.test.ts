import { expect, it } from "vitest";
import { isLoopback, misdirected } from "../../../src/model/loopback.ts";

const LOOPBACK = { address: "127.0.0.1" };

it.each(["localhost", "127.0.0.1", "127.9.8.7", "::1", "[::1]"])("%s is this machine alone", (host) => {
  expect(isLoopback(host)).toBe(true);
});

it.each([
  "0.0.0.0",
  "::",
  "10.0.0.1",
  "127.0.0.1.evil.example",
  "localhost.evil.example",
  "127.evil.example",
  "",
])("%s is not", (host) => {
  expect(isLoopback(host)).toBe(false);
});

it.each(["localhost", "LOCALHOST:8080", "127.0.0.1:8080", "127.0.0.1", "[::1]:9", "localhost:1"])(
  "asks for this machine: %s",
  (host) => {
    expect(misdirected(LOOPBACK, host)).toBeNull();
  },
);

it.each([
  "evil.example",
  "evil.example:8080",
  "127.0.0.1.evil.example",
  "localhost:80@evil.example",
  "",
  undefined,
])("asks for another: %s", (host) => {
  expect(misdirected(LOOPBACK, host)).toContain("Host");
  expect(misdirected({ address: "::1" }, host)).toContain("Host");
});

it("lets every name in where others reach the address, or nothing listens", () => {
  for (const listening of [{ address: "0.0.0.0" }, { address: "10.0.0.1" }, "/tmp/socket", null])
    expect(misdirected(listening, "db.example")).toBeNull();
});
