/** Turns of those who push to one branch: nobody twice at once, nobody kept out by the dead, nobody kept out for ever. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { inTurn, turnsFolder } from "../../../../src/io/git/push-queue.ts";
import { identify } from "../../../../src/io/host/process-identity.ts";

let what: string;
let folder: string;

beforeEach(() => {
  what = `${import.meta.filename}#${process.pid}`;
  folder = turnsFolder(what);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const isTicket = (name: string) => /^\d+\.json$/.test(name);
const tickets = () => (existsSync(folder) ? readdirSync(folder).filter(isTicket) : []);
const ticketOf = (identity: unknown) => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "1.json"), JSON.stringify({ identity, holder: { what: "", since: "" } }));
};

it("goes at once where nobody is before, and leaves nothing", async () => {
  expect(await inTurn(what, async (hasWaited) => [hasWaited, tickets()])).toEqual([false, ["1.json"]]);
  expect(existsSync(folder)).toBe(false);
});

it("lets one after the other, in the order of their coming, and tells who had somebody before", async () => {
  const order: (readonly [number, boolean])[] = [];
  let inside = 0;
  let pass = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    pass = resolve;
  });
  const one = (index: number) =>
    inTurn(what, async (hasWaited) => {
      expect(++inside).toBe(1);
      await gate;
      order.push([index, hasWaited]);
      inside--;
    });
  const all: Promise<void>[] = [];
  for (let i = 0; i < 5; i++) {
    all.push(one(i));
    await expect.poll(tickets).toHaveLength(i + 1);
  }
  pass();
  await Promise.all(all);
  expect(order).toEqual([
    [0, false],
    [1, true],
    [2, true],
    [3, true],
    [4, true],
  ]);
  expect(existsSync(folder)).toBe(false);
});

it("does not know those who push elsewhere", async () => {
  await inTurn(what, async () => {
    expect(await inTurn(`${what}, another`, async (hasWaited) => hasWaited)).toBe(false);
  });
});

it("gives the turn on when the work fails", async () => {
  await expect(inTurn(what, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await inTurn(what, async (hasWaited) => hasWaited)).toBe(false);
});

it("is held up by nobody who was killed in the middle of it", async () => {
  const child = spawn("sleep", ["600"], { stdio: "ignore" });
  await once(child, "spawn");
  ticketOf(identify(child.pid!));
  let isKilled = false;
  // Whether it had looked before the other died, and so had to wait, is chance.
  const turn = inTurn(what, async () => isKilled);
  await expect.poll(tickets).toHaveLength(2);
  isKilled = true;
  child.kill("SIGKILL");
  expect(await turn).toBe(true);
  expect(existsSync(folder)).toBe(false);
});

it("goes without a turn behind one who does not end, and leaves the line", async () => {
  ticketOf(identify(process.pid));
  // However little patience it has, or however late it looks: there was somebody before.
  for (const patienceMs of [50, 0])
    expect(await inTurn(what, async (hasWaited) => hasWaited, patienceMs)).toBe(true);
  expect(tickets()).toEqual(["1.json"]);
});

it("goes without a turn where the folder cannot be used", async () => {
  writeFileSync(folder, "a file of somebody else");
  expect(await inTurn(what, async (hasWaited) => hasWaited)).toBe(false);
});
