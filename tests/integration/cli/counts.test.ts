/** Counts name a reason where the time of single statements is too noisy to name one. */
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Report } from "../../../src/model/report.ts";
import { Sandbox } from "./support/sandbox.ts";

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = new Sandbox();
  sandbox.write(
    "db/1.sql",
    `CREATE TABLE doc (id uuid PRIMARY KEY, body text);
CREATE TABLE entry (id bigint GENERATED ALWAYS AS IDENTITY, doc uuid);
CREATE TABLE trail (doc uuid);
INSERT INTO doc SELECT lpad(to_hex(i), 32, '0')::uuid, 'text' FROM generate_series(16, 255) i;
`,
  );
});
afterEach(async () => {
  const left = await sandbox.leftovers();
  await sandbox.close();
  expect(left).toEqual([]);
});

const config = (gates: string) => `suite: docs
database: { deploy: { local: { locale: C } }, setup: [db/*.sql] }
workloads: [{ name: write, script: bench/write.sql }]
measure: { cause: 0s, looks: 1, preflight: off, warmup: 0.1 }
gates: { qps: false, server-cpu: false, p99: false, ${gates} }
`;
const QUICK = ["--sessions", "4", "--seconds", "0.4"];
const ID = "00000000-0000-0000-0000-0000000000";

async function reasons(): Promise<NonNullable<Report["reason"]>["causes"]> {
  const { code, stderr } = await sandbox.run(["check", "--base", "HEAD~1", ...QUICK]);
  expect(code, stderr).toBe(1);
  return sandbox.json<Report>("plumbline-out/report.json").reason!.causes;
}

it("a new trigger on the table that is written", async () => {
  sandbox.write("plumbline.yml", config("rows-written: 5%"));
  sandbox.write("bench/write.sql", `INSERT INTO entry (doc) VALUES ('${ID}10');\n`);
  sandbox.commit("before");
  sandbox.write(
    "db/2.sql",
    `CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO trail VALUES (NEW.doc); RETURN NEW; END $$;
CREATE TRIGGER entry_trail AFTER INSERT ON entry FOR EACH ROW EXECUTE FUNCTION note();
`,
  );
  sandbox.commit("an audit trail");
  expect(await reasons()).toContainEqual(
    expect.objectContaining({ kind: "trigger", name: "entry_trail", on: "entry", file: "db/2.sql", line: 2 }),
  );
});

it("a statement that is sent 21 times, with its values in quotes", async () => {
  const ask = (name: string) => `SELECT body FROM doc WHERE id = '${ID}:${name}'::uuid;\n`;
  const draw = (name: string) => `\\set ${name} random(10, 99)\n`;
  const names = Array.from({ length: 21 }, (_, at) => `s${at}`);
  sandbox.write("plumbline.yml", config("tps: 30%"));
  sandbox.write("bench/write.sql", `${draw("s0")}${ask("s0")}`);
  sandbox.commit("before");
  sandbox.write("bench/write.sql", names.map((name) => `${draw(name)}${ask(name)}`).join(""));
  sandbox.commit("one by one");
  expect(await reasons()).toContainEqual(
    expect.objectContaining({ kind: "calls", base: "1", head: "21", shown: true }),
  );
});
