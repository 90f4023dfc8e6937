/**
 * The report, the lines of progress and the log of a command line of pgbench, held against those of pgbench itself in the same run: who
 * reads one reads the other. What differs, and why: runner-native/PGBENCH.md.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readMeasurements } from "../../src/ingest/imports/formats.ts";
import { type Postgres, startPostgres } from "../support/postgres.ts";
import { findPgbench } from "./support/pgbench.ts";
import { plumblineLoad } from "./support/plumbline-load.ts";

const folder = mkdtempSync(join(tmpdir(), "plumbline-pgbench-"));
const env = { PATH: process.env["PATH"], LC_ALL: "C", HOME: "/nonexistent" };
let postgres: Postgres;
let url: string;
let major: number;

type Said = Readonly<{ code: number | null; stdout: string; stderr: string }>;

/** Not spawnSync(): what the server logs meanwhile has to be read, or it waits for us. */
function run(program: string, args: readonly string[]): Promise<Said> {
  return new Promise((resolve) => {
    const child = execFile(program, args, { env, maxBuffer: 1 << 24 }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    );
  });
}

const theirs = (...args: string[]) => run(findPgbench(postgres.binDir), ["-n", ...args, url]);
const ours = (...args: string[]) => run(plumblineLoad, ["pgbench", "-n", ...args, url]);
/** The same arguments to both, one after the other. */
const both = async (...args: string[]) => [await theirs(...args), await ours(...args)] as const;

beforeAll(async () => {
  postgres = await startPostgres();
  url = await postgres.createDatabase("bench");
  major = Number(/(\d+)/.exec((await run(findPgbench(postgres.binDir), ["--version"])).stdout)![1]);
  const made = await run(plumblineLoad, ["pgbench", "-i", "-q", url]);
  expect(made.code, made.stderr).toBe(0);
  expect(made.stdout).toBe("");
  expect(made.stderr).toMatch(
    /creating tables\.\.\.\n(?:.*\n)*vacuuming\.\.\.\n(?:.*\n)*done in \d+\.\d\d s /,
  );
});

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await postgres?.stop();
});

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/**
 * The lines of a report with N for each number. The first line tells who reports; \set and its kin are not measured by us, and what we
 * warn of comes last.
 */
function shape({ stdout }: Said): string[] {
  const lines = stdout.split("\n").slice(1);
  const reported = lines.filter(
    (line) => !line.startsWith("WARNING: ") && !/^ +[\d.]+ +\d+.* \\\w+/.test(line),
  );
  return reported.map((line) => line.replace(/\d+(?:\.\d+)?/g, "N").replace(/ {2,}/g, "  "));
}

/** The number in a line of the report. */
function figure({ stdout }: Said, line: string): string | undefined {
  return new RegExp(`^${line}: (.*)$`, "m").exec(stdout)?.[1];
}

/** Of each script each 4th transaction or so fails in vain, the same for both programs by the seed. */
const FAILING = `
\\set n random(1, 4)
\\if :n = 1
do $$ begin raise exception 'met' using errcode = '40001'; end $$;
\\elif :n = 2
do $$ begin raise exception 'met' using errcode = '40P01'; end $$;
\\else
select 1;
\\endif
`;

