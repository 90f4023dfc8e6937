import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { beforeEach, expect, it } from "vitest";
import { makerText } from "../../../../../src/io/database/place/maker.ts";
import { KeptClusters } from "../../../../../src/io/database/postgres/kept-clusters.ts";
import { identify } from "../../../../../src/io/host/process-identity.ts";
import { mayMount } from "../../../../support/may-mount.ts";
import { temporaryFolder } from "../../../../support/temporary-folder.ts";

const SIGNAL = new AbortController().signal;
let scratch: string;
let notes: string[];
beforeEach(() => {
  scratch = temporaryFolder();
  notes = [];
});

const cacheFolder = () => path.join(scratch, "cache");
async function open(mostBytes = 1e6): Promise<KeptClusters> {
  const note = (text: string) => notes.push(text);
  return (await KeptClusters.open({ folder: cacheFolder(), mostBytes, note }))!;
}

/** A folder that looks as if a server had been stopped in it. */
function cluster(name: string, text = "rows"): string {
  const folder = path.join(scratch, name);
  mkdirSync(path.join(folder, "base/1"), { recursive: true });
  mkdirSync(path.join(folder, "pg_notify"));
  writeFileSync(path.join(folder, "base/1/16384"), text);
  utimesSync(path.join(folder, "base/1/16384"), 1000, 1000);
  return folder;
}

const keep = (kept: KeptClusters, key: string, text?: string) =>
  kept.keep(key, { dataDir: cluster(`filled-${key}`, text), id: `id ${key}` }, `about ${key}`, SIGNAL);
/** Where a copy may go. */
const spare = { place: async () => path.join(scratch, "spare"), signal: SIGNAL };
const find = (kept: KeptClusters, key: string) => kept.find(key, spare);
const entries = () => readdirSync(cacheFolder()).filter((name) => name !== "secret");

it("gives what was kept to whoever opens the folder, with the same password", async () => {
  const first = await open();
  const made = await keep(first, "a");
  expect(existsSync(path.join(scratch, "filled-a"))).toBe(false);
  const second = await open();
  const found = await find(second, "a");
  expect(second.password).toBe(first.password);
  expect(found!.id).toBe("id a");
  expect([await second.has("a"), await second.has("b")]).toEqual([true, false]);
  expect(found!.dataDir).toBe(made!.dataDir);
  expect(readFileSync(path.join(found!.dataDir, "base/1/16384"), "utf8")).toBe("rows");
  expect(existsSync(path.join(found!.dataDir, "pg_notify"))).toBe(true);
  expect(await find(second, "b")).toBeNull();
  expect(notes).toEqual([]);
});

it("closes the folder and the password to other users", async () => {
  await open();
  expect(statSync(cacheFolder()).mode & 0o777).toBe(0o700);
  expect(statSync(path.join(cacheFolder(), "secret")).mode & 0o777).toBe(0o600);
});

it("finds nothing that belongs to another password", async () => {
  await keep(await open(), "a");
  writeFileSync(path.join(cacheFolder(), "secret"), "another");
  expect(await find(await open(), "a")).toBeNull();
});

const file = (dataDir: string) => path.join(dataDir, "base/1/16384");
/** Other contents behind the same size and the same time. */
function rot(dataDir: string): void {
  writeFileSync(file(dataDir), "ruin");
  utimesSync(file(dataDir), 1000, 1000);
}

it.each([
  ["a file that is gone", (dataDir: string) => rm(file(dataDir)), "is gone"],
  [
    "an empty folder that is gone",
    (dataDir: string) => rm(path.join(dataDir, "pg_notify"), { recursive: true }),
    "is gone",
  ],
  ["another size", async (dataDir: string) => writeFileSync(file(dataDir), "row"), "another size"],
  [
    "a file more",
    async (dataDir: string) => writeFileSync(path.join(dataDir, "base/1/16385"), ""),
    "16385 was not there",
  ],
  ["a write", async (dataDir: string) => writeFileSync(file(dataDir), "ruin"), "was written to"],
  [
    "other contents, when the machine has started anew",
    async (dataDir: string) => {
      rot(dataDir);
      writeFileSync(path.join(dataDir, "../read"), "an earlier boot");
    },
    "other contents",
  ],
  [
    "no manifest",
    async (dataDir: string) => writeFileSync(path.join(dataDir, "../manifest.json"), "{"),
    "manifest",
  ],
])("drops an entry with %s, and says so once", async (_, damage, words) => {
  const kept = await open();
  const lease = await keep(kept, "a");
  await lease!.release();
  await damage(lease!.dataDir);
  expect(await find(kept, "a")).toBeNull();
  expect(await find(kept, "a")).toBeNull();
  expect(notes).toEqual([expect.stringMatching(new RegExp(`damaged and is loaded again: .*${words}`))]);
  expect(entries()).toEqual([]);
  expect(await keep(kept, "a")).not.toBeNull();
});

