/** CPU of nodes: the three forms of an answer, and what becomes of them over a load. */
import { describe, expect, it } from "vitest";
import {
  commandCpu,
  meanCpu,
  type NodeCpu,
  nodeExporterCpu,
  podCpus,
} from "../../../../src/analysis/samples/node-cpu.ts";

/** As node-exporter 1.8 writes it, shortened. */
const EXPORTER = `# HELP node_cpu_guest_seconds_total Seconds the CPUs spent in guests (VMs) for each mode.
# TYPE node_cpu_guest_seconds_total counter
node_cpu_guest_seconds_total{cpu="0",mode="user"} 7
# HELP node_cpu_seconds_total Seconds the CPUs spent in each mode.
# TYPE node_cpu_seconds_total counter
node_cpu_seconds_total{cpu="0",mode="idle"} 1.00517e+06
node_cpu_seconds_total{cpu="0",mode="iowait"} 300
node_cpu_seconds_total{cpu="0",mode="irq"} 0
node_cpu_seconds_total{cpu="0",mode="nice"} 1.5
node_cpu_seconds_total{cpu="0",mode="softirq"} 10
node_cpu_seconds_total{cpu="0",mode="steal"} 99
node_cpu_seconds_total{cpu="0",mode="system"} 100
node_cpu_seconds_total{cpu="0",mode="user"} 1e+03
node_cpu_seconds_total{cpu="1",mode="idle"} 1e+06
node_cpu_seconds_total{cpu="1",mode="user"} 500.25
node_load1 0.5
`;

/** The shape that k8s.io/metrics/pkg/apis/metrics/v1beta1 has as JSON. */
const podList = (...pods: readonly (readonly [name: string, window: string, ...cpus: string[]])[]) =>
  JSON.stringify({
    kind: "PodMetricsList",
    apiVersion: "metrics.k8s.io/v1beta1",
    metadata: {},
    items: pods.map(([name, window, ...cpus]) => ({
      metadata: { name, namespace: "db", creationTimestamp: "2026-01-01T00:01:00Z", labels: { app: "yb" } },
      timestamp: "2026-01-01T00:00:45Z",
      window,
      containers: cpus.map((cpu, i) => ({ name: `c${i}`, usage: { cpu, memory: "1024Ki" } })),
    })),
  });

describe("an answer", () => {
  it("of node-exporter is the seconds in which its CPUs worked, and how many there are", () => {
    expect(nodeExporterCpu(EXPORTER)).toEqual({ kind: "counter", seconds: 1611.75, of: 2 });
    expect(nodeExporterCpu('node_cpu_seconds_total{cpu="0",mode="user"} NaN\n')).toBeNull();
    expect(nodeExporterCpu('node_cpu_seconds_total{cpu="0",mode="idle"} 7\n'), "idle alone").toBeNull();
    const labelled = 'node_cpu_seconds_total{instance="a",mode="user",cpu="0",xmode="idle"}  7\n';
    expect(nodeExporterCpu(labelled)).toEqual({ kind: "counter", seconds: 7, of: 1 });
    expect(nodeExporterCpu("node_load1 0.5\n")).toBeNull();
    expect(nodeExporterCpu("<html>login</html>")).toBeNull();
  });

  it("of node-exporter tells CPUs by their whole number, counts interrupts, and reads no comment", () => {
    const of = (cpu: string, mode: string, seconds: number) =>
      `node_cpu_seconds_total{cpu="${cpu}",mode="${mode}"} ${seconds}\n`;
    const text = `# was node_cpu_seconds_total{cpu="0",mode="user"} 99\n${of("10", "irq", 5)}${of("11", "user", 6)}`;
    expect(nodeExporterCpu(text)).toEqual({ kind: "counter", seconds: 11, of: 2 });
    expect(nodeExporterCpu("node_cpu_seconds_total{} 7\n")).toBeNull();
    expect(nodeExporterCpu('node_cpu_seconds_total{mode="user"} 7\n')).toMatchObject({ seconds: 7, of: 1 });
  });

  it("of a command has as many digits as it likes", () => {
    expect(commandCpu("1234.567")).toEqual({ kind: "counter", seconds: 1234.567 });
    expect(commandCpu("1.5e10")).toEqual({ kind: "counter", seconds: 1.5e10 });
    expect(commandCpu("15e-1")).toEqual({ kind: "counter", seconds: 1.5 });
    expect(commandCpu("43.25 %")).toEqual({ kind: "share", share: 0.4325 });
  });

  it("of the metrics API has parts of CPUs and seconds, and times of any zone", () => {
    const text = podList(["a", "1.25s", "0.125"]).replaceAll("00:00:45Z", "01:00:45+01:00");
    const end = Date.UTC(2026, 0, 1, 0, 0, 45);
    expect([...podCpus(text)!]).toEqual([
      ["a", { kind: "window", cpus: 0.125, endMs: end, lengthMs: 1_250 }],
    ]);
  });

  it("of a command is CPU seconds, or with % how busy the node is", () => {
    expect(commandCpu("1234.5\n")).toEqual({ kind: "counter", seconds: 1234.5 });
    expect(commandCpu(" 43.5 %\n")).toEqual({ kind: "share", share: 0.435 });
    expect(commandCpu("1.5e+3")).toEqual({ kind: "counter", seconds: 1500 });
    expect(commandCpu("2E-1%")).toEqual({ kind: "share", share: 0.002 });
    for (const words of ["", "n/a", "-3", "12 34", "12s", "12 % of 4", "CPU 12", "1.", "1e", "12 %%"])
      expect(commandCpu(words), words).toBeNull();
  });

  it("of the metrics API is each pod's containers together", () => {
    const text = podList(["tserver-0", "15.5s", "250m", "1500000n"], ["tserver-1", "1m0s", "2"]);
    const end = Date.UTC(2026, 0, 1, 0, 0, 45);
    expect([...podCpus(text)!]).toEqual([
      ["tserver-0", { kind: "window", cpus: 0.2515, endMs: end, lengthMs: 15_500 }],
      ["tserver-1", { kind: "window", cpus: 2, endMs: end, lengthMs: 60_000 }],
    ]);
    const other = podList(["a", "1h2m0.5s", "0.5k"], ["b", "500ms", "250000u", "12.5m"], ["c", "1s"]);
    expect(
      [...podCpus(other)!.values()].map((cpu) => cpu.kind === "window" && [cpu.cpus, cpu.lengthMs]),
    ).toEqual([
      [500, 3_720_500],
      [0.2625, 500],
      [0, 1000],
    ]);
    for (const other of [
      "",
      "{}",
      '{"kind":"Status"}',
      podList(["a", "15x", "1"]),
      podList(["a", "x15s", "1"]),
      podList(["a", "", "1"]),
      podList(["a", "15s", "x"]),
      podList(["a", "15s", "1 m"]),
      podList(["a", "15s", "x1m"]),
      podList(["a", "15s", "1"], ["b", "15s", "1G"]),
    ])
      expect(podCpus(other), other).toBeNull();
  });
});

