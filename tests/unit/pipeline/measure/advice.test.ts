import { expect, it } from "vitest";
import { parseConfig } from "../../../../src/config/parse.ts";
import { rulesOf } from "../../../../src/config/rules.ts";
import { runAdvice } from "../../../../src/pipeline/measure/advice.ts";
import { planWith } from "../../../../src/pipeline/measure/plan.ts";
import { CATALOG, describeWorkload } from "../../../support/describe.ts";

async function notesOf(measure: string): Promise<readonly string[]> {
  const text = `database: { deploy: { local: {} } }\nworkloads: [{ name: a, run: oltp_point_select }]\nmeasure: ${measure}\n`;
  const config = parseConfig(text, "plumbline.yml");
  const generator = {
    catalog: async () => CATALOG,
    describe: async ({ workload }: { workload: string }) => describeWorkload(workload, {}),
  };
  const notes: string[] = [];
  const plan = await planWith(config, {}, generator, "/");
  runAdvice(plan, rulesOf(config), [], { note: (note) => notes.push(note) });
  return notes;
}

it("says before the start that no gate can be judged by so few sessions", async () => {
  expect(await notesOf("{ sessions: 2 }")).toEqual([
    "2 sessions for each arm: a verdict needs 3, so no gate can be judged (measure.sessions)",
  ]);
  expect(await notesOf("{ sessions: 3 }")).toEqual([]);
});
