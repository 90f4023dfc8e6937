import { readdirSync } from "node:fs";
import { afterEach, expect, it, vi } from "vitest";
import { WorkFolder } from "../../../../../src/io/database/place/work-folder.ts";
import { temporaryFolder } from "../../../../support/temporary-folder.ts";

afterEach(() => void vi.unstubAllEnvs());

it("leaves nothing where it cannot be made whole", async () => {
  const folder = temporaryFolder();
  vi.stubEnv("TMPDIR", folder);
  const before = process.listenerCount("exit");
  const owner = { name: "nobody", uid: -5, gid: -5 };
  await expect(WorkFolder.open(owner)).rejects.toThrow(`cannot make a folder in ${folder}: `);
  expect(readdirSync(folder)).toEqual([]);
  expect(process.listenerCount("exit")).toBe(before);
});