describe("the mean over a load", () => {
  const ALWAYS = { fromMs: 0, toMs: 1e15 };
  const at = (atMs: number, cpu: NodeCpu) => ({ atMs, cpu });

  it("of counters is their difference over the time between them", () => {
    const readings = [
      at(1000, { kind: "counter", seconds: 50, of: 4 }),
      at(11_000, { kind: "counter", seconds: 70, of: 4 }),
    ];
    expect(meanCpu(readings, ALWAYS)).toEqual({ cpus: 2, share: 0.5 });
    expect(meanCpu(readings.toReversed(), ALWAYS)).toMatch(/before the load/);
    expect(meanCpu([readings[1]!, at(20_000, { kind: "counter", seconds: 1 })], ALWAYS)).toMatch(/restarted/);
  });

  it("of counters is of no share where nobody tells the number of CPUs, and none where nothing was used", () => {
    const readings = [0, 2000].map((atMs) => at(atMs, { kind: "counter", seconds: 5 }));
    expect(meanCpu(readings, ALWAYS)).toEqual({ cpus: 0, share: null });
    expect(meanCpu(readings.slice(1), ALWAYS), "once").toMatch(/before the load/);
  });

  it("of shares is theirs", () => {
    const readings = [0.4, 0.6].map((share, i) => at(i, { kind: "share", share }));
    expect(meanCpu(readings, ALWAYS)).toEqual({ cpus: null, share: 0.5 });
  });

  it("of windows is that of those within the load, each once, by their length", () => {
    const window = (endMs: number, cpus: number, lengthMs = 15_000) =>
      at(endMs, { kind: "window", cpus, endMs, lengthMs });
    const readings = [
      window(14_000, 99),
      window(115_000, 1),
      window(115_000, 1),
      window(145_000, 4, 30_000),
      window(160_000, 99),
    ];
    const load = { fromMs: 100_000, toMs: 150_000 };
    expect(meanCpu(readings, load), "(1 x 15 + 4 x 30) / 45").toEqual({ cpus: 3, share: null });
    const whole = { fromMs: 100_000, toMs: 115_000 };
    expect(meanCpu(readings, whole), "a window that is all of the load").toEqual({ cpus: 1, share: null });
    expect(meanCpu(readings, { ...whole, fromMs: 100_001 })).toMatch(/no window/);
    expect(meanCpu(readings, { ...whole, toMs: 114_999 })).toMatch(/no window/);
    expect(meanCpu([window(120_000, 1, 0)], load), "of no length").toMatch(/no window/);
    expect(meanCpu(readings.slice(0, 1), load)).toMatch(/no window .* minute/);
  });

  it("is not made of nothing, or of two kinds of numbers", () => {
    expect(meanCpu([], ALWAYS)).toMatch(/did not answer/);
    const mixed = [at(0, { kind: "share", share: 0.5 }), at(1, { kind: "counter", seconds: 5 })];
    expect(meanCpu(mixed, ALWAYS)).toMatch(/now with/);
  });
});