describe("the report", () => {
  it.each([
    ["by number", ["-c2", "-j2", "-t20", "-S"]],
    ["by time", ["-c2", "-T1", "-S", "-M", "prepared"]],
    ["with a connection for each transaction", ["-C", "-c2", "-t5", "-S"]],
    ["of several scripts", ["-c2", "-t20", "-b", "tpcb-like@1", "-b", "se@3", "-r"]],
    ["of an open loop", ["-c2", "-T1", "-R200", "-L200", "-P1", "-S", "--max-tries=3", "-r"]],
    ["with failures in detail", ["-t20", "--failures-detailed", "-S"]],
    ["of tries without end", ["-T1", "--max-tries=0", "-N"]],
  ])("has the lines of pgbench, %s", async (_, args) => {
    const [expected, got] = await both(...args);
    expect(expected.code, expected.stderr).toBe(0);
    expect(got.code, got.stderr).toBe(0);
    if (major === 15) expect(shape(got)).toEqual(shape(expected));
    for (const line of ["number of clients", "number of threads", "query mode", "scaling factor"])
      expect(figure(got, line)).toBe(figure(expected, line));
    const [read, wanted] = [got, expected].map(
      ({ stdout }) => readMeasurements("pgbench", stdout, "it")[0]!.figures[0]!,
    );
    expect(read!.workload).toBe(wanted!.workload);
    expect(Object.keys(read!.values)).toEqual(Object.keys(wanted!.values));
  });

  it.each([["--max-tries=1"], ["--max-tries=3"]])("counts failures as pgbench does, %s", async (tries) => {
    const script = file("failing.sql", FAILING);
    const args = ["-t200", "--random-seed=7", "--failures-detailed", tries, "-f", script];
    const [expected, got] = await both(...args);
    expect(expected.code, expected.stderr).toBe(0);
    expect(got.code, got.stderr).toBe(0);
    expect(Number.parseInt(figure(got, "number of failed transactions")!, 10)).toBeGreaterThan(40);
    for (const what of ["failed transactions", "serialization failures", "deadlock failures"])
      expect(figure(got, `number of ${what}`)).toBe(figure(expected, `number of ${what}`));
    for (const line of ["number of transactions retried", "total number of retries"])
      expect(figure(got, line)).toBe(figure(expected, line));
  });

  it("counts what is slower than the limit", async () => {
    const args = ["-t10", "-L", "1", "-f", file("slow.sql", "\\sleep 5 ms\nselect 1;\n")];
    const line = "number of transactions above the 1.0 ms latency limit";
    expect(figure(await ours(...args), line)).toBe("10/10 (100.000%)");
    expect(figure(await theirs(...args), line)).toBe("10/10 (100.000%)");
  });

  it("tries again until the limit is over, and no longer", async () => {
    const script = file("failing.sql", FAILING);
    const args = ["-t20", "--random-seed=7", "--max-tries=0", "-L", "20", "-f", script];
    const [expected, got] = await both(...args);
    expect(got.code, got.stderr).toBe(0);
    expect(figure(got, "number of failed transactions")).toBe(
      figure(expected, "number of failed transactions"),
    );
    // Where the machine is busy, the first try of some takes as long as the limit.
    expect(Number.parseInt(figure(got, "number of transactions retried")!, 10)).toBeGreaterThan(0);
    expect(got.stdout).not.toContain("maximum number of tries");
  });

  it("leaves out what would begin later than the limit", async () => {
    const args = ["-t10", "-R", "100000", "-L", "1", "-f", file("sleep.sql", "\\sleep 20 ms\n")];
    const got = await ours(...args);
    expect(got.code, got.stderr).toBe(0);
    expect(figure(got, "number of transactions actually processed")).toMatch(/^[01]\/10$/);
    expect(figure(got, "number of transactions skipped")).toMatch(/^(?:9 \(90|10 \(100)\.000%\)$/);
  });

  it("says first who ran, by how many workers, and whether processes of the server were pinned", async () => {
    const first = async (...args: string[]) =>
      (await ours("-c2", "-t5", "-S", ...args)).stdout.split("\n")[0];
    expect(await first("-j2", "--placement=free")).toMatch(
      /^pgbench \(plumbline-load [\d.]+; -j is 2 workers; placement is free\)$/,
    );
    expect(await first("--placement=free")).toContain("-j is 1 worker;");
    expect((await first("-j2", "--placement=pinned")) ?? "").toMatch(
      /placement is (?:pinned|mixed): each worker shares a CPU with its server processes, which --placement=free leaves alone\)$|^$/,
    );
  });

  it("ends with pgbench's exit code where a transaction cannot go on, and tells what was measured", async () => {
    const args = ["-t3", "-f", file("fault.sql", "select 1 / 0;\n")];
    const [expected, got] = await both(...args);
    expect(got.code).toBe(2);
    expect(expected.code).toBe(2);
    expect(figure(got, "number of transactions actually processed")).toBe("0/3");
    expect(got.stderr).toContain("Run was aborted; the above results are incomplete.");
  });
});

