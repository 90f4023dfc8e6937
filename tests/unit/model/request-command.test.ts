import { expect, it } from "vitest";
import { parseRequest } from "../../../src/model/request-command.ts";

it.each([
  ["/plumbline run", { kind: "run", suite: null, commit: null }],
  ["  /plumbline   run oltp \nplease", { kind: "run", suite: "oltp", commit: null }],
  ["/plumbline run 1a2b3c4", { kind: "run", suite: null, commit: "1a2b3c4" }],
  ['/plumbline run "tpc c" 1a2b3c4d5e', { kind: "run", suite: "tpc c", commit: "1a2b3c4d5e" }],
  ["/plumbline rerun", { kind: "rerun" }],
  ["/plumbline confirm", { kind: "confirm" }],
  ["/plumbline help", { kind: "help" }],
])("%j is a request", (text, command) => {
  expect(parseRequest(text)).toEqual(command);
});

it.each([
  "",
  "/plumbline",
  "/plumbline accept it",
  "/plumbliner run",
  "please /plumbline run",
  "> /plumbline run",
])("%j is none", (text) => {
  expect(parseRequest(text)).toBeNull();
});
