import { expect, it } from "vitest";
import type { HostReport } from "../../../../src/model/hosts.ts";
import { renderConsole } from "../../../../src/report/terminal/console.ts";
import { hostsText } from "../../../../src/report/terminal/hosts.ts";
import { makeReport } from "../../../support/reports.ts";

const host = (name: string, events: number, meanNs: number): HostReport => ({
  host: name,
  load: { connections: 4, events, share: events / 4000, meanNs, p99Ns: 9e6, errors: 0 },
  cpu: { cpus: 1.5, share: 0.375 },
});
const made = makeReport({ workloads: [{ name: "reads", changes: [{ metric: "qps", effect: 0 }] }] });
const report = {
  ...made,
  workloads: made.workloads.map((workload) => ({
    ...workload,
    hosts: { base: [], head: [host("node1:5433", 3000, 2e6), host("node2\u001b[2J:5433", 1000, 6e6)] },
  })),
};
const plain = (text: string) => text.replaceAll("\u00a0", " ");

it("says nothing where an arm has one host", () => expect(hostsText(made, 100)).toBe(""));

it("has a table with a row for each host, without their control characters", () => {
  expect(plain(hostsText(report, 100))).toMatchInlineSnapshot(`
    "load by host under reads:
      host            connections  share of events     mean      p99  failed attempts   CPU of the node
      node1:5433                4             75 %  2.00 ms  9.00 ms              0 %  1.50 CPUs (38 %)
      node2 [2J:5433            4             25 %  6.00 ms  9.00 ms              0 %  1.50 CPUs (38 %)"
  `);
  expect(renderConsole(report, { colour: false, width: 100 })).toContain(plain(hostsText(report, 100)));
});

it("has a line for each host where a table is too wide", () => {
  const text = hostsText(report, 60);
  expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThanOrEqual(60);
  expect(plain(text)).toMatchInlineSnapshot(`
    "load by host under reads:
      node1:5433: connections 4, share of events 75 %, mean
        2.00 ms, p99 9.00 ms, failed attempts 0 %, CPU of the
        node 1.50 CPUs (38 %)
      node2 [2J:5433: connections 4, share of events 25 %,
        mean 6.00 ms, p99 9.00 ms, failed attempts 0 %, CPU of
        the node 1.50 CPUs (38 %)"
  `);
});
