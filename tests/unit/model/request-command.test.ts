import { expect, it } from "vitest";
import { parseRequest } from "../../../src/model/request-command.ts";

it.each([
  ["/plumbline run", { kind: "run", suite: null, commit: null }],
  ["  /plumbline   run oltp \nplease", { kind: "run", suite: "oltp", commit: null }],
  ["/plumbline why", { kind: "why", suite: null, commit: null }],
  ["/plumbline why oltp 1a2b3c4", { kind: "why", suite: "oltp", commit: "1a2b3c4" }],
  ["/plumbline run 1a2b3c4", { kind: "run", suite: null, commit: "1a2b3c4" }],
  ['/plumbline run "tpc c" 1a2b3c4d5e', { kind: "run", suite: "tpc c", commit: "1a2b3c4d5e" }],
  ["/plumbline run D67DCFE5B2", { kind: "run", suite: null, commit: "d67dcfe5b2" }],
  ['/plumbline run "1a2b3c4"', { kind: "run", suite: "1a2b3c4", commit: null }],
  ["/plumbline run 負荷-2.1", { kind: "run", suite: "負荷-2.1", commit: null }],
  ["/plumbline rerun", { kind: "rerun", commit: null }],
  ["/plumbline confirm", { kind: "confirm", commit: null }],
  ["/plumbline confirm 1a2b3c4d5e6f", { kind: "confirm", commit: "1a2b3c4d5e6f" }],
  ["/plumbline help", { kind: "help" }],
])("%j is a request", (text, command) => {
  expect(parseRequest(text)).toEqual(command);
});

it.each([
  "",
  "/plumbline accept it",
  "/plumbline revoke",
  "/plumbliner run",
  "please /plumbline run",
  "> /plumbline run",
])("%j is none", (text) => {
  expect(parseRequest(text)).toBeNull();
});

it.each([
  "/plumbline",
  "/plumbline dance",
  "/plumbline run oltp # thanks",
  '/plumbline run "my suite',
  "/plumbline confirm it",
])("%j is unclear", (text) => {
  expect(parseRequest(text)).toMatchObject({ kind: "unclear" });
});

it("knows a suite whose name was copied from a page, where a number is tied to its unit", () => {
  expect(parseRequest('/plumbline run "scan 10\u00a0GiB"')).toMatchObject({ suite: "scan 10 GiB" });
});
