/** A check that is repeated is judged with what was measured before: five attempts at one question, by the command line on real servers. */
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Report } from "../../../src/model/report.ts";
import type { Run } from "../../../src/model/run.ts";
import { type Invocation, Sandbox } from "./support/sandbox.ts";
import { expectValid } from "./support/schemas.ts";

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = new Sandbox();
});
afterEach(async () => {
  const left = await sandbox.leftovers();
  await sandbox.close();
  expect(left).toEqual([]);
});

/** No noise of a test is within so small a limit: each check takes all of its looks. */
const config = (qps: string) => `suite: repeated
database: { deploy: { local: {} } }
workloads: [{ name: one, script: bench/one.sql }]
gates: { qps: ${qps}, server-cpu: false, p99: false }
measure: { sessions: 3, looks: 3, seconds: 0.1, warmup: 0, preflight: off, cause: 0s }
`;

async function check(): Promise<Report> {
  const { code, stderr } = await sandbox.run(["check", "--base", "HEAD~1", "--fail-on", "never"]);
  expect(code, stderr).toBe(0);
  return sandbox.json<Report>("plumbline-out/report.json");
}

const sessionsOf = ({ workloads }: Pick<Run, "workloads">) => workloads[0]!.sessions.length;

/** So many sessions have ended, and another one is measured. */
async function session(invocation: Invocation, number: number): Promise<void> {
  const seen = new Set<string>();
  await invocation.until(() => {
    const line = sandbox
      .processes()
      .find((each) => /^\d+ \S*plumbline-load .* run $/.test(each) && !each.includes("--events="));
    if (line !== undefined) seen.add(line.split(" ")[0]!);
    return seen.size > number ? true : undefined;
  });
}

it("adds up attempts: one that was cut short, one of an empty commit, one by other limits", async () => {
  sandbox.write("bench/one.sql", "SELECT 1;\n");
  sandbox.write("plumbline.yml", config("0.01%"));
  sandbox.commit("base");
  sandbox.write("bench/one.sql", "SELECT 1 + 1;\n");
  sandbox.commit("head");

  const first = await check();
  expect(first.attempts).toBeUndefined();
  const measured = sandbox.json<Run>("plumbline-out/run.json");
  expect(measured.question).toMatch(/^[0-9a-f]{64}$/);

  // Cut short after its first look: the output folder has it, the store has not.
  const cut = sandbox.start(["check", "--base", "HEAD~1"]);
  await session(cut, 4);
  cut.kill("SIGINT");
  expect((await cut.ended).code).toBe(130);
  const short = sandbox.json<Run>("plumbline-out/run.json");
  expect(short.attempts).toHaveLength(1);
  expect(sessionsOf(short)).toBeGreaterThanOrEqual(3);

  const third = await check();
  expect(third.attempts!.earlier).toHaveLength(2);
  expect(third.attempts!.sessions).toBe(
    sessionsOf(measured) + sessionsOf(short) + third.workloads[0]!.sessions!,
  );
  expect(sandbox.read("plumbline-out/comment.md")).toMatch(
    /third attempt, \d+ sessions; the first was \w+ and the second \w+/,
  );

  // An empty commit asks the same: base is the commit before it, in the words of a pull request the same merge-base.
  sandbox.commit("again");
  const { code, stderr } = await sandbox.run(["check", "--base", "HEAD~2", "--fail-on", "never"]);
  expect(code, stderr).toBe(0);
  const fourth = sandbox.json<Report>("plumbline-out/report.json");
  expect(fourth.attempts!.earlier).toHaveLength(3);
  expect(fourth.head.commit.sha).not.toBe(third.head.commit.sha);

  // Other limits judge the same sessions, and the report says whose limits were others.
  sandbox.write("plumbline.yml", config("90%"));
  sandbox.commit("wider");
  const ending = await sandbox.run(["check", "--base", "HEAD~3", "--fail-on", "never"]);
  expect(ending.code, ending.stderr).toBe(0);
  const fifth = sandbox.json<Report>("plumbline-out/report.json");
  expect(fifth.attempts!.earlier.map(({ otherLimits }) => otherLimits)).toEqual([true, true, true, true]);
  const run = sandbox.json<Run>("plumbline-out/run.json");
  expectValid("run", run);
  expectValid("report", fifth);
  expect(run.question).toBe(measured.question);

  // Whoever compares the documents gets the same judgement.
  const compared = await sandbox.run([
    "compare",
    "plumbline-out/run-base.json",
    "plumbline-out/run.json",
    "--output",
    "again",
    "--fail-on",
    "never",
  ]);
  expect(compared.code, compared.stderr).toBe(0);
  const again = sandbox.json<Report>("again/report.json");
  expect(again.attempts).toEqual(fifth.attempts);
  expect(again.workloads[0]!.changes).toEqual(fifth.workloads[0]!.changes);
});

it("asks another question of other files, and knows none of files that are not committed", async () => {
  sandbox.write("bench/one.sql", "SELECT 1;\n");
  sandbox.write("plumbline.yml", config("90%").replace("looks: 3", "looks: 1"));
  sandbox.commit("base");
  sandbox.write("bench/one.sql", "SELECT 1 + 1;\n");
  sandbox.commit("head");
  await check();
  const { question } = sandbox.json<Run>("plumbline-out/run.json");
  sandbox.write("bench/one.sql", "SELECT 1 + 2;\n");
  await check();
  expect(sandbox.json<Run>("plumbline-out/run.json").question).toBeUndefined();
  sandbox.commit("other");
  const { code, stderr } = await sandbox.run(["check", "--base", "HEAD~2", "--fail-on", "never"]);
  expect(code, stderr).toBe(0);
  const run = sandbox.json<Run>("plumbline-out/run.json");
  expect(run.question).not.toBe(question);
  expect(run.attempts).toBeUndefined();
});
