/** From an interval to who reads it. */
import { afterEach, expect, it } from "vitest";
import { goLive, type Live } from "../../../../src/io/telemetry/live.ts";

let live: Live | null = null;
afterEach(async () => await live?.close());

it("is nothing where nobody wants to watch", async () => {
  expect(await goLive({ metrics: "", otlp: undefined }, () => undefined)).toBeNull();
});

it("tells what a load did under the run's id", async () => {
  const notes: string[] = [];
  live = await goLive({ metrics: "0" }, (text) => void notes.push(text));
  const { watcher } = live!;
  const [url] = /http:\S+\/metrics/.exec(notes.join())!;
  expect(notes).toEqual([`numbers while it runs: ${url} (run ${watcher.run})`]);
  watcher.begins({ suite: "oltp", head: "abc", base: "def" });
  watcher.stage("preparing head");
  watcher.share(0.5);
  const source = { arm: "head", workload: "reads", session: 1, phase: "measure" };
  const interval = { target: 0, qps: 80, events: 40, p95Ns: 1e6, p99Ns: 2e6, failuresBySqlstate: {} };
  watcher.load(source, interval);
  const text = await (await fetch(url)).text();
  const { run } = watcher;
  expect(text).toContain(`plumbline_run_info{run="${run}",suite="oltp",head="abc",base="def"} 1\n`);
  expect(text).toContain(`plumbline_run_stage_ratio{run="${run}",stage="preparing head"} 0.5\n`);
  expect(text).toContain(`plumbline_load_qps{run="${run}",arm="head",workload="reads"} 80\n`);
  expect(text).toContain(`plumbline_load_events_total{run="${run}",arm="head",workload="reads"} 40\n`);
  expect(text).toMatch(/# EOF\n$/);
});
