/** One measurement at a time on a machine, whoever dies. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { acquireLock, type Lock, type LockRequest, lockFolder } from "../../../../src/io/host/lock.ts";
import { identify, type ProcessIdentity, processState } from "../../../../src/io/host/process-identity.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

let scratch: string;
let folder: string;

beforeEach(() => {
  scratch = temporaryFolder();
  folder = path.join(scratch, "lock");
});

type Asked = Partial<LockRequest<ProcessIdentity>>;

const request = (asked: Asked = {}): LockRequest<ProcessIdentity> => ({
  folder,
  what: "suite oltp",
  processes: { self: identify(process.pid), stateOf: processState },
  limitMs: 300_000,
  onWait: () => undefined,
  signal: new AbortController().signal,
  ...asked,
});

const acquire = (asked: Asked = {}): Promise<Lock> => acquireLock(request(asked));
const tickets = () => readdirSync(folder).sort();
const isTicket = (name: string) => name.endsWith(".json") && !name.startsWith(".");

describe("acquireLock", () => {
  it("takes a free machine at once and leaves nothing", async () => {
    const lock = await acquire();
    expect(tickets()).toEqual(["1.json"]);
    await lock.release();
    expect(tickets()).toEqual([]);
  });

  it("lets nobody in beside another, and everybody in once, in the order of their coming", async () => {
    const order: string[] = [];
    let inside = 0;
    const measure = async (name: string) => {
      const lock = await acquire({ what: name });
      inside += 1;
      expect(inside).toBe(1);
      order.push(name);
      await sleep(20);
      inside -= 1;
      await lock.release();
    };
    const standing = (count: number) => expect.poll(() => tickets().filter(isTicket)).toHaveLength(count);
    const gate = await acquire();
    const first = measure("a");
    await standing(2);
    const second = measure("b");
    await standing(3);
    const third = measure("c");
    await standing(4);
    await gate.release();
    await Promise.all([first, second, third]);
    expect(order).toEqual(["a", "b", "c"]);
  });

  it("stands a rush", async () => {
    let inside = 0;
    const measure = async () => {
      const lock = await acquire();
      inside += 1;
      expect(inside).toBe(1);
      await sleep(1);
      inside -= 1;
      await lock.release();
    };
    await Promise.all(Array.from({ length: 8 }, measure));
    expect(tickets()).toEqual([]);
  });

  it("tells those who wait for whom and for how long", async () => {
    const lock = await acquire({ what: "suite tpcc, https://github.example/run/1" });
    const seen: string[] = [];
    const second = acquire({ onWait: ({ what, since }) => seen.push(`${what} ${since}`) });
    await expect.poll(() => seen.length).toBeGreaterThan(0);
    await lock.release();
    await (await second).release();
    expect(seen[0]).toMatch(/^suite tpcc, https:\/\/github\.example\/run\/1 \d{4}-\d\d-\d\dT/);
  });

  it("gives up at its limit, names who holds the machine, and leaves the line", async () => {
    const lock = await acquire({ what: "suite tpcc" });
    await expect(acquire({ limitMs: 0 })).rejects.toMatchObject({
      kind: "machine",
      exitCode: 5,
      message: expect.stringMatching(
        /^this machine is busy: after 0 s it still measures suite tpcc \(in line since /,
      ),
      remedy: expect.stringContaining("raise lock-timeout"),
    });
    expect(tickets()).toEqual(["1.json"]);
    await lock.release();
  });

  it("stops waiting when it is interrupted", async () => {
    const lock = await acquire();
    const controller = new AbortController();
    const second = acquire({ signal: controller.signal });
    controller.abort();
    await expect(second).rejects.toMatchObject({ kind: "interrupted" });
    expect(tickets()).toEqual(["1.json"]);
    await lock.release();
  });
});

describe("a holder that died", () => {
  it("holds no longer, and its ticket is removed", async () => {
    const other = spawn("sleep", ["60"]);
    await once(other, "spawn");
    await acquire({ processes: { self: identify(other.pid!), stateOf: processState } });
    await expect(acquire({ limitMs: 0 })).rejects.toThrow("busy");

    other.kill("SIGKILL");
    await once(other, "exit");
    const lock = await acquire({ limitMs: 0 });
    expect(tickets()).toEqual(["2.json"]);
    await lock.release();
  });

  it("is not taken for the process that got its number afterwards", async () => {
    await acquire({
      processes: { self: { ...identify(process.pid), startedAt: "1" }, stateOf: processState },
    });
    await (await acquire({ limitMs: 0 })).release();
  });

  it("in another container counts for as long as it shows its life", async () => {
    const elsewhere = { ...identify(process.pid), namespace: "pid:[1]" };
    await acquire({ processes: { self: elsewhere, stateOf: processState } });
    await expect(acquire({ limitMs: 0 })).rejects.toThrow("busy");
    const old = new Date(Date.now() - 120_000);
    utimesSync(path.join(folder, "1.json"), old, old);
    await (await acquire({ limitMs: 0 })).release();
  });

  it.each(["null", "5", '"x"', "[]", "{}", '{"identity":null}', '{"identity":{"pid":"x"},"holder":5}'])(
    "does not stop anybody by a ticket of another shape: %s",
    async (text) => {
      await (await acquire()).release();
      writeFileSync(path.join(folder, "7.json"), text);
      await expect(acquire({ limitMs: 0 })).rejects.toThrow("a ticket that cannot be read");
      const old = new Date(Date.now() - 120_000);
      utimesSync(path.join(folder, "7.json"), old, old);
      await (await acquire({ limitMs: 0 })).release();
    },
  );

  it("does not use up the numbers", async () => {
    await (await acquire()).release();
    const last = path.join(folder, "999999999999999.json");
    writeFileSync(last, "{");
    const old = new Date(Date.now() - 120_000);
    utimesSync(last, old, old);
    await (await acquire({ limitMs: 0 })).release();
  });

  it("does not hold by a file that is no ticket", async () => {
    await (await acquire()).release();
    writeFileSync(path.join(folder, "7.json"), "{");
    await expect(acquire({ limitMs: 0 })).rejects.toThrow("a ticket that cannot be read");
    const old = new Date(Date.now() - 120_000);
    utimesSync(path.join(folder, "7.json"), old, old);
    await (await acquire({ limitMs: 0 })).release();
  });
});

describe("the folder", () => {
  it("is everybody's, and its tickets can be read by everybody", async () => {
    const umask = process.umask(0o077);
    try {
      const lock = await acquire();
      expect(statSync(folder).mode & 0o7777).toBe(0o1777);
      expect(statSync(path.join(folder, "1.json")).mode & 0o777).toBe(0o644);
      await lock.release();
    } finally {
      process.umask(umask);
    }
  });

  it("is named where it cannot be used, with the way out", async () => {
    writeFileSync(folder, "a file");
    await expect(acquire()).rejects.toMatchObject({
      kind: "machine",
      message: expect.stringContaining(`cannot use the machine's lock ${folder}`),
      remedy: expect.stringContaining("PLUMBLINE_LOCK"),
    });
  });

  it.runIf(process.getuid?.() === 0)("is shared by users who cannot touch each other's tickets", async () => {
    const lock = await acquire();
    chmodSync(scratch, 0o755);
    process.seteuid!("nobody");
    try {
      await expect(acquire({ limitMs: 0 })).rejects.toThrow("busy");
    } finally {
      process.seteuid!(0);
    }
    await lock.release();
  });

  it("is the same for every job of the machine, unless the environment names another one or none", () => {
    expect(lockFolder({ TMPDIR: "/elsewhere" })).toBe(lockFolder({}));
    expect(lockFolder({ PLUMBLINE_LOCK: "/mnt/lock" })).toBe("/mnt/lock");
    expect(lockFolder({ PLUMBLINE_LOCK: "off" })).toBeNull();
  });
});
