/** Captured scripts as files. */
import { existsSync } from "node:fs";
import path from "node:path";
import type { CapturedScript } from "../../ingest/capture/choice.ts";
import { sha256, writeFileWhole } from "../../io/host/files.ts";
import { PlumblineError } from "../../model/errors.ts";
import type { Script } from "../../model/script.ts";

/** Target folder, and whether existing files may be overwritten. */
export type Folder = Readonly<{ output: string; force: boolean }>;

export type WrittenScript = Script & Readonly<{ name: string }>;

/** @throws PlumblineError of kind "usage" if one is there already, before any is written, or one cannot be written */
export async function writeScripts(
  scripts: readonly CapturedScript[],
  { output, force }: Folder,
): Promise<readonly WrittenScript[]> {
  const written = scripts.map(({ name, text, weight }) => ({
    name,
    text,
    weight,
    file: path.join(output, `${name}.sql`),
    path: path.resolve(output, `${name}.sql`),
    hash: sha256(text),
  }));
  const there = written.filter((script) => existsSync(script.path)).map(({ file }) => file);
  if (there.length > 0 && !force) {
    throw new PlumblineError(
      "usage",
      `${there.join(", ")} already ${there.length === 1 ? "exists" : "exist"}`,
      {
        remedy: `name another folder than ${output} with --output, or overwrite them with --force`,
      },
    );
  }
  for (const script of written) await writeFileWhole(script.path, script.text);
  return written;
}
