import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, it } from "vitest";
import { parseConfig } from "../../../../src/config/parse.ts";
import { nativeLoadGenerator } from "../../../../src/io/load/native.ts";
import { invocationOf } from "../../../../src/pipeline/invocation/words.ts";
import { assurePlannable } from "../../../../src/pipeline/measure/validate-early.ts";
import { CATALOG, describeWorkload } from "../../../support/describe.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

let cwd: string;
beforeEach(() => {
  cwd = temporaryFolder();
});

const GENERATOR = {
  ...nativeLoadGenerator("/nowhere"),
  catalog: async () => CATALOG,
  describe: async ({ workload, options }: { workload: string; options: object }) =>
    describeWorkload(workload, options as Record<string, number>),
};
const progress = { stage: () => undefined, update: () => undefined };

const assure = (
  run: string,
  words: Record<string, string>,
  generator: typeof GENERATOR | null = GENERATOR,
  setup = "",
) => {
  const text = `database: { deploy: { local: {} }${setup} }\nworkloads: [{ name: a, run: ${run} }]\n`;
  const config = parseConfig(text, "plumbline.yml");
  return assurePlannable(
    config,
    invocationOf(words, {}, cwd),
    progress,
    new AbortController().signal,
    async () => generator,
  );
};

it("says what the load generator does not know, where it is at hand", async () => {
  const history = { mode: "history" };
  await assure("oltp_point_select", history);
  await expect(assure("oltp_point_selct", history)).rejects.toMatchObject({
    kind: "usage",
    message: expect.stringContaining('plumbline.yml:2:29: a: unknown workload "oltp_point_selct"'),
  });
  await assure("oltp_point_selct", history, null);
});

it("says that there is no base, where one is needed", async () => {
  await expect(assure("oltp_point_select", {})).rejects.toThrow("is in no git repository");
  await assure("oltp_point_select", { base: "HEAD" });
});

it("says which pattern of the set-up names no file of head", async () => {
  const attempt = assure("oltp_point_select", { mode: "history" }, null, ", setup: [db/*.sql]");
  await expect(attempt).rejects.toThrow('matches "db/*.sql"');
});

it("says where an input of a command names no file of head", async () => {
  const setup = ", setup: [{ command: x, inputs: ['*', '!y', 'db/**'] }]";
  const attempt = () => assure("oltp_point_select", { mode: "history" }, GENERATOR, setup);
  writeFileSync(path.join(cwd, "a"), "");
  await expect(attempt()).rejects.toMatchObject({
    kind: "usage",
    message: `plumbline.yml:1:78: no file in ${cwd} matches "db/**"`,
  });
  mkdirSync(path.join(cwd, "db"));
  writeFileSync(path.join(cwd, "db/1.sql"), "");
  await attempt();
});
