import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, it } from "vitest";
import { parseConfig } from "../../../../src/config/parse.ts";
import { scriptOptions } from "../../../../src/model/script.ts";
import { readScripts, withRowFiles } from "../../../../src/pipeline/measure/scripts.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

let tree: string;
beforeEach(() => {
  tree = temporaryFolder();
});

const config = parseConfig(
  `suite: shop
database: { deploy: { local: {} }, setup: [db.sql] }
workloads:
  - { name: points, run: oltp_point_select }
  - name: visits
    script: [{ file: browse.sql, weight: 9 }, { file: buy.sql }]
    variables: { items: 100 }
`,
  "plumbline.yml",
);

it("scripts are read as they lie in the tree: place, weight, and the hash of every byte", async () => {
  const texts = { "browse.sql": "SELECT 1;\n", "buy.sql": "SELECT '\u00fc';" };
  for (const [file, text] of Object.entries(texts)) writeFileSync(path.join(tree, file), text);
  const hash = (text: string) => createHash("sha256").update(text).digest("hex");
  expect(await readScripts(config, 1, tree)).toEqual({
    files: [
      { file: "browse.sql", path: path.join(tree, "browse.sql"), weight: 9, hash: hash(texts["browse.sql"]) },
      { file: "buy.sql", path: path.join(tree, "buy.sql"), weight: 1, hash: hash(texts["buy.sql"]) },
    ],
    variables: { items: 100 },
  });
});

it("a workload of the load generator's own has none", async () => {
  expect(await readScripts(config, 0, tree)).toBeUndefined();
});

it("one that is not there is named with its place in the config file", async () => {
  writeFileSync(path.join(tree, "browse.sql"), "");
  await expect(readScripts(config, 1, tree)).rejects.toMatchObject({
    kind: "usage",
    message: `plumbline.yml:6:55: visits: there is no file buy.sql in ${tree}`,
    remedy: expect.stringContaining("no pattern"),
  });
});

it("one that Git LFS has not fetched is named so, and not run", async () => {
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${"0".repeat(64)}\nsize 12\n`;
  writeFileSync(path.join(tree, "browse.sql"), pointer);
  await expect(readScripts(config, 1, tree)).rejects.toMatchObject({
    kind: "usage",
    message: expect.stringMatching(/^plumbline\.yml:6:\d+: visits: browse\.sql: this is a Git LFS pointer/),
    remedy: expect.stringContaining("`lfs: true`"),
  });
});

const SET = { files: [{ file: "buy.sql", path: "", weight: 1, hash: "0".repeat(64) }], variables: {} };

it("a file that scripts read is part of what they are: another file, another workload", async () => {
  const place = path.join(tree, "ids.csv");
  const optionsWith = async (text: string) => {
    writeFileSync(place, text);
    return scriptOptions(await withRowFiles(SET, [`${tree}/bench/../ids.csv`, place], tree));
  };
  const hash = createHash("sha256").update("1\n").digest("hex").slice(0, 12);
  expect(await optionsWith("1\n")).toEqual({ scripts: `buy.sql@1 000000000000, ids.csv ${hash}` });
  expect(await optionsWith("2\n")).not.toEqual(await optionsWith("1\n"));
  expect(await withRowFiles(SET, [], tree)).toBe(SET);
});

it("a file that scripts read is fetched from Git LFS before", async () => {
  writeFileSync(
    path.join(tree, "ids.csv"),
    "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 12\n",
  );
  await expect(withRowFiles(SET, [path.join(tree, "ids.csv")], tree)).rejects.toMatchObject({
    kind: "usage",
    message: expect.stringMatching(/^ids\.csv: this is a Git LFS pointer/),
  });
});
