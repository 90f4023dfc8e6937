import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { COUNTS, cacheLines, cacheVerb, prunedText } from "../../../../src/apps/cli/cache.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

let scratch: string;
beforeEach(() => {
  scratch = temporaryFolder();
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const SBTEST =
  "oltp_read_only dialect=postgres tables=4 table-size=10000 auto-inc=true create-table-options= rand-spec-iter=12";
const ABOUT = `postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1); ${SBTEST}; tpcc warehouses=2 foreign-keys=false; set-up of 2 files`;
const entry = {
  name: "88076caeffff",
  about: ABOUT,
  bytes: 48_234_496,
  loadedAt: "2026-11-20T08:00:00.000Z",
  usedAt: "2026-11-24T09:49:23.010Z",
  isUsed: false,
};

/** With ordinary spaces between numbers and units. */
const plain = (text: string) => text.replaceAll("\u00a0", " ");

it("says in a short line which tables an entry has, how many rows, its size and its last use", () => {
  const other = { ...entry, isUsed: true, about: "postgres (PostgreSQL) 17.2; script" };
  expect(cacheLines([entry, other]).map(plain)).toEqual([
    "88076cae     46 MiB  used 2026-11-24 09:49  PostgreSQL 15.18; oltp_read_only tables=4 table-size=10000; tpcc warehouses=2; set-up of 2 files",
    "88076cae     46 MiB  in use                 PostgreSQL 17.2; script",
  ]);
});

it("says all of it where that is asked for", () => {
  expect(cacheLines([entry], { long: true }).map(plain)).toEqual([
    `88076cae     46 MiB  used 2026-11-24 09:49  ${ABOUT}`,
  ]);
});

it("says of pruning what stayed because it is in use", () => {
  expect(plain(prunedText([entry], []))).toBe("removed 1 entry, 46 MiB");
  expect(plain(prunedText([], [{ ...entry, isUsed: true }]))).toBe(
    "removed 0 entries, 0 B; 1 entry, 46 MiB, stays, since a run uses it",
  );
  const used = { ...entry, isUsed: true };
  expect(plain(prunedText([entry], [used, used]))).toBe(
    "removed 1 entry, 46 MiB; 2 entries, 92 MiB, stay, since runs use them",
  );
});

it("knows the load generator's options by their names", () => {
  // Those that say how many; a name that is no longer one would show nothing.
  const file = path.resolve(import.meta.dirname, "../../../golden/describe/catalog.json");
  const catalog = JSON.parse(readFileSync(file, "utf8"));
  const names = catalog.options.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining([...COUNTS]));
});

it.each([["list"], ["prune"]])(
  "%s of a folder that is none says why, and nothing of a next run",
  async (part) => {
    const file = path.join(scratch, "caches");
    writeFileSync(file, "");
    vi.stubEnv("XDG_CACHE_HOME", file);
    const command = cacheVerb(() => undefined);
    await expect(command.parseAsync([part], { from: "user" })).rejects.toMatchObject({
      kind: "machine",
      message: `${file}/plumbline/data cannot be used: ${file} is a file, and no folder`,
      remedy: "remove that file, or set XDG_CACHE_HOME to another folder",
    });
  },
);
