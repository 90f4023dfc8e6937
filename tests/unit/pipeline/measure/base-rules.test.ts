import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { UNKNOWN_COMMIT } from "../../../../src/io/git/commit.ts";
import { git } from "../../../../src/io/git/git.ts";
import { rulesOfBase } from "../../../../src/pipeline/measure/base-rules.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const CONFIG = "database: { deploy: { local: } }\nworkloads: [{ name: a, run: oltp_read_only }]\n";

let folder: string;
let tree: string;
beforeEach(async () => {
  folder = temporaryFolder();
  tree = path.join(folder, "base");
  mkdirSync(path.join(tree, "services/shop"), { recursive: true });
  await git(tree, ["init", "--quiet"]);
});

const ofBase = async (config: string, inside = "") => {
  const cwd = path.join(folder, "head", inside);
  return await rulesOfBase({ cwd, config }, { tree: path.join(tree, inside), commit: UNKNOWN_COMMIT });
};

describe("what base judges by", () => {
  it("is in the file of that name in base's tree", async () => {
    writeFileSync(path.join(tree, "services/bench.yml"), `${CONFIG}alpha: 0.01\n`);
    const { rules, warnings } = await ofBase("../bench.yml", "services/shop");
    expect(rules).toMatchObject({ alpha: 0.01, measured: { workloads: [{ name: "a" }] } });
    expect(warnings).toEqual([]);
    const named = await ofBase(path.join(folder, "head/services/bench.yml"), "services/shop");
    expect(named.rules).toMatchObject({ alpha: 0.01 });
  });

  it("is nothing where base has no config file yet, where there is no base, and where both have one tree", async () => {
    const nothing = { rules: null, warnings: [] };
    expect(await ofBase("plumbline.yml")).toEqual(nothing);
    expect(await rulesOfBase({ cwd: tree, config: "plumbline.yml" }, null)).toEqual(nothing);
    writeFileSync(path.join(tree, "plumbline.yml"), CONFIG);
    const same = { tree, commit: UNKNOWN_COMMIT };
    expect(await rulesOfBase({ cwd: tree, config: "plumbline.yml" }, same)).toEqual(nothing);
  });

  it("is nothing where the file lies outside of the repository: no change of it can write there", async () => {
    writeFileSync(path.join(folder, "elsewhere.yml"), CONFIG);
    expect(await ofBase("../elsewhere.yml")).toEqual({ rules: null, warnings: [] });
  });

  it.each([
    [
      "has fields that this version does not know",
      `${CONFIG}thresholds: 5\n`,
      /plumbline\.yml:3:1: .*thresholds/,
    ],
    ["is no YAML", "a: [", /plumbline\.yml:1/],
  ])("is said to be unknown where the file %s", async (_, text, why) => {
    writeFileSync(path.join(tree, "plumbline.yml"), text);
    const { rules, warnings } = await ofBase("plumbline.yml");
    expect(rules).toBeNull();
    expect(warnings).toMatchObject([{ code: "base-limits-unknown", message: expect.stringMatching(why) }]);
  });

  it("is said to be unknown where a folder has its name", async () => {
    mkdirSync(path.join(tree, "plumbline.yml"));
    expect((await ofBase("plumbline.yml")).warnings).toMatchObject([{ code: "base-limits-unknown" }]);
  });
});
