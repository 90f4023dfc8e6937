import { describe, expect, test } from "vitest";
import { isCommand, parseCommand } from "../../../src/model/accept-command.ts";

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
    expect(accept(text)).toEqual({ kind: "accept", workload, metric, reason });
  });

  test.each(["/plumbline accept", "/plumbline accept checkout p99", "/plumbline accept \n "])(
    "%j lacks a reason",
    (text) => expect(accept(text)).toMatchObject({ kind: "unclear", why: expect.stringContaining("reason") }),
  );

  test("cuts a reason of any length", () => {
    expect(accept(`/plumbline accept ${"very ".repeat(1000)}`)).toMatchObject({ reason: expect.any(String) });
    expect(JSON.stringify(accept(`/plumbline accept ${"very ".repeat(1000)}`)).length).toBeLessThan(700);
  });
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