it("removes what was not used for longest, and nothing that is in use", async () => {
  const kept = await open(25);
  for (const [at, key] of ["a", "b"].entries()) {
    const lease = await keep(kept, key, "0123456789");
    utimesSync(path.join(lease!.dataDir, "../used"), at + 1, at + 1);
    if (key === "a") continue;
    await lease!.release();
  }
  const third = await keep(kept, "c", "0123456789");
  const left = (await kept.list()).map(({ about }) => about);
  expect(left).toEqual(["about c", "about a"]);
  await third!.release();
  expect((await kept.prune(0)).map(({ about }) => about)).toEqual(["about c"]);
});

it("applies a lower limit when something is found, and spares what is found", async () => {
  const kept = await open();
  for (const key of ["a", "b", "c"]) await (await keep(kept, key, "0123456789"))!.release();
  for (const [at, name] of entries().entries())
    utimesSync(path.join(cacheFolder(), name, "used"), at + 1, at + 1);
  const found = await find(await open(15), "a");
  expect(found).not.toBeNull();
  expect((await kept.list()).map(({ about }) => about)).toEqual(["about a"]);
});

it("applies a lower limit when nothing is found, and to what is larger than all that may be kept", async () => {
  const kept = await open();
  await (await keep(kept, "a", "0123456789"))!.release();
  await (await keep(kept, "b", "0123"))!.release();
  const smaller = await open(5);
  expect(await find(smaller, "a")).toBeNull();
  expect((await kept.list()).map(({ about }) => about)).toEqual(["about b"]);
  expect(await find(await open(3), "c")).toBeNull();
  expect(await kept.list()).toEqual([]);
  expect(notes).toEqual([]);
});

/** As on a read-only mount, for root too: nobody can say there that he uses it. */
async function unleasable(kept: KeptClusters, key = "a"): Promise<string> {
  const lease = await keep(kept, key);
  await lease!.release();
  const leases = path.join(lease!.dataDir, "../leases");
  rmSync(leases, { recursive: true });
  writeFileSync(leases, "");
  return lease!.dataDir;
}

it("copies what it cannot lease, so that nobody can take it away meanwhile", async () => {
  const kept = await open();
  const dataDir = await unleasable(kept);
  const found = await find(kept, "a");
  expect(found!.dataDir).toBe(path.join(scratch, "spare"));
  expect(readFileSync(file(found!.dataDir), "utf8")).toBe("rows");
  expect(existsSync(file(dataDir))).toBe(true);
  await found!.release();
  expect(notes).toEqual([]);
});

it("goes on without what it can neither lease nor copy", async () => {
  const kept = await open();
  await unleasable(kept);
  const nowhere = path.join(scratch, "gone/spare");
  expect(await kept.find("a", { place: async () => nowhere, signal: SIGNAL })).toBeNull();
  expect(notes).toEqual([expect.stringMatching(/^kept data is not used: cannot copy the loaded data/)]);
});

it("does not use the copy of an entry that changed or was going meanwhile", async () => {
  const kept = await open();
  rot(await unleasable(kept));
  expect(await find(kept, "a")).toBeNull();
  expect(existsSync(path.join(scratch, "spare"))).toBe(false);
  expect(notes).toEqual([expect.stringMatching(/^kept data is not used: .*16384 has other contents/)]);
});

it("takes away what a killed process used or was making", async () => {
  const kept = await open();
  const child = spawn("sleep", ["60"], { stdio: "ignore" });
  await once(child, "spawn");
  const self = JSON.parse(Buffer.from(makerText(), "base64url").toString());
  const theirs = Buffer.from(JSON.stringify({ ...self, ...identify(child.pid!) })).toString("base64url");
  const lease = await keep(kept, "a");
  await lease!.release();
  writeFileSync(path.join(lease!.dataDir, "../leases/theirs"), theirs);
  mkdirSync(path.join(cacheFolder(), "coming-1/leases"), { recursive: true });
  writeFileSync(path.join(cacheFolder(), "coming-1/leases/theirs"), theirs);
  expect(await kept.prune(0)).toEqual([]);
  expect(entries()).toHaveLength(2);
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(await kept.prune(0)).toHaveLength(1);
  expect(entries()).toEqual([]);
});

