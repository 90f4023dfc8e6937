import { execFileSync } from "node:child_process";
import {
  chmod,
  chown,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  unlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Store } from "../../../src/io/store/store.ts";
import { openStore } from "../../../src/pipeline/invocation/open-store.ts";
import { storeAt } from "../../../src/pipeline/invocation/store-location.ts";
import { mayMount } from "../../support/may-mount.ts";
import { makePair, makeRun, type RunRecipe } from "../../support/runs.ts";

let folder: string;
let store: Store;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "plumbline-folder-"));
  store = await openStore(storeAt(`file:${folder}`, "/"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const small = (seed: number, recipe: RunRecipe = {}) =>
  makeRun({ sessions: 1, secondsPerSession: 0.1, seed, ...recipe });

/** Every file of the store, dot files too. */
async function files(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

const baseline = {
  suite: "oltp",
  branch: "main",
  fingerprint: small(1).fingerprint,
  mode: "history",
  limit: 5,
} as const;

test("a person finds a run by suite, day and commit", async () => {
  const run = small(1, { commit: { sha: "1a2b3c4d5e6f" }, startedAt: "2026-11-21T08:37:00.000Z" });
  await store.save([run]);
  expect(await files()).toEqual([`oltp/2026-11-21-1a2b3c4-head-${run.id}.json`]);
  expect(JSON.parse(await readFile(join(folder, (await files())[0]!), "utf8"))).toEqual(run);
});

test("suites with odd names have folders of their own inside of the store", async () => {
  const suites = ["../../etc", "..", "a/b", "a b", "a-b", ".hidden", "名前", "x".repeat(300)];
  await store.save(suites.map((suite, i) => small(i + 1, { suite, commit: { sha: "../x" } })));
  const saved = await files();
  expect(saved).toHaveLength(suites.length);
  expect(new Set(saved.map((file) => file.split("/")[0])).size).toBe(suites.length);
  for (const suite of suites) {
    expect((await store.baseline({ ...baseline, suite })).map((run) => run.suite)).toEqual([suite]);
  }
});

test("a relative location starts from the given folder", async () => {
  const below = await openStore(storeAt("file:some/where", folder));
  await below.save([small(1)]);
  expect((await files())[0]).toMatch(/^some\/where\/oltp\//);
});

test("a truncated document is named with a remedy, and the others can still be had", async () => {
  const [cut, whole] = [small(1), small(2)];
  await store.save([cut, whole]);
  const name = (await files()).find((file) => file.includes(cut.id))!;
  const path = join(folder, name);
  await writeFile(path, (await readFile(path, "utf8")).slice(0, 2_000));
  const failure = {
    kind: "store",
    message: expect.stringContaining(`${path} is not a complete JSON document`),
    remedy: expect.stringContaining(`move ${path} out of the store`),
  };
  await expect(store.baseline(baseline)).rejects.toMatchObject(failure);
  await expect(store.history({ limit: 1 })).rejects.toMatchObject(failure);
  await expect(store.list()).rejects.toMatchObject(failure);
  expect(await store.load(whole.id)).toEqual(whole);
  await store.save([cut]);
  expect(await store.load(cut.id)).toEqual(cut);
});

test("JSON that is no run of this store is named, whether it lies beside or among the runs", async () => {
  await store.save([small(1)]);
  const [run] = await files();
  for (const stray of ["report.json", "oltp/report.json", "oltp/2026-01-01-abc-head-1.json"]) {
    const path = join(folder, stray);
    await writeFile(path, "{}");
    await expect(store.list()).rejects.toMatchObject({
      kind: "store",
      message: expect.stringContaining(path),
      remedy: expect.stringContaining("store import"),
    });
    await unlink(path);
  }
  const renamed = join(folder, run!.replace(small(1).id, small(2).id));
  await copyFile(join(folder, run!), renamed);
  await expect(store.list()).rejects.toThrow(renamed);
});

test("other files and what a killed writer left do not matter", async () => {
  await store.save([small(1)]);
  await writeFile(join(folder, "README.md"), "notes");
  await writeFile(join(folder, "oltp", ".2026-01-01-abc-head.json.1.tmp"), '{"schema":');
  await mkdir(join(folder, ".git"));
  await writeFile(join(folder, ".git", "x.json"), "{");
  expect(await store.list()).toHaveLength(1);
});

test("a stray file does not keep a measurement from being saved", async () => {
  await writeFile(join(folder, "report.json"), "{}");
  await store.save([small(1)]);
  expect(await store.load(small(1).id)).toEqual(small(1));
});

test("a folder that is gone is an error, not an empty history", async () => {
  await rm(folder, { recursive: true });
  await expect(store.baseline(baseline)).rejects.toMatchObject({ kind: "store" });
  await expect(store.history({ limit: 1 })).rejects.toMatchObject({ kind: "store" });
  await expect(store.load(small(1).id)).rejects.toMatchObject({ kind: "store" });
});

test("a file in the place of the folder is named with a remedy", async () => {
  await writeFile(join(folder, "taken"), "");
  for (const location of ["file:taken", "file:taken/below"]) {
    await expect(openStore(storeAt(location, folder))).rejects.toMatchObject({
      kind: "store",
      message: expect.stringContaining(join(folder, "taken")),
      remedy: expect.stringContaining("a file is in its place"),
    });
  }
});

test("a folder that may only be read can be read, and a save says so and leaves nothing", async () => {
  const run = small(1);
  await store.save([run]);
  await asOrdinaryUser(async () => {
    await chmod(join(folder, "oltp"), 0o555);
    await expect(store.save([small(2)])).rejects.toMatchObject({
      kind: "store",
      message: expect.stringMatching(/cannot save the runs: EACCES/),
      remedy: expect.stringContaining("permissions"),
    });
    expect((await store.list()).map(({ id }) => id)).toEqual([run.id]);
    await chmod(join(folder, "oltp"), 0o755);
  });
  expect(await files()).toHaveLength(1);
});

/** Root may write everywhere, so under root this test becomes somebody else for a while. */
async function asOrdinaryUser(work: () => Promise<void>): Promise<void> {
  if (process.geteuid?.() !== 0) return await work();
  const NOBODY = 65_534;
  const everything = await readdir(folder, { recursive: true });
  for (const name of ["", ...everything]) await chown(join(folder, name), NOBODY, NOBODY);
  process.seteuid?.(NOBODY);
  try {
    await work();
  } finally {
    process.seteuid?.(0);
  }
}

test("all runs of a save are kept or none", async () => {
  const [first, second] = [...makePair({ sessions: 1, secondsPerSession: 0.1 })].sort((a, b) =>
    a.id < b.id ? -1 : 1,
  );
  await store.save([second!]);
  const [name] = await files();
  // A folder in its place cannot be replaced by a file.
  await rm(join(folder, name!));
  await mkdir(join(folder, name!, "occupied"), { recursive: true });
  await expect(store.save([first!, second!])).rejects.toMatchObject({ kind: "store" });
  expect(await files()).toEqual([]);
});

const canMount = mayMount();

test.skipIf(!canMount)("a full disk is said to be full and leaves nothing half-written", async () => {
  const disk = join(folder, "disk");
  await mkdir(disk);
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", disk]);
  try {
    const full = await openStore(storeAt(`file:${disk}`, "/"));
    const kept = small(1);
    await full.save([kept]);
    await expect(full.save([small(2), makeRun({ seed: 3, sessions: 40 })])).rejects.toMatchObject({
      kind: "store",
      message: expect.stringContaining("ENOSPC"),
      remedy: expect.stringContaining("free some space"),
    });
    expect(await full.load(kept.id)).toEqual(kept);
    expect((await files()).filter((file) => file.startsWith("disk/"))).toHaveLength(1);
  } finally {
    execFileSync("umount", [disk]);
  }
});
