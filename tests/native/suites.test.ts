/**
 * The suites of docs/examples: each is a config file that parses, and each of its workloads and loads is one that
 * plumbline-load knows, with options that it takes.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseConfig } from "../../src/config/parse.ts";
import type { Plan } from "../../src/config/plan.ts";
import { findLoadGenerator } from "../../src/io/load/find.ts";
import { planWith } from "../../src/pipeline/measure/plan.ts";
import { runLoad } from "./support/plumbline-load.ts";

const folder = join(import.meta.dirname, "../../docs/examples/suites");
const files = readdirSync(folder).filter((name) => name.endsWith(".yml"));

/** Each made by what the program says: an option that it does not know would end it here. */
const generator = await findLoadGenerator({ progress: { stage: () => undefined } });
const plans = new Map<string, Plan>();
for (const file of files) {
  // The order lines of so many warehouses are counted one by one, which takes half a minute each time.
  const text = readFileSync(join(folder, file), "utf8").replace("warehouses: 140000", "warehouses: 1400");
  const config = parseConfig(text, file);
  plans.set(file, await planWith(config, { seed: 1 }, generator, "."));
}
const planOfFile = (file: string) => plans.get(file)!;

const argumentsOf = (options: Readonly<Record<string, unknown>>) =>
  Object.entries(options).map(([name, value]) => `--${name}=${String(value)}`);

it("has a suite for each published measurement, and docs/workloads.md names them all", () => {
  const docs = readFileSync(join(folder, "../../workloads.md"), "utf8");
  expect(files).toHaveLength(10);
  for (const file of files) expect(docs).toContain(`\`${file}\``);
});

describe.each(files)("%s", (file) => {
  const plan = planOfFile(file);

  it.each(
    plan.workloads.map(({ name, workload, dialect, options }) => [name, workload, dialect, options] as const),
  )("runs %s", async (_name, workload, dialect, options) => {
    const done = await runLoad([`--dialect=${dialect}`, ...argumentsOf(options), workload, "sql"]);
    expect(done.stderr).toBe("");
    expect(done.code).toBe(0);
  });

  it.each(
    plan.loads.map(
      ({ database, workload, dialect, options }) => [database, workload, dialect, options] as const,
    ),
  )("loads %s", async (_name, workload, dialect, options) => {
    const done = await runLoad([`--dialect=${dialect}`, ...argumentsOf(options), workload, "sql"]);
    expect(done.stderr).toBe("");
    expect(done.stdout).toContain("-- prepare\nCREATE TABLE");
  });
});

/** What the measurements are known by. */
it("sends what was measured", async () => {
  const statementsOf = async (file: string, index: number) => {
    const { workload, dialect, options } = planOfFile(file).workloads[index]!;
    const { stdout } = await runLoad([`--dialect=${dialect}`, ...argumentsOf(options), workload, "sql"]);
    const run = stdout.split("-- run\n")[1]!;
    return [...run.matchAll(/: (\d+) in one event/g)].reduce((sum, [, count]) => sum + Number(count), 0);
  };
  // YugabyteDB's report: 34 statements in an event; sysbench's own options make 20.
  expect(await statementsOf("yugabytedb-sysbench.yml", 0)).toBe(34);
  expect(await statementsOf("yugabytedb-sysbench-stock.yml", 0)).toBe(20);
  // KubeBlocks: 80 and 20.
  expect(await statementsOf("kubeblocks-read-write-pct.yml", 0)).toBe(100);
});
