import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseConfig } from "../../../../src/config/parse.ts";
import { UNKNOWN_COMMIT } from "../../../../src/io/git/commit.ts";
import { git } from "../../../../src/io/git/git.ts";
import type { Invocation } from "../../../../src/pipeline/invocation/invocation.ts";
import { otherHistory, rulesOfBase } from "../../../../src/pipeline/measure/base-rules.ts";
import { Repository } from "../../../support/repository.ts";
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

describe("a history that a pull request chooses for itself", () => {
  let repository: Repository;
  beforeEach(() => {
    repository = new Repository();
  });
  afterEach(() => repository.remove());

  const OF_MAIN = "measure: { mode: history }\n";
  const ALONE = { overrides: {}, store: null } as const;
  const ofChange = async (before: string, now: string, more: Partial<Invocation> = {}) => {
    for (const [text, branch] of [
      [before, "main"],
      [now, "change"],
    ] as const) {
      if (branch !== "main") repository.git("checkout", "--quiet", "-b", branch);
      repository.write("services/plumbline.yml", `${CONFIG}${text}`);
      repository.git("add", ".");
      repository.commit(branch);
    }
    const config = parseConfig(`${CONFIG}${now}`, "plumbline.yml");
    const warnings = await otherHistory(
      {
        ...ALONE,
        cwd: path.join(repository.folder, "services"),
        config: "plumbline.yml",
        targetBranch: "main",
        merge: { base: null, target: "main" },
        ...more,
      } as Invocation,
      config,
    );
    return warnings.map(({ code, message }) => `${code}: ${message}`);
  };

  it.each([
    [
      "where base is measured side by side",
      "",
      `${OF_MAIN}store: file:fast\n`,
      "on main in file:fast, and base's with base itself, measured side by side",
    ],
    [
      "of another store, whose password is not said",
      `${OF_MAIN}store: postgres://u:secret-word@db/runs\n`,
      `${OF_MAIN}store: file:fast\n`,
      "on main in postgres://u:***@db/runs",
    ],
    [
      "of another host that hides behind a second @",
      `${OF_MAIN}store: postgres://u:secret-word@db/runs\n`,
      `${OF_MAIN}store: postgres://u:secret-word@elsewhere/runs?x=@db/runs\n`,
      "on main in postgres://u:***@db/runs, and base's with the history of",
    ],
    ["of another branch", OF_MAIN, `${OF_MAIN}baseline: { branch: fast }\n`, "on fast in"],
  ])("is said, %s", async (_, before, now, said) => {
    const [warning = "", ...more] = await ofChange(before, now);
    expect(warning).toMatch(/^other-history: .*the change itself chooses/);
    expect(warning).toContain(said);
    expect(warning).not.toContain("secret-word");
    expect(more).toEqual([]);
  });

  it.each<[string, string, string, Partial<Invocation>]>([
    ["it is base's", OF_MAIN, `${OF_MAIN}alpha: 0.01\n`, {}],
    ["base is measured, too", OF_MAIN, "", {}],
    ["the workflow says so", "", OF_MAIN, { overrides: { mode: "history" } }],
    [
      "the workflow names the store",
      `${OF_MAIN}store: file:a\n`,
      `${OF_MAIN}store: file:b\n`,
      { store: "file:c" },
    ],
    ["it is on its branch already", "", OF_MAIN, { merge: undefined! }],
    ["the config file is outside of the repository", "", OF_MAIN, { config: "/nowhere/plumbline.yml" }],
  ])("is not said where %s", async (_, before, now, more) => {
    expect(await ofChange(before, now, more)).toEqual([]);
  });

  it.each<[string, () => Partial<Invocation>]>([
    ["has fields that this version does not know", () => ({})],
    ["is of a commit that cannot be had", () => ({ merge: { base: "e".repeat(40), target: "main" } })],
    ["is of a branch that cannot be had", () => ({ merge: { base: null, target: "gone" } })],
    ["is in no repository", () => ({ cwd: temporaryFolder() })],
  ])("is not taken for the same where base's file %s", async (what, more) => {
    const before = what.startsWith("has fields") ? "thresholds: 5\n" : OF_MAIN;
    expect(await ofChange(before, OF_MAIN, more())).toEqual([
      expect.stringMatching(
        /^other-history: .*base's cannot be read: the change itself may choose .*\(.+\)$/,
      ),
    ]);
  });

  it("is said of a merge queue's group, by what it is merged onto", async () => {
    expect(await ofChange("", OF_MAIN, { merge: { base: "main", target: "main" } })).toHaveLength(1);
  });

  it.each(["../linked/real.yml", "../shared/link.yml"])(
    "is found where base's file is behind a link: %s",
    async (config) => {
      repository.write("shared/real.yml", CONFIG);
      symlinkSync("shared", path.join(repository.folder, "linked"));
      symlinkSync("../shared/real.yml", path.join(repository.folder, "shared/link.yml"));
      const [warning] = await ofChange("", OF_MAIN, { config });
      expect(warning).toContain("base's with base itself, measured side by side");
    },
  );
});
