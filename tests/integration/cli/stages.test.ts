/** A load that changes while it runs, through a whole check. */
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Report } from "../../../src/model/report.ts";
import { Sandbox } from "./support/sandbox.ts";
import { LOCAL } from "./support/suites.ts";

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = new Sandbox();
});
afterEach(() => sandbox.close());

const config = (seconds: number) => `suite: shop
database:
${LOCAL}
workloads:
  - name: rush
    run: oltp_point_select
    options: { table-size: 1000, threads: 8 }
    stages: [{ rate: 100, for: 500ms }, { rate: 600, ramp: 1s }]
measure: { sessions: 2, seconds: ${seconds}, warmup: 0.2, preflight: off, cause: 0s, looks: 1 }
gates: { qps: false, server-cpu: false, p99: { change: 1000%, floor: 100ms } }
`;

it("shows the latency of each stage for base and head, and gates the whole", async () => {
  sandbox.write("plumbline.yml", config(2));
  sandbox.commit("base");
  const { code, stderr } = await sandbox.run(["check", "--base", "HEAD"]);
  expect(code, stderr).toBe(0);
  const [rush] = sandbox.json<Report>("plumbline-out/report.json").workloads;
  expect(rush!.stages!.map(({ name }) => name)).toEqual(["1: 100/s for 0.5 s", "2: 100 to 600/s in 1 s"]);
  for (const { base, head } of rush!.stages!)
    for (const arm of [base, head]) expect(arm!.calls).toBeGreaterThan(0);
  expect(rush!.changes.map(({ metric }) => metric)).toContain("p99");
  expect(rush!.options).toMatchObject({ stages: "100 for 0.5s, 600 in 1s", threads: 8 });
  expect(sandbox.read("plumbline-out/comment.md")).toMatch(
    /\*\*Latency by stage\*\*[\s\S]*\| 1: 100\/s\sfor\s0\.5\ss \|[\s\S]*\| 2: 100\sto\s600\/s\sin\s1\ss \|/,
  );
  expect(sandbox.read("plumbline-out/report.html")).toContain("Latency by stage");
  sandbox.write("plumbline.yml", config(1));
  const short = await sandbox.run(["check", "--base", "HEAD"]);
  expect(short.code).toBe(2);
  expect(short.stderr).toMatch(
    /plumbline\.yml:\d+:\d+: rush: its stages last 1\.5 s, and a session measures 1 s/,
  );
});
