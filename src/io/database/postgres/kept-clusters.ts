/**
 * Filled clusters that outlive the invocation. A folder of entries, named by all that decides what is in them:
 *
 *     NAME/data/           the cluster, stopped cleanly; it is copied, and never started
 *     NAME/manifest.json   what it holds, file by file; without it the entry is none
 *     NAME/used            its time: when it was last used
 *     NAME/read            boot of the machine, and by its time when the contents were last read whole
 *     NAME/leases/         a file for each process that uses it
 *     secret               password of the superuser of all of them
 *
 * There is no lock: an entry appears by one rename and goes by another, and who uses one says so first. Of two that fill the same at
 * once the second keeps its own to itself.
 */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import {
  access,
  link,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import type { PlumblineError } from "../../../model/errors.ts";
import { formatBytes } from "../../../text/units.ts";
import { attempt } from "../../host/process-identity.ts";
import { bytesOf, Contents, contentsOf, differenceFrom } from "../place/contents.ts";
import { copyFolder } from "../place/copy-folder.ts";
import { boot, isGone, isSeen, makerText } from "../place/maker.ts";
import { unusablePlace } from "./kept-place.ts";

/** Another number: older entries are none. */
const FORMAT = 3;
const DAY_MS = 24 * 3_600_000;
/** More than it takes to write a file that was just made. */
const WRITING_MS = 60_000;
const COMING = "coming-";
const GOING = "going-";

const KeptClusterManifest = z.object({
  format: z.literal(FORMAT),
  /** Drawn when it was filled: what is made on top of it names this one, whose statistics are a sample of their own. */
  id: z.string(),
  /** Description of its contents, for a reader. */
  about: z.string(),
  loadedAt: z.string(),
  bytes: z.number(),
  contents: Contents,
});
type KeptClusterManifest = Readonly<z.infer<typeof KeptClusterManifest>>;

/** An entry that stays until it is released. */
export type Lease = Readonly<{ dataDir: string; id: string; loadedAt: string; release(): Promise<void> }>;

/** A place for a copy that is the caller's own. */
type Spare = Readonly<{
  /** Does not exist; its parent does. */
  place(): Promise<string>;
  signal: AbortSignal;
}>;

export type KeptCluster = Readonly<{
  name: string;
  about: string;
  bytes: number;
  loadedAt: string;
  usedAt: string;
  isUsed: boolean;
}>;

type KeptOptions = Readonly<{
  folder: string;
  /** Bytes of all entries together; what was not used for longest goes first. */
  mostBytes: number;
  /** Hears what is wrong with an entry. */
  note: (text: string) => void;
}>;

export class KeptClusters {
  /** Password of the superuser of all entries. */
  readonly password: string;
  readonly #options: KeptOptions;

  private constructor(options: KeptOptions, password: string) {
    this.#options = options;
    this.password = password;
  }

  /** @throws PlumblineError of kind "machine" where the folder cannot be used */
  static async openOrThrow(options: KeptOptions): Promise<KeptClusters> {
    try {
      await mkdir(options.folder, { recursive: true, mode: 0o700 });
      return new KeptClusters(options, await secretOf(options.folder));
    } catch (error) {
      throw await unusablePlace(options.folder, error);
    }
  }

  /** @returns null, and a note, where the folder cannot be used */
  static async open(options: KeptOptions): Promise<KeptClusters | null> {
    return await KeptClusters.openOrThrow(options).catch(({ message, remedy }: PlumblineError) => {
      options.note(`loaded data is not kept for the next run: ${message}; ${remedy}`);
      return null;
    });
  }

  /** True if there seems to be an entry of that key; `find` looks it over. */
  async has(key: string): Promise<boolean> {
    return await access(path.join(this.#place(key), "manifest.json")).then(
      () => true,
      () => false,
    );
  }

  /**
   * The entry of that key, looked over; null if there is none that can be used. Makes room, too: the limit may be lower than when the
   * others were kept. Nothing that fails here is worth a measurement: it is noted.
   * @param spare place of a copy, for an entry that takes no lease, as on a read-only mount
   */
  async find(key: string, spare: Spare): Promise<Lease | null> {
    const entry = this.#place(key);
    try {
      const release = await takeLease(entry).catch(() => UNLEASABLE);
      if (release === UNLEASABLE) return await copyOf(entry, spare);
      const lease = release === null ? null : await this.#lookOver(entry, release);
      await this.#makeRoom();
      return lease;
    } catch (error) {
      spare.signal.throwIfAborted();
      this.#options.note(`kept data is not used: ${(error as Error).message}`);
      return null;
    }
  }

  async #lookOver(entry: string, release: () => Promise<void>): Promise<Lease | null> {
    const manifest = await readManifest(entry);
    if (manifest !== null && manifest.bytes > this.#options.mostBytes) {
      await release();
      return null;
    }
    const damage = manifest === null ? "its manifest cannot be read" : await damageOf(entry, manifest);
    if (manifest !== null && damage === null) {
      await touchOrMake(path.join(entry, "used"));
      const { id, loadedAt } = manifest;
      return { dataDir: path.join(entry, "data"), id, loadedAt, release };
    }
    await rm(path.join(entry, "manifest.json"), { force: true });
    await release();
    await this.#remove(entry);
    this.#options.note(`kept data was damaged and is loaded again: ${damage} (${entry})`);
    return null;
  }

  /**
   * Keeps a cluster that was stopped cleanly, and makes room for it.
   * @param cluster its id, and its folder, which is gone afterwards, if the answer is not null
   * @returns null if it is not to be kept: it is too large, leads out of its folder, or another process was quicker
   */
  async keep(
    key: string,
    { dataDir, id }: Pick<Lease, "dataDir" | "id">,
    about: string,
    signal: AbortSignal,
  ): Promise<Lease | null> {
    const { mostBytes, note } = this.#options;
    try {
      const contents = await contentsOf(dataDir);
      if (contents === null) return null;
      const bytes = bytesOf(contents);
      if (bytes > mostBytes) {
        note(
          `loaded data is not kept for the next run: it has ${formatBytes(bytes)}, of at most ${formatBytes(mostBytes)}`,
        );
        return null;
      }
      const manifest: KeptClusterManifest = {
        format: FORMAT,
        id,
        about,
        loadedAt: new Date().toISOString(),
        bytes,
        contents,
      };
      const lease = await publishEntry(manifest, dataDir, this.#place(key), signal);
      await this.#makeRoom();
      return lease;
    } catch (error) {
      signal.throwIfAborted();
      note(`loaded data is not kept for the next run: ${(error as Error).message}`);
      return null;
    }
  }

  /**
   * Newest use first.
   * @throws PlumblineError of kind "machine" where the folder cannot be read
   */
  async list(): Promise<readonly KeptCluster[]> {
    const { folder } = this.#options;
    const names = await readdir(folder).catch(async (error: unknown) => {
      throw await unusablePlace(folder, error);
    });
    const entries = await Promise.all(names.filter(isEntry).map((name) => this.#entry(name)));
    return entries.filter((entry) => entry !== null).toSorted((a, b) => (a.usedAt < b.usedAt ? 1 : -1));
  }

  /**
   * Removes what was not used for longest until the rest has at most that many bytes, and what killed processes left. What is in use
   * stays.
   * @returns what was removed
   */
  async prune(mostBytes: number): Promise<readonly KeptCluster[]> {
    const { folder } = this.#options;
    const entries = await this.list();
    const known = new Set(entries.map(({ name }) => name));
    for (const name of await readdir(folder)) {
      const isBroken = isEntry(name) && !known.has(name);
      if (isBroken || (await isAbandoned(folder, name))) await this.#remove(path.join(folder, name));
    }
    const removed: KeptCluster[] = [];
    let bytes = 0;
    // What is in use takes its room whenever it was last used.
    for (const entry of entries.toSorted((a, b) => Number(b.isUsed) - Number(a.isUsed))) {
      bytes += entry.bytes;
      if (bytes <= mostBytes || !(await this.#remove(path.join(folder, entry.name)))) continue;
      bytes -= entry.bytes;
      removed.push(entry);
    }
    return removed;
  }

  async #makeRoom(): Promise<void> {
    const { mostBytes, note } = this.#options;
    await this.prune(mostBytes).catch((error: Error) => note(`kept data is not pruned: ${error.message}`));
  }

  #place(key: string): string {
    const name = createHash("sha256")
      .update(JSON.stringify([FORMAT, this.password, key]))
      .digest("hex");
    return path.join(this.#options.folder, name.slice(0, 32));
  }

  async #entry(name: string): Promise<KeptCluster | null> {
    const entry = path.join(this.#options.folder, name);
    const manifest = await readManifest(entry);
    if (manifest === null) return null;
    const { about, bytes, loadedAt } = manifest;
    const used = await stat(path.join(entry, "used")).catch(() => null);
    return {
      name,
      about,
      bytes,
      loadedAt,
      usedAt: used?.mtime.toISOString() ?? loadedAt,
      isUsed: await isLeased(entry),
    };
  }

  /** @returns true if this removed it: what is in use stays, and another process may have been quicker */
  async #remove(entry: string): Promise<boolean> {
    if (await isLeased(entry)) return false;
    const going = path.join(path.dirname(entry), `${GOING}${randomUUID()}`);
    try {
      await rename(entry, going);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
      throw error;
    }
    // Another process may have come in between: its lease is within the entry, and went with it.
    if (await isLeased(going)) {
      await rename(going, entry).catch(() => undefined);
      return false;
    }
    await rm(going, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    return true;
  }
}

function isEntry(name: string): boolean {
  return /^[0-9a-f]{32}$/.test(name);
}

/** The first who comes draws it; a link either is made whole or not at all. An empty one is what a power failure leaves. */
async function secretOf(folder: string): Promise<string> {
  const place = path.join(folder, "secret");
  const known = await readFile(place, "utf8").catch(() => null);
  if (known !== null && known !== "") return known;
  if (known === "") await rm(place, { force: true });
  const drawn = `${place}-${randomUUID()}`;
  try {
    await writeFile(drawn, randomBytes(18).toString("base64url"), { mode: 0o600 });
    await link(drawn, place).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  } finally {
    await rm(drawn, { force: true });
  }
  return await readFile(place, "utf8");
}

/** Makes the entry next to its place, with a lease of ours in it, and moves it there. */
async function publishEntry(
  manifest: KeptClusterManifest,
  dataDir: string,
  entry: string,
  signal: AbortSignal,
): Promise<Lease | null> {
  const coming = path.join(path.dirname(entry), `${COMING}${randomUUID()}`);
  const data = path.join(coming, "data");
  await mkdir(path.join(coming, "leases"), { recursive: true, mode: 0o700 });
  const release = await takeLease(coming, entry);
  try {
    await writeFile(path.join(coming, "manifest.json"), JSON.stringify(manifest));
    await touchOrMake(path.join(coming, "used"));
    await writeFile(path.join(coming, "read"), boot());
    const wasMoved = await moveFolder(dataDir, data, signal);
    const isFirst = await rename(coming, entry).then(
      () => true,
      () => false,
    );
    if (!isFirst) {
      if (wasMoved) await rename(data, dataDir);
      return null;
    }
    if (!wasMoved) await rm(dataDir, { recursive: true, force: true });
    const { id, loadedAt } = manifest;
    return { dataDir: path.join(entry, "data"), id, loadedAt, release: release! };
  } finally {
    await rm(coming, { recursive: true, force: true });
  }
}

/** @returns false where it lies on another file system and was copied */
async function moveFolder(from: string, to: string, signal: AbortSignal): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
    await copyFolder(from, to, signal);
    return false;
  }
}

/** @param later where the entry will be when the lease is given back. @returns gives it back; null: there is no such entry */
async function takeLease(entry: string, later = entry): Promise<(() => Promise<void>) | null> {
  const name = randomUUID();
  const lease = path.join(entry, "leases", name);
  try {
    await writeFile(lease, makerText());
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    // On a full disk it is made and stays empty, and would keep the entry from going.
    await rm(lease, { force: true }).catch(() => undefined);
    throw error;
  }
  return async () => {
    await rm(path.join(later, "leases", name), { force: true });
  };
}

const UNLEASABLE = "unleasable" as const;

/**
 * Copies an entry that could go while it is used. The copy is read whole: another process may have written to the entry meanwhile.
 * @returns null: there is no such entry
 * @throws Error where the copy cannot be made, or does not hold what the manifest says
 */
async function copyOf(entry: string, { place, signal }: Spare): Promise<Lease | null> {
  const manifest = await readManifest(entry);
  if (manifest === null) return null;
  const dataDir = await place();
  try {
    await copyFolder(path.join(entry, "data"), dataDir, signal);
    const damage = await differenceFrom(manifest.contents, dataDir, { whole: true });
    if (damage !== null) throw new Error(`${damage} (${entry})`);
    const { id, loadedAt } = manifest;
    return { dataDir, id, loadedAt, release: async () => undefined };
  } catch (error) {
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  }
}

/**
 * True if a living process uses it; one that cannot be seen from here, as of another machine with the same home, counts for a day. A
 * lease without a name is being written, or its writer was killed.
 */
async function isLeased(entry: string): Promise<boolean> {
  const folder = path.join(entry, "leases");
  for (const name of await readdir(folder).catch(() => [])) {
    const lease = path.join(folder, name);
    const maker = await readFile(lease, "utf8").catch(() => null);
    if (maker === null) continue;
    const age = Date.now() - ((await stat(lease).catch(() => null))?.mtimeMs ?? 0);
    const limit = maker === "" ? WRITING_MS : DAY_MS;
    if (!isGone(maker) && (isSeen(maker) || age < limit)) return true;
    await rm(lease, { force: true }).catch(() => undefined);
  }
  return false;
}

/** Half an entry whose maker is gone. */
async function isAbandoned(folder: string, name: string): Promise<boolean> {
  if (!name.startsWith(COMING) && !name.startsWith(GOING)) return false;
  return !(await isLeased(path.join(folder, name)));
}

async function readManifest(entry: string): Promise<KeptClusterManifest | null> {
  const text = await readFile(path.join(entry, "manifest.json"), "utf8").catch(() => null);
  const { data } = KeptClusterManifest.safeParse(text === null ? null : attempt(() => JSON.parse(text)));
  return data ?? null;
}

/**
 * Sizes and times are looked at each time. Contents are read whole once in each boot of the machine, since servers that write without
 * fsync may leave on disk less than they wrote when the power fails, and once a day.
 */
async function damageOf(entry: string, { contents }: KeptClusterManifest): Promise<string | null> {
  const stamp = path.join(entry, "read");
  const readAt = (await stat(stamp).catch(() => null))?.mtimeMs ?? 0;
  const inThisBoot = (await readFile(stamp, "utf8").catch(() => null)) === boot();
  const whole = !inThisBoot || Date.now() - readAt > DAY_MS;
  const damage = await differenceFrom(contents, path.join(entry, "data"), { whole });
  // Without the stamp it is read again next time.
  if (damage === null && whole) await writeFile(stamp, boot()).catch(() => undefined);
  return damage;
}

/** Marks an entry as used just now; if that cannot be written, the entry only goes sooner. */
async function touchOrMake(file: string): Promise<void> {
  const now = new Date();
  await utimes(file, now, now)
    .catch(() => writeFile(file, ""))
    .catch(() => undefined);
}
