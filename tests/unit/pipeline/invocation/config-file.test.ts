import { writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, it } from "vitest";
import { loadConfig, suiteNamed } from "../../../../src/pipeline/invocation/config-file.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

let cwd: string;
beforeEach(() => {
  cwd = temporaryFolder();
});

const GOOD =
  "suite: shop\ndatabase: { deploy: { local: {} } }\nworkloads: [{ name: a, run: oltp_point_select }]\n";
const write = (text: string) => writeFileSync(path.join(cwd, "plumbline.yml"), text);
const config = "plumbline.yml";

it("is read from the folder of the invocation", async () => {
  write(GOOD);
  expect((await loadConfig({ cwd, config })).suite).toBe("shop");
  expect((await loadConfig({ cwd: "/", config: path.join(cwd, config) })).suite).toBe("shop");
});

it("that is wrong is named as it was asked for, with line and column", async () => {
  write(GOOD.replace("suite", "siute"));
  await expect(loadConfig({ cwd, config: `./${config}` })).rejects.toMatchObject({
    kind: "usage",
    message: expect.stringMatching(/^plumbline\.yml:1:1: .*siute/),
  });
});

it("that is not there says how to have one", async () => {
  await expect(loadConfig({ cwd, config })).rejects.toMatchObject({
    kind: "usage",
    remedy: expect.stringMatching(/`plumbline init`.*--config/),
  });
});

it("has the name of its suite also where nothing of it can be measured", async () => {
  write("suite: shop\ndatabase: 5\n");
  expect(await suiteNamed({ cwd, config })).toBe("shop");
  const nobody = await suiteNamed({ cwd, config: "gone.yml" });
  write("suite: [\n");
  expect(await suiteNamed({ cwd, config })).toBe(nobody);
});