describe("the lines of progress", () => {
  const NUMBER = String.raw`\d+\.\d{3}`;
  it.each([
    [
      ["-c2", "-T3", "-S"],
      `^progress: \\d+\\.\\d s, \\d+\\.\\d tps, lat ${NUMBER} ms stddev ${NUMBER}, 0 failed$`,
    ],
    [
      ["-c2", "-T3", "-S", "-R100", "-L100", "--max-tries=2"],
      `^progress: \\d+\\.\\d s, \\d+\\.\\d tps, lat ${NUMBER} ms stddev ${NUMBER}, 0 failed, lag ${NUMBER} ms, \\d+ skipped, \\d+ retried, \\d+ retries$`,
    ],
    [["-c2", "-T3", "-S", "--progress-timestamp"], `^progress: \\d{10}\\.\\d{3} s, \\d+\\.\\d tps, lat `],
  ])("are those of pgbench: %j", async (args, pattern) => {
    for (const said of await both("-P1", ...args)) {
      const lines = said.stderr.split("\n").filter((line) => line.startsWith("progress: "));
      expect(lines.length).toBeGreaterThan(0);
      for (const line of lines) expect(line).toMatch(new RegExp(pattern));
      expect(said.code).toBe(0);
    }
  });
});

/** The files that a run wrote, in the order of their workers, as lines of columns. Removes them. */
function logs(prefix: string): { name: string; lines: string[][] }[] {
  const names = readdirSync(folder).filter((name) => name.startsWith(`${prefix}.`));
  return names.sort().map((name) => {
    const lines = readFileSync(join(folder, name), "utf8").trimEnd().split("\n");
    rmSync(join(folder, name));
    return { name, lines: lines.map((line) => line.split(" ")) };
  });
}

const PEERS = [
  ["pgbench", theirs],
  ["plumbline-load", ours],
] as const;

describe.each(PEERS)("the log of %s", (peer, start) => {
  const at = (name: string) => ["-l", `--log-prefix=${join(folder, `${peer}_${name}`)}`];

  it("is a file of each thread with the transactions of its clients", async () => {
    const done = await start("-c3", "-j2", "-t30", "-S", ...at("plain"));
    expect(done.code, done.stderr).toBe(0);
    const files = logs(`${peer}_plain`);
    expect(files.map(({ name }) => /\.\d+(\.\d+)?$/.exec(name)?.[1])).toEqual([undefined, ".1"]);
    const lines = files.flatMap((file) => file.lines);
    expect(new Set(lines.map((line) => line.length))).toEqual(new Set([6]));
    for (const client of ["0", "1", "2"]) {
      const numbers = lines.filter((line) => line[0] === client).map((line) => Number(line[1]));
      expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    }
    expect(lines).toHaveLength(90);
    const now = Date.now() / 1000;
    for (const line of lines) {
      expect(line.join(" ")).toMatch(/^[0-2] \d+ \d+ 0 \d+ \d{1,6}$/);
      expect(Math.abs(Number(line[4]) - now)).toBeLessThan(3600);
    }
  });

  it("has columns of the lag and of the retries where there may be some", async () => {
    const done = await start("-T1", "-R100", "--max-tries=2", "-S", ...at("columns"));
    expect(done.code, done.stderr).toBe(0);
    for (const line of logs(`${peer}_columns`)[0]!.lines)
      expect(line.join(" ")).toMatch(/^0 \d+ \d+ 0 \d+ \d+ \d+ 0$/);
  });

  it("names the failures", async () => {
    const args = ["-t50", "--random-seed=9", "--max-tries=2", "-f", file("failing.sql", FAILING)];
    const fates = async (name: string, ...more: string[]) => {
      expect((await start(...args, ...more, ...at(name))).code).toBe(0);
      return logs(`${peer}_${name}`)[0]!.lines.map((line) => [line[2]!.replace(/^\d+$/, "done"), line[6]]);
    };
    const plain = await fates("failed");
    const detailed = await fates("detailed", "--failures-detailed");
    expect(new Set(plain.map(String))).toEqual(new Set(["done,0", "failed,1"]));
    expect(new Set(detailed.map(String))).toEqual(new Set(["done,0", "serialization,1", "deadlock,1"]));
    expect(detailed.map(([fate]) => (fate === "done" ? "done" : "failed"))).toEqual(
      plain.map(([fate]) => fate),
    );
    fatesOf.set(peer, detailed.map(String));
  });

  it("has a share of the transactions", async () => {
    expect((await start("-t1000", "-S", "--sampling-rate=0.2", ...at("sampled"))).code).toBe(0);
    const { lines } = logs(`${peer}_sampled`)[0]!;
    expect(lines.length).toBeGreaterThan(100);
    expect(lines.length).toBeLessThan(300);
  });

  it("adds up intervals", async () => {
    const done = await start("-c2", "-T3", "-R100", "-L100", "--aggregate-interval=1", "-S", ...at("added"));
    expect(done.code, done.stderr).toBe(0);
    const lines = logs(`${peer}_added`)[0]!.lines.map((line) => line.map(Number));
    expect(lines.length).toBeGreaterThanOrEqual(2);
    for (const line of lines) {
      const [second, count, sum, squares, least, most, lag] = line as [
        number,
        number,
        number,
        number,
        number,
        number,
        number,
      ];
      expect(line).toHaveLength(15);
      expect(second).toBe(lines[0]![0]! + lines.indexOf(line));
      if (count === 0) continue;
      expect(least).toBeLessThanOrEqual(sum / count + 1);
      expect(most).toBeGreaterThanOrEqual(sum / count - 1);
      // A sum that is rounded to a microsecond makes its square wrong by the mean, which one transaction alone has no spread to hide.
      expect(squares).toBeGreaterThanOrEqual((sum * sum) / count - sum / count - count);
      expect(lag).toBeLessThanOrEqual(sum);
    }
    if (peer === "pgbench") return; // It leaves out an interval that is not over when the run is.
    const counted = lines.reduce((all, line) => all + line[1]!, 0);
    expect(counted).toBe(Number(figure(done, "number of transactions actually processed")));
  });
});

