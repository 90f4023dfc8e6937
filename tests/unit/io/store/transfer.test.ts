import { once } from "node:events";
import { createServer } from "node:net";
import path from "node:path";
import { expect, it } from "vitest";
import { FolderStore } from "../../../../src/io/store/folder-store.ts";
import { exportRuns, importRuns } from "../../../../src/io/store/transfer.ts";
import { makeRun } from "../../../support/runs.ts";
import { sharedFolder } from "../../../support/temporary-folder.ts";

const folder = sharedFolder();

it("into a file that cannot be made ends with the reason, however late the first run comes", async () => {
  const store = await FolderStore.open(path.join(folder, "store"));
  await store.save([makeRun({ sessions: 1, secondsPerSession: 0.1 })]);
  await expect(exportRuns(store, "no/such/runs.jsonl", folder)).rejects.toThrow(
    /cannot write it: ENOENT: no such file or directory/,
  );
});

it.each(["run.json", "runs.jsonl"])("from a %s that cannot be opened names it", async (name) => {
  const socket = path.join(folder, name);
  await using server = createServer().listen(socket);
  await once(server, "listening");
  const store = await FolderStore.open(path.join(folder, "other"));
  const imported = importRuns(store, [name], folder);
  await expect(imported).rejects.toThrow(`cannot import ${socket}: ENXIO`);
  await expect(imported).rejects.toHaveProperty("kind", "usage");
});
