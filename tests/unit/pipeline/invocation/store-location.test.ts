import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { historyLocation } from "../../../../src/pipeline/invocation/store-location.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "plumbline-location-"));
  const suite = "database: { deploy: { local: {} } }\nworkloads: [{ name: a, run: oltp_point_select }]\n";
  writeFileSync(path.join(folder, "suite.yml"), `${suite}store: file:configured\n`);
  writeFileSync(path.join(folder, "storeless.yml"), suite);
});
afterAll(() => rmSync(folder, { recursive: true }));

it.each([
  [
    "the option goes first",
    { store: "file:said", config: "suite.yml" },
    { PLUMBLINE_STORE: "file:env" },
    "file:said",
  ],
  ["then the environment", { config: "suite.yml" }, { PLUMBLINE_STORE: "file:env" }, "file:env"],
  ["then the config file", { config: "suite.yml" }, {}, "file:configured"],
  ["then the default", { config: "storeless.yml" }, {}, "file:.plumbline"],
  ["also without any config file", { config: "plumbline.yml" }, {}, "file:.plumbline"],
])("%s", async (_, words, env, location) => {
  expect(await historyLocation(words, env, folder)).toBe(location);
});

it("misses a config file that was named", async () => {
  await expect(historyLocation({ config: "other.yml" }, {}, folder)).rejects.toThrow(
    /cannot read the config file/,
  );
});