it("leaves alone for a day what another machine with the same home uses", async () => {
  const kept = await open();
  const lease = await keep(kept, "a");
  await lease!.release();
  const elsewhere = Buffer.from(JSON.stringify({ pid: 1, host: "another", boot: "b" })).toString("base64url");
  const theirs = path.join(lease!.dataDir, "../leases/theirs");
  writeFileSync(theirs, elsewhere);
  expect(await kept.prune(0)).toEqual([]);
  utimesSync(theirs, 1, 1);
  expect(await kept.prune(0)).toHaveLength(1);
});

it("of two that fill the same at once the second keeps its own to itself", async () => {
  const [one, other] = [await open(), await open()];
  const first = await keep(one, "a");
  const second = cluster("second");
  expect(await other.keep("a", { dataDir: second, id: "2" }, "about a", SIGNAL)).toBeNull();
  expect(readFileSync(file(second), "utf8")).toBe("rows");
  expect(existsSync(file(first!.dataDir))).toBe(true);
  expect(entries()).toHaveLength(1);
});

it("keeps nothing that is larger than all that may be kept, and nothing that leads elsewhere", async () => {
  const kept = await open(3);
  expect(await keep(kept, "a")).toBeNull();
  expect(notes).toEqual([expect.stringContaining("is not kept for the next run: it has 4")]);
  const linked = cluster("linked");
  symlinkSync("/tmp", path.join(linked, "pg_tblspc"));
  expect(await (await open()).keep("b", { dataDir: linked, id: "b" }, "about b", SIGNAL)).toBeNull();
  expect(existsSync(file(linked))).toBe(true);
  expect(entries()).toEqual([]);
});

it("a folder that cannot be made is said, and nothing is kept", async () => {
  writeFileSync(cacheFolder(), "a file");
  expect(
    await KeptClusters.open({ folder: cacheFolder(), mostBytes: 1, note: (text) => notes.push(text) }),
  ).toBeNull();
  expect(notes).toEqual([
    `loaded data is not kept for the next run: ${cacheFolder()} cannot be used: it is a file, and no folder; remove that file, or set XDG_CACHE_HOME to another folder`,
  ]);
});

it("a folder that can no longer be read is named, with what to do", async () => {
  const kept = await open();
  rmSync(cacheFolder(), { recursive: true });
  writeFileSync(cacheFolder(), "a file");
  for (const work of [() => kept.list(), () => kept.prune(0)]) {
    await expect(work()).rejects.toMatchObject({
      kind: "machine",
      message: expect.stringContaining("is a file, and no folder"),
      remedy: expect.stringContaining("XDG_CACHE_HOME"),
    });
  }
});

it("draws a password again where a crash of the machine left an empty file", async () => {
  await open();
  writeFileSync(path.join(cacheFolder(), "secret"), "");
  const { password } = await open();
  expect(password).not.toBe("");
  expect((await open()).password).toBe(password);
  expect(readdirSync(cacheFolder())).toEqual(["secret"]);
});

it("forgets a lease that names nobody a minute after it was made", async () => {
  const kept = await open();
  const lease = await keep(kept, "a");
  await lease!.release();
  const nameless = path.join(lease!.dataDir, "../leases/nameless");
  writeFileSync(nameless, "");
  // Whoever writes one now has a moment to do so.
  expect(await kept.prune(0)).toEqual([]);
  const before = Date.now() / 1000 - 120;
  utimesSync(nameless, before, before);
  expect(await kept.prune(0)).toHaveLength(1);
});

it.skipIf(!mayMount())("leaves no file on a full disk, neither of a password nor of a lease", async () => {
  mkdirSync(cacheFolder());
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", cacheFolder()]);
  const fill = () =>
    execFileSync("sh", ["-c", `cat /dev/zero > ${cacheFolder()}/ballast || true`], { stdio: "ignore" });
  try {
    fill();
    expect(await open()).toBeNull();
    expect(readdirSync(cacheFolder())).toEqual(["ballast"]);
    rmSync(path.join(cacheFolder(), "ballast"));
    const kept = await open();
    const lease = await keep(kept, "a");
    await lease!.release();
    fill();
    const found = await find(kept, "a");
    expect(found!.dataDir).toBe(path.join(scratch, "spare"));
    expect(readdirSync(path.join(lease!.dataDir, "../leases"))).toEqual([]);
    expect(await kept.prune(0)).toHaveLength(1);
  } finally {
    execFileSync("umount", [cacheFolder()]);
  }
});
