import { describe, expect, test } from "vitest";
import { isCommand, parseCommand } from "../../../src/model/accept-command.ts";
import { parseRequest } from "../../../src/model/request-command.ts";

const WORKLOADS = ["checkout", "read write", "p99"];
const accept = (text: string) => parseCommand(text, WORKLOADS);

describe("a command to accept", () => {
  test.each([
    ["/plumbline accept the price is right", null, null, "the price is right"],
    ["/plumbline accept checkout the price is right", "checkout", null, "the price is right"],
    ["/plumbline accept qps the price is right", null, "qps", "the price is right"],
    ["/plumbline accept checkout p99 the price", "checkout", "p99", "the price"],
    ["/plumbline accept checkout QPS because", "checkout", "qps", "because"],
    ['/plumbline accept "read write" server-cpu because', "read write", "server-cpu", "because"],
    ["/plumbline accept p99 p99 a workload of that name", "p99", "p99", "a workload of that name"],
    ["/plumbline accept checkouts are slower now", null, null, "checkouts are slower now"],
    ["  /plumbline accept\r\nfirst line\r\n\r\nsecond line\r\n", null, null, "first line second line"],
  ])("%j", (text, workload, metric, reason) => {
    expect(isCommand(text)).toBe(true);
    expect(accept(text)).toEqual({ kind: "accept", workload, metric, commit: null, reason });
  });

  const SHA = "d67dcfe5b2c785e7fc3d59d9f9b77314d17c28bd";
  test.each([
    [`/plumbline accept ${SHA} the price`, null, null, "the price"],
    [`/plumbline accept checkout p99 ${SHA.toUpperCase()} the price`, "checkout", "p99", "the price"],
    [`/plumbline accept ${SHA} checkout the price`, "checkout", null, "the price"],
    [`/plumbline accept the price at ${SHA}, as agreed`, null, null, `the price at ${SHA}, as agreed`],
  ])("with a commit, wherever it stands: %j", (text, workload, metric, reason) => {
    expect(accept(text)).toEqual({ kind: "accept", workload, metric, commit: SHA, reason });
  });

  test.each(["as in `1a2b3c4`", "as in https://example.org/commit/1a2b3c4", 'as in "1a2b3c4"'])(
    "takes no commit for the head that is quoted: %s",
    (reason) => expect(accept(`/plumbline accept ${reason}`)).toMatchObject({ commit: null, reason }),
  );

  test("that names two commits means neither", () => {
    expect(accept("/plumbline accept 1a2b3c4 as in 4c3b2a1")).toMatchObject({ kind: "unclear" });
  });

  test.each([
    "/plumbline accept",
    "/plumbline accept 1a2b3c4d5e6f",
    "/plumbline accept checkout p99",
    "/plumbline accept \n ",
  ])("%j lacks a reason", (text) =>
    expect(accept(text)).toMatchObject({ kind: "unclear", why: expect.stringContaining("reason") }),
  );

  test("cuts a reason of any length", () => {
    expect(accept(`/plumbline accept ${"very ".repeat(1000)}`)).toMatchObject({ reason: expect.any(String) });
    expect(JSON.stringify(accept(`/plumbline accept ${"very ".repeat(1000)}`)).length).toBeLessThan(700);
  });
});

test("a name that was copied from a page, where a number is tied to its unit, is that name", () => {
  const scan = (text: string) => parseCommand(text, ["scan, 10 GiB"]);
  const meant = { workload: "scan, 10 GiB", metric: "p99", reason: "it pays" };
  expect(scan('/plumbline accept "scan, 10\u00a0GiB" p99 it pays')).toMatchObject(meant);
  expect(scan('/plumbline accept "scan, 10 GiB" p99 it pays')).toMatchObject(meant);
});

test("revoke needs no reason", () => {
  expect(accept("/plumbline revoke")).toEqual({ kind: "revoke" });
  expect(accept("/plumbline revoke I was wrong")).toEqual({ kind: "revoke" });
});

test.each(["/plumbline", "/plumbline dance"])("%j is answered with what there is", (text) => {
  expect(accept(text)).toMatchObject({ kind: "unclear", why: expect.stringContaining("/plumbline accept") });
});

test.each([
  "looks good",
  "> /plumbline accept because",
  "try this:\n/plumbline accept because",
  "```\n/plumbline accept because\n```",
  "/plumblines",
  "",
])("%j is no command", (text) => expect(isCommand(text)).toBe(false));

test.each([
  ["a letter of another alphabet", "1\u0430b3c4d5e6f7"],
  ["a character that nobody sees", "1a2b3c4\u200bd5e6f7"],
  ["digits of full width", "1a2b3c4d\uff15e6f7"],
  ["brackets around it", "(1a2b\u0441c4d5e6f7),"],
])("a commit in disguise is no remark: %s", (_, word) => {
  const unclear = { kind: "unclear", why: expect.stringContaining("looks like a commit") };
  expect(parseCommand(`/plumbline accept ${word} worth it`, [])).toMatchObject(unclear);
  expect(parseCommand(`/plumbline accept worth it, see ${word}`, [])).toMatchObject(unclear);
  for (const kind of ["run", "run oltp", "confirm", "rerun"])
    expect(parseRequest(`/plumbline ${kind} ${word}`)).toMatchObject({ kind: "unclear" });
});

test("words with letters of other alphabets are remarks all the same", () => {
  for (const words of [
    "d\u00e9grad\u00e9e, accept\u00e9e",
    "\u8ca0\u8377 abc",
    "\u0444\u0430\u0441\u0430\u0434 2026",
    "2026\u5e7411\u670829\u65e5\u306e\u8ca0\u8377",
    "2024\u20132025",
    "1000000\u20ac",
  ])
    expect(parseCommand(`/plumbline accept ${words}`, [])).toMatchObject({ kind: "accept", commit: null });
});
