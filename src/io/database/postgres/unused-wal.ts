/** Segments of the write-ahead log that a server keeps for its next writes: old ones, renamed, of which nothing is read again. */
import { open, readdir } from "node:fs/promises";
import path from "node:path";

/** XLogPageHeaderData: 16 bits of magic, 16 of flags, 32 of timeline, then the page's own address. */
const ADDRESS_AT = 8;
/** Timeline, upper and lower half of the segment's number, eight hexadecimal digits each. */
const SEGMENT = /^[0-9A-F]{8}([0-9A-F]{8})([0-9A-F]{8})$/;

/**
 * Makes them holes of the same size: a copy of the folder then neither reads nor writes unused data, and its server finds as many
 * segments to write into as it would have. A renamed segment is known by its first page, which still has the address of before; zeros,
 * as of one that was never written to, are such an address, too.
 * Why: docs/decisions/044-copies-ahead.md.
 * @param dataDir of a server that was stopped cleanly
 */
export async function emptyUnusedWal(dataDir: string): Promise<void> {
  const folder = path.join(dataDir, "pg_wal");
  const segments = (await readdir(folder)).filter((name) => SEGMENT.test(name));
  const unused: string[] = [];
  for (const name of segments) if (!(await isBegun(folder, name))) unused.push(name);
  // Each cluster has begun at least one: where none is seen, the form is not the one that is known here.
  if (unused.length === segments.length) return;
  for (const name of unused) await empty(path.join(folder, name));
}

async function isBegun(folder: string, name: string): Promise<boolean> {
  const [, high, low] = SEGMENT.exec(name)!;
  const head = Buffer.alloc(ADDRESS_AT + 8);
  const handle = await open(path.join(folder, name), "r");
  try {
    const { size } = await handle.stat();
    await handle.read(head, 0, head.length, 0);
    const begins = BigInt(`0x${high}00000000`) + BigInt(`0x${low}`) * BigInt(size);
    return head.readBigUInt64LE(ADDRESS_AT) === begins;
  } finally {
    await handle.close();
  }
}

async function empty(file: string): Promise<void> {
  const handle = await open(file, "r+");
  try {
    const { size } = await handle.stat();
    await handle.truncate(0);
    await handle.truncate(size);
  } finally {
    await handle.close();
  }
}
