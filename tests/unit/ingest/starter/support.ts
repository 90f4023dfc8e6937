import type { Repository } from "../../../../src/ingest/starter/repository.ts";

/** A repository of these files, by their texts. */
export function repositoryOf(files: Readonly<Record<string, string>>): Repository {
  return { name: "orders", files: Object.keys(files).sort(), read: (file) => files[file] ?? null };
}
