/** Files that are on the disk, and all of them or none, when a write has ended. */
import { access, type FileHandle, open, rename, rm } from "node:fs/promises";

export type Pending = Readonly<{ id: string; path: string; temporary: string; text: string }>;

/** All documents or none: they get their names only when each is on the disk, and lose them again if one cannot have its. */
export async function writeAll(pending: readonly Pending[]): Promise<void> {
  const named: string[] = [];
  try {
    for (const { temporary, text } of pending) await writeDurably(temporary, text);
    for (const { temporary, path } of pending) {
      const replaced = await exists(path);
      await rename(temporary, path);
      if (!replaced) named.push(path);
    }
  } catch (error) {
    for (const path of [...named, ...pending.map(({ temporary }) => temporary)]) {
      await rm(path, { force: true }).catch(() => undefined);
    }
    throw error;
  }
}

async function writeDurably(path: string, text: string): Promise<void> {
  await using(await open(path, "wx"), async (file) => {
    await file.writeFile(text);
    await file.sync();
  });
}

/** A new name is on the disk when its folder is. */
export async function syncFolder(path: string): Promise<void> {
  await using(await open(path, "r"), (folder) => folder.sync());
}

async function using(file: FileHandle, work: (file: FileHandle) => Promise<void>): Promise<void> {
  try {
    await work(file);
  } finally {
    await file.close();
  }
}

export async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}
