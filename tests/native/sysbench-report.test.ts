/** --output=sysbench: the text that people and their scripts know, with numbers that agree with each other. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Postgres, startPostgres } from "../support/postgres.ts";
import { type Line, runLoad } from "./support/plumbline-load.ts";

let postgres: Postgres;
let text: string;
let told: string;
let url: string;
let effective: Line;

beforeAll(async () => {
  postgres = await startPostgres();
  url = await postgres.createDatabase("report");
  const at = [`--pgsql-url=${url}`, "--table-size=1000", "--rand-seed=3"];
  await runLoad([...at, "oltp_read_write", "prepare"]);
  const args = ["--threads=2", "--placement=free", "--time=2", "--report-interval=0.5", "--percentile=99"];
  text = (await runLoad([...at, ...args, "oltp_read_write", "run"])).stdout;
  const briefly = ["--verbosity=4", "--events=1", "--time=0"];
  told = (await runLoad([...at, ...args, ...briefly, "oltp_read_write", "run"])).stderr;
  const few = ["--output=ndjson", "--events=1", "--time=0"];
  effective = (await runLoad([...at, ...args, ...few, "oltp_read_write", "run"])).line("hello")["options"];
});

afterAll(() => postgres?.stop());

const number = (pattern: RegExp): number => {
  const found = pattern.exec(text)?.[1];
  if (found === undefined) throw new Error(`${pattern} is not in:\n${text}`);
  return Number(found);
};

it("has the lines of sysbench's report, in its order", () => {
  const shape = text
    .split("\n")
    .slice(1) // The program's name and version.
    // A note when two transactions met, which happens now and then.
    .filter((line) => line !== "" && !line.startsWith("[") && !line.includes("SQLSTATE"))
    .map((line) => line.replaceAll(/\d+(\.\d+)?/g, "#").replaceAll(/ {2,}/g, "  "))
    // Counts are padded to six digits, as sysbench's are: how many blanks follow is a matter of the machine's speed.
    .map((line) => line.replace(/# +\(#/, "#  (#"));
  // What sysbench does not have comes after what it has.
  const own = shape.indexOf("Percentiles (ms):");
  expect(shape.slice(0, own)).toEqual([
    "Running the test with following options:",
    "Number of threads: #",
    expect.stringMatching(/^Report intermediate results every # second\(s\)$/),
    "Initializing random number generator from seed (#).",
    "Initializing worker threads...",
    "Threads started!",
    "SQL statistics:",
    "  queries performed:",
    "  read:  #",
    "  write:  #",
    "  other:  #",
    "  total:  #",
    "  transactions:  #  (# per sec.)",
    "  queries:  #  (# per sec.)",
    "  ignored errors:  #  (# per sec.)",
    "  reconnects:  #  (# per sec.)",
    "General statistics:",
    "  total time:  #s",
    "  total number of events:  #",
    "Latency (ms):",
    "  min:  #",
    "  avg:  #",
    "  max:  #",
    "  #th percentile:  #",
    "  sum:  #",
    "Threads fairness:",
    "  events (avg/stddev):  #/#",
    "  execution time (avg/stddev):  #/#",
  ]);
  const kinds = ["begin", "commit", "point_select", "simple_range", "sum_range", "order_range"];
  kinds.push("distinct_range", "index_update", "non_index_update", "delete", "insert");
  const retried = shape.includes("Percentiles without retries (ms):")
    ? ["Percentiles without retries (ms):", ...Array(6).fill("  p#  #")]
    : [];
  expect(shape.slice(own)).toEqual([
    "Percentiles (ms):",
    ...Array(6).fill("  p#  #"),
    "Work:",
    "  statements, all attempts:  #  (# per sec.)",
    "  statements, committed:  #  (# per sec.)",
    "  tried again:  #",
    "  given up:  #",
    "  events under way, on average:  # of # connections",
    ...retried,
    "Statements:  count  errors  misses  mean  p# (ms)",
    ...kinds.map((kind) => `  ${kind}  #  #  #  #  #`),
    "Client:",
    "  CPU share:  # % of what its workers could get (# on # CPUs)",
    expect.stringMatching(/^ {2}steal: {2}(# %|unknown)$/),
    "  placement:  free",
  ]);
});

it("names every effective option when asked, defaults included, and no password", () => {
  expect(told).toMatch(/^Effective options:\n/);
  for (const [name, value] of Object.entries(effective)) {
    if (value === null) expect(told).not.toContain(` --${name}=`);
    else expect(told).toContain(` --${name}=`);
  }
  expect(told).toContain(" --threads=2 --time=0 --events=1 ");
  expect(told).not.toContain("--pgsql-password");
  for (const line of told.split("\n"))
    if (!line.includes("--pgsql-url")) expect(line.length).toBeLessThan(110);
});

it.each([
  [0, /^$/],
  [2, /^$/],
  [3, /^plumbline-load [\s\S]*SQL statistics:[\s\S]*placement:/],
  [5, /^plumbline-load [\s\S]*SQL statistics:[\s\S]*placement:/],
])("says as much as --verbosity=%i asks for", async (level, printed) => {
  const at = [`--pgsql-url=${url}`, "--table-size=1000", `--verbosity=${level}`];
  const { code, stdout, stderr } = await runLoad([
    ...at,
    "--events=2",
    "--time=0",
    "oltp_point_select",
    "run",
  ]);
  expect(code).toBe(0);
  expect(stdout).toMatch(printed);
  expect(stdout).not.toContain("Effective options");
  expect(stderr.startsWith("Effective options:\n")).toBe(level > 3);
});

it("says nothing of its own in the words that readers of sysbench's report look for", () => {
  for (const word of [
    /avg:/g,
    /\d+th percentile:/g,
    /min:/g,
    /max:/g,
    /transactions:/g,
    /queries:/g,
    /total:/g,
  ])
    expect(text.match(word)?.length).toBe(1);
});

it("writes intermediate lines as sysbench does", () => {
  const lines = text.split("\n").filter((line) => line.startsWith("["));
  expect(lines.length).toBeGreaterThanOrEqual(3);
  for (const line of lines) {
    expect(line).toMatch(
      /^\[ [\d.]+s \] thds: 2 tps: [\d.]+ qps: [\d.]+ \(r\/w\/o: [\d.]+\/[\d.]+\/[\d.]+\) lat \(ms,99%\): [\d.]+ err\/s: [\d.]+ reconn\/s: [\d.]+$/,
    );
  }
});

it("has numbers that agree with each other", () => {
  const [read, write, other, all] = [
    number(/read:\s+(\d+)/),
    number(/write:\s+(\d+)/),
    number(/other:\s+(\d+)/),
    number(/total:\s+(\d+)/),
  ];
  const events = number(/total number of events:\s+(\d+)/);
  expect(read + write + other).toBe(all);
  expect(number(/queries:\s+(\d+)/)).toBe(all);
  expect(number(/transactions:\s+(\d+)/)).toBe(events);
  const [min, avg, max] = [number(/min:\s+([\d.]+)/), number(/avg:\s+([\d.]+)/), number(/max:\s+([\d.]+)/)];
  const percentile = number(/99th percentile:\s+([\d.]+)/);
  expect(min).toBeLessThanOrEqual(avg);
  expect(avg).toBeLessThanOrEqual(max);
  expect(percentile).toBeLessThanOrEqual(max);
  expect(number(/sum:\s+([\d.]+)/) / events / avg).toBeCloseTo(1, 1);
  expect(number(/events \(avg\/stddev\):\s+([\d.]+)/) * 2).toBeCloseTo(events, 0);
  // Two connections that are always busy.
  expect(
    number(/execution time \(avg\/stddev\):\s+([\d.]+)/) / number(/total time:\s+([\d.]+)s/),
  ).toBeCloseTo(1, 1);
});
