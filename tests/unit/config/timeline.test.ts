import { describe, expect, it } from "vitest";
import { parseConfig } from "../../../src/config/parse.ts";
import { timelinePlanOf } from "../../../src/config/timeline.ts";
import { timelineOptions } from "../../../src/model/timeline.ts";
import { planFrom } from "../../support/describe.ts";

const file = (timeline: string, deploy = "{ local: {} }", gates = "{}") => `database:
  deploy: ${deploy}
workloads:
  - name: reads
    run: oltp_read_only
    timeline: ${timeline}
    gates: ${gates}
`;
const parsed = (...parts: Parameters<typeof file>) => parseConfig(file(...parts), "plumbline.yml");
const planned = (timeline: string) => timelinePlanOf(parsed(timeline).workloads[0]!.timeline!);

describe("timeline of a workload", () => {
  it("needs no more than an event", () => {
    expect(planned("{ disruptions: [{ restart: server }] }")).toEqual({
      disruptions: [{ name: "restart", act: { kind: "restart" }, atSeconds: 5, limitSeconds: 300 }],
      afterSeconds: 10,
      share: 0.9,
      p99Ns: null,
      holdNs: 1e9,
    });
  });

  it("calls an event what it does, cut short, where it has no name", () => {
    const { disruptions } = planned(
      "{ disruptions: [{ at: 2s, sql: VACUUM orders }, { at: 9s, command: pg_basebackup --checkpoint=fast -D /var/tmp/copy }] }",
    );
    expect(disruptions.map(({ name }) => name)).toEqual([
      "VACUUM orders",
      "pg_basebackup --checkpoint=fast -D /v...",
    ]);
  });

  it.each([
    ["{ disruptions: [] }", "timeline.disruptions: expected at least 1 entry, got 0"],
    ["{ disruptions: [{ at: 5s }] }", "expected one of restart, command and sql, got none"],
    ["{ disruptions: [{ restart: server, sql: VACUUM }] }", "got restart and sql"],
    ["{ disruptions: [{ at: 100ms, restart: server }] }", "expected 1s or more"],
    [
      "{ disruptions: [{ at: 9s, sql: a }, { at: 5s, sql: b }] }",
      "expected no less than that of the disruption before it",
    ],
    [
      "{ disruptions: [{ at: 5s, sql: a }, { at: 5500ms, sql: b }] }",
      "disruptions.1.at: expected 6s or more: the disruption before it begins at 5s and is watched for `hold` at least",
    ],
    ["{ disruptions: [{ at: 5s, sql: a }, { at: 5s, sql: b }], hold: 300ms }", "expected 5.3s or more"],
    ["{ disruptions: [{ sql: a }, { sql: a }] }", 'two disruptions are called "a"'],
    ["{ disruptions: [{ sql: a }], hold: 20s }", "expected from 200ms to `after`"],
    ["{ disruptions: [{ sql: a, at: 2s }], hold: 3s }", "expected no more than `at` of the first disruption"],
    ["{ disruptions: [{ sql: a }], throughput: 100% }", "expected a share from 10% to 99%"],
    ["{ disruptions: [{ sql: a }], throughputs: 90% }", 'did you mean "throughput"?'],
  ])("refuses %s", (timeline, words) => {
    expect(() => parsed(timeline)).toThrow(words);
    expect(() => parsed(timeline)).toThrow(/plumbline\.yml:6:\d+: .*workloads\.0\.timeline/);
  });

  it("takes events that begin `hold` after one another", () => {
    const { disruptions } = planned(
      "{ disruptions: [{ at: 5.1s, sql: a }, { at: 5.4s, sql: b }], hold: 300ms }",
    );
    expect(disruptions).toHaveLength(2);
  });

  it("tells where a disruption is that begins too early", () => {
    const text = "{ disruptions: [{ at: 5s, sql: a }, { at: 5500ms, sql: b }] }";
    expect(() => parsed(text)).toThrow(
      "plumbline.yml:6:57: workloads.0.timeline.disruptions.1.at: expected 6s",
    );
  });

  it("has a restart on local deployments alone, and says what others do", () => {
    const restart = "{ disruptions: [{ restart: server }] }";
    expect(() => parsed(restart, "{ url: 'postgres://db/shop' }")).toThrow(
      "6:42: workloads.0.timeline.disruptions.0.restart: restart is of local deployments, and this one is url; restart it by a command",
    );
  });

  it("has gates of its own, which a workload without events has not", () => {
    const gates = "{ recovery: 25%, dip-length: { change: 20%, floor: 200ms }, disruption-failures: 50% }";
    const config = parsed("{ disruptions: [{ restart: server }] }", undefined, gates);
    expect(config.gates.filter(({ workload }) => workload === "reads").map(({ metric }) => metric)).toEqual([
      "recovery",
      "dip-length",
      "disruption-failures",
    ]);
    expect(planFrom(config, {}, 1).workloads[0]!.timeline!.disruptions).toHaveLength(1);
  });

  it("decides whether runs can be compared by all but how long it is watched", () => {
    const of = (timeline: string) => timelineOptions(planned(timeline));
    expect(of("{ disruptions: [{ restart: server }], p99: 20ms }")).toEqual({
      timeline: "restart=restart@5s throughput>=0.9 p99<=20000000ns 1000000000ns",
    });
    expect(of("{ disruptions: [{ sql: a, name: b }], after: 3s }")).toEqual(
      of("{ disruptions: [{ sql: a, name: b }], after: 9s }"),
    );
    expect(timelineOptions(undefined)).toEqual({});
  });
});
