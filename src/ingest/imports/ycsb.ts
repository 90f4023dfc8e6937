/** Reads what YCSB prints at the end: "[OVERALL], Throughput(ops/sec), 4255.3", and the same of each operation. */
import {
  type Figures,
  type ImportedMeasurement,
  NEVER_REPORTED,
  percentilesOf,
  type Reader,
} from "./figures.ts";
import { reportLines } from "./reports.ts";

const ROW = /^\[([A-Z][\w-]*)\], ([^,]+), ([\d.eE+]+)$/;
/** A line of its progress, whose clock has no time zone. */
const CLOCK = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d):(\d{3}) (\d+) sec: /m;
/** Not of the load: what the client did last, and what its garbage collector did. */
const NO_OPERATION = /^(?:OVERALL|CLEANUP|TOTAL_GC.*)$/;

type Operation = ReadonlyMap<string, number>;

export const readYcsb: Reader = (text) => {
  const reports: { lines: string[]; operations: Map<string, Map<string, number>> }[] = [];
  let lines: string[] = [];
  for (const line of reportLines(text)) {
    lines.push(line);
    const [, operation, name, value] = ROW.exec(line) ?? [];
    if (operation === undefined) continue;
    if (operation === "OVERALL" && name!.startsWith("RunTime")) {
      reports.push({ lines, operations: new Map() });
      lines = [];
    }
    const operations = reports.at(-1)?.operations;
    if (operations === undefined) continue;
    if (!operations.has(operation)) operations.set(operation, new Map());
    operations.get(operation)!.set(name!, Number(value));
  }
  const found = reports.flatMap(
    ({ lines: before, operations }) => measurementOf(before.join("\n"), operations) ?? [],
  );
  return found.length === 0 ? null : found;
};

function measurementOf(
  before: string,
  operations: ReadonlyMap<string, Operation>,
): ImportedMeasurement | null {
  const overall = operations.get("OVERALL")!;
  const [ms, throughput] = [overall.get("RunTime(ms)"), overall.get("Throughput(ops/sec)")];
  if (ms === undefined || throughput === undefined) return null;
  const parts = [...operations].flatMap(([name, rows]) =>
    NO_OPERATION.test(name) || name.endsWith("-FAILED") || !rows.has("Operations")
      ? []
      : [operationFigures(name, rows, ms, operations.get(`${name}-FAILED`)?.get("Operations") ?? 0)],
  );
  const sum = (of: (part: Figures) => number) => parts.reduce((all, part) => all + of(part), 0);
  const [events, failed] = [sum((part) => part.events), sum((part) => part.failed)];
  const [, day, time, millis, elapsed] = CLOCK.exec(before) ?? [];
  const at =
    day === undefined ? null : new Date(Date.parse(`${day}T${time}.${millis}Z`) - 1000 * Number(elapsed));
  return {
    tool: "YCSB",
    lacks: [
      ...NEVER_REPORTED,
      "queries a second",
      "percentiles other than those it printed",
      "the clean-up, and what its garbage collector did",
      ...(at === null ? [] : ["the time zone of its clock, taken for UTC"]),
    ],
    figures: [
      {
        workload: "ycsb",
        options: {},
        values: { tps: throughput, "failed-share": failed / Math.max(1, events + failed) },
        events,
        failed,
        durationNs: ms * 1e6,
      },
      ...parts,
    ],
    ...(at === null || Number.isNaN(at.getTime()) ? {} : { at: at.toISOString() }),
  };
}

/** One operation. Its operations are all that were tried, if results of others than OK are counted among them. */
function operationFigures(name: string, rows: Operation, ms: number, failedApart: number): Figures {
  const tried = rows.get("Operations")!;
  const results = [...rows].filter(([row]) => row.startsWith("Return="));
  const bad = results.reduce((sum, [row, count]) => (row === "Return=OK" ? sum : sum + count), 0);
  const failed = failedApart > 0 ? failedApart : Math.min(tried, bad);
  const events = failedApart > 0 ? tried : tried - failed;
  const us = (row: string) => rows.get(`${row}(us)`);
  const [mean, min, max] = [us("AverageLatency"), us("MinLatency"), us("MaxLatency")];
  return {
    workload: `ycsb ${name.toLowerCase()}`,
    options: {},
    values: {
      tps: ms === 0 ? 0 : events / (ms / 1000),
      "failed-share": failed / Math.max(1, events + failed),
      ...(mean === undefined ? {} : { mean: mean * 1e3 }),
      ...percentilesOf(rows, /^([\d.]+)thPercentileLatency\(us\)$/, 1e3),
    },
    events,
    failed,
    durationNs: ms * 1e6,
    latency: {
      ...(min === undefined ? {} : { minNs: min * 1e3 }),
      ...(max === undefined ? {} : { maxNs: max * 1e3 }),
    },
  };
}
