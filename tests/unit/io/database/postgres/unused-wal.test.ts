import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { emptyUnusedWal } from "../../../../../src/io/database/postgres/unused-wal.ts";
import { temporaryFolder } from "../../../../support/temporary-folder.ts";

const BYTES = 1 << 20;
let dataDir: string;
beforeEach(() => {
  dataDir = temporaryFolder();
  mkdirSync(path.join(dataDir, "pg_wal/archive_status"), { recursive: true });
});

function place(name: string): string {
  return path.join(dataDir, "pg_wal", name);
}

/** A segment full of something, whose first page says that it begins at that address. */
function segment(name: string, address: bigint): void {
  const bytes = Buffer.alloc(BYTES, 0x5a);
  bytes.writeBigUInt64LE(address, 8);
  writeFileSync(place(name), bytes);
}

const LOWER = "0000000100000000000000FE";
const LAST = "000000010000000200000007";
const RENAMED = "000000010000000200000008";
const at = (high: bigint, low: bigint) => (high << 32n) + low * BigInt(BYTES);

test("segments that were renamed for later become holes of the same size; what the server reads stays", async () => {
  segment(LOWER, at(0n, 0xfen));
  segment(LAST, at(2n, 7n));
  segment(RENAMED, at(0n, 0xfdn));
  writeFileSync(place("00000001.history"), "1\n");
  const before = readFileSync(place(LAST));
  await emptyUnusedWal(dataDir);
  expect(readFileSync(place(LAST)).equals(before)).toBe(true);
  expect(readFileSync(place(LOWER))[BYTES - 1]).toBe(0x5a);
  expect(readFileSync(place(RENAMED)).equals(Buffer.alloc(BYTES))).toBe(true);
  expect(statSync(place(RENAMED)).blocks).toBeLessThan(BYTES / 512);
  expect(readFileSync(place("00000001.history"), "utf8")).toBe("1\n");
});

test("where no segment says that it was begun, none is touched: the form is another one", async () => {
  segment(LAST, at(1n, 1n));
  segment(RENAMED, at(1n, 2n));
  await emptyUnusedWal(dataDir);
  for (const name of [LAST, RENAMED]) expect(readFileSync(place(name))[BYTES - 1]).toBe(0x5a);
});