const fatesOf = new Map<string, string[]>();

describe("the log", () => {
  it("tells the same of the same transactions as pgbench's", async () => {
    expect(fatesOf.get("plumbline-load")).toEqual(fatesOf.get("pgbench"));
  });

  it("ends the run where the disk takes no more of it", async () => {
    const script = `ln -s /dev/full '${folder}/full'.$$; exec '${plumblineLoad}' pgbench -S "$@"`;
    for (const length of [["-t3"], ["-T300"]]) {
      const done = await run("sh", ["-c", script, "sh", ...length, "-l", `--log-prefix=${folder}/full`, url]);
      expect(done.code).toBe(2);
      expect(done.stderr).toMatch(/the log .*\/full\.\d+ cannot be written: No space left on device/);
      expect(done.stderr).toContain("Run was aborted; the above results are incomplete.");
      expect(done.stderr).toContain("--sampling-rate");
    }
  });

  it("that cannot be made ends the run before it begins", async () => {
    const done = await ours("-S", "-t1", "-l", "--log-prefix=/nowhere/log");
    expect(done.code).toBe(1);
    expect(done.stdout).toBe("");
    expect(done.stderr).toMatch(/the log \/nowhere\/log\.\d+ cannot be opened: No such file or directory/);
  });
});

it.each([["-b", "list"], ["--builtin=list"]])(
  "lists pgbench's own scripts as pgbench does",
  async (...args) => {
    const said = await run(plumblineLoad, ["pgbench", ...args]);
    expect(said).toEqual(await run(findPgbench(postgres.binDir), args));
  },
);

it("shows one of them", async () => {
  const said = await run(plumblineLoad, ["pgbench", "--show-script=se"]);
  expect(said).toMatchObject({ code: 0, stdout: "" });
  expect(said.stderr).toContain("SELECT abalance FROM pgbench_accounts WHERE aid = :aid;");
});

it("counts the commands of a script as pgbench does", async () => {
  const script = file(
    "counted.sql",
    "\\set a debug(1)\n\\if false\n\\elif true\n\\set b debug(2)\n\\endif\n\\set c debug(3)\nselect 1 as d \\gset\n\\set e debug(:d)\n",
  );
  const [expected, got] = await both("-t1", "-f", script);
  expect(got.stderr.match(/^debug.*$/gm)).toEqual(expected.stderr.match(/^debug.*$/gm));
});

it("takes the answer of the last statement that \\; joins, empty ones aside", async () => {
  const script = file(
    "joined.sql",
    "\\; \\; select 0 as a \\; select 5 as a \\; -- none\n \\; \\gset\n\\set b debug(:a)\n",
  );
  const [expected, got] = await both("-t1", "-f", script);
  expect(got.code, got.stderr).toBe(0);
  expect(got.stderr.match(/^debug.*$/gm)).toEqual(expected.stderr.match(/^debug.*$/gm));
});
