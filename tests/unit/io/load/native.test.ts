import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { LoadProgress, RunRequest } from "../../../../src/io/load/load-generator.ts";
import { nativeLoadGenerator } from "../../../../src/io/load/native.ts";
import type { PlumblineError } from "../../../../src/model/errors.ts";
import { sharedFolder } from "../../../support/temporary-folder.ts";

const folder = sharedFolder();

/** A program that stands in for plumbline-load: a shell script. */
function program(name: string, script: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}

const line = (value: object) => JSON.stringify({ v: 1, ...value });
const say = (...values: readonly object[]) => values.map((value) => `echo '${line(value)}'`).join("\n");
const SUMMARY = { type: "summary", exit_code: 0, interrupted: false };

const request: RunRequest = {
  workload: "oltp_point_select",
  dialect: "postgres",
  options: { threads: 4, "skip-trx": true },
  targets: [
    { url: "postgres://u:geheim@127.0.0.1:5432/a", pid: 17 },
    { url: "postgres://u:secret@127.0.0.1:5433/a", pid: null },
  ],
  seconds: 8,
  warmupSeconds: 2,
  sliceMs: 100,
  seed: 0,
  onProgress: () => undefined,
  signal: new AbortController().signal,
};

async function failure(name: string, script: string): Promise<PlumblineError> {
  const outcome = await nativeLoadGenerator(program(name, script))
    .run(request)
    .catch((error: unknown) => error);
  expect(outcome).toBeInstanceOf(Error);
  return outcome as PlumblineError;
}

test("a run answers every line, multi-byte text whole, and tells its progress", async () => {
  const text = "ü€😀".repeat(20_000);
  const told: LoadProgress[] = [];
  const file = path.join(folder, "long.ndjson");
  const lines = [
    line({ type: "progress", phase: "measure", phase_elapsed_ns: 1, phase_total_ns: 4 }),
    line({ type: "progress", phase: "load", done: 3, total: 3, what: "sbtest3" }),
    line({ type: "note", text }),
    line(SUMMARY),
  ];
  writeFileSync(file, `${lines.join("\n")}\n`);
  const generator = nativeLoadGenerator(program("long", `cat ${file}`));
  const answer = await generator.run({ ...request, onProgress: (progress) => told.push(progress) });
  expect(answer).toEqual(lines);
  expect(told).toEqual([
    { phase: "measure", share: 0.25, what: "" },
    { phase: "load", share: 1, what: "sbtest3" },
  ]);
});

test("what ended after the last interval is told with the load's end", async () => {
  const told: LoadProgress[] = [];
  const counted = { read: 3, write: 0, other: 0 };
  const script = say(
    { type: "progress", phase: "measure", targets: [{ target: 0, qps: 2, events: 2 }] },
    {
      type: "block",
      target: 0,
      duration_ns: 1,
      events: 3,
      queries: counted,
      queries_committed: counted,
      failures: { events: 0, by_sqlstate: {} },
      retries: 0,
      reconnects: 0,
      latency: { count: 3, min_ns: 1, max_ns: 9, sum_ns: 9, histogram: "HISTFAAA" },
      server_cpu_ns: null,
      ended_events: 5,
    },
    SUMMARY,
  );
  const generator = nativeLoadGenerator(program("rest", script));
  await generator.run({ ...request, onProgress: (progress) => told.push(progress) });
  expect(told).toMatchObject([
    { phase: "measure", intervals: [{ target: 0, qps: 2, events: 2 }] },
    { phase: "measure", share: 1, intervals: [{ target: 0, qps: null, events: 3 }] },
  ]);
});

test("the command line has every option and no password; those are in a file that is gone afterwards", async () => {
  const seen = path.join(folder, "seen");
  await nativeLoadGenerator(
    program(
      "args",
      `printf '%s\\n' "$@" > ${seen}\ncat "$PGPASSFILE" > ${seen}.pass\necho "$PGPASSFILE" > ${seen}.file\n${say(SUMMARY)}`,
    ),
  ).run(request);
  const args = readFileSync(seen, "utf8").trim().split("\n");
  expect(args).toEqual(
    expect.arrayContaining([
      "--output=ndjson",
      "--slice-lines=on",
      "--dialect=postgres",
      "--time=8",
      "--warmup-time=2",
      "--slice=100",
      "--rand-seed=1",
      "--server-pid=17",
      "--threads=4",
      "--skip-trx=on",
      "--pgsql-url=postgres://u@127.0.0.1:5432/a",
      "--against=postgres://u@127.0.0.1:5433/a",
    ]),
  );
  expect(args.slice(-2)).toEqual(["oltp_point_select", "run"]);
  expect(args.join(" ")).not.toMatch(/geheim|secret|against-server-pid/);
  expect(readFileSync(`${seen}.pass`, "utf8")).toBe("127.0.0.1:5432:*:u:geheim\n127.0.0.1:5433:*:u:secret\n");
  expect(existsSync(readFileSync(`${seen}.file`, "utf8").trim())).toBe(false);
});

test.each([
  [2, "usage"],
  [3, "target"],
  [4, "generator"],
  [5, "generator"],
] as const)("exit code %i is a failure of kind %s with the program's own words", async (code, kind) => {
  const error = await failure(
    `exit-${code}`,
    `${say(
      {
        type: "error",
        code: "target",
        fatal: true,
        message: "it went wrong",
        hint: "mend it",
        sqlstate: "57P01",
      },
      { ...SUMMARY, exit_code: code },
    )}\nexit ${code}`,
  );
  expect(error).toMatchObject({ kind, message: "it went wrong (SQLSTATE 57P01)", remedy: "mend it" });
});

test("an error line that has its SQLSTATE is not told it again", async () => {
  const message = 'relation "sbtest1" does not exist (SQLSTATE 42P01)';
  const line = { type: "error", code: "target", fatal: true, message, sqlstate: "42P01" };
  const error = await failure("twice", `${say(line, { ...SUMMARY, exit_code: 3 })}\nexit 3`);
  expect(error.message).toBe(message);
});

test("without an error line standard error speaks", async () => {
  const error = await failure(
    "stderr",
    "echo 'plumbline-load: unknown option --x' >&2\necho 'plumbline-load: hint: did you mean --y?' >&2\nexit 2",
  );
  expect(error).toMatchObject({
    kind: "usage",
    message: "unknown option --x",
    remedy: "did you mean options.y?",
  });
});

test("a killed program is said to be killed", async () => {
  expect(await failure("killed", "kill -KILL $$")).toMatchObject({
    kind: "generator",
    message: expect.stringContaining("SIGKILL"),
    remedy: expect.stringContaining("out-of-memory"),
  });
});

test("an output without summary is no result", async () => {
  expect(await failure("cut", `${say({ type: "progress", phase: "measure" })}\necho oops >&2`)).toMatchObject(
    {
      kind: "generator",
      message: "plumbline-load ended without its summary line; it last said: oops",
    },
  );
});

test("a program that cannot be started is named with a remedy", async () => {
  const missing = path.join(folder, "missing");
  await expect(nativeLoadGenerator(missing).run(request)).rejects.toMatchObject({
    kind: "generator",
    message: expect.stringContaining(missing),
    remedy: expect.stringContaining("PLUMBLINE_LOAD"),
  });
});

test("aborting ends the program by SIGTERM and is an interruption", async () => {
  const marker = path.join(folder, "terminated");
  const controller = new AbortController();
  const script = `trap 'echo yes > ${marker}; exit 130' TERM\n${say({ type: "progress", phase: "measure" })}\nwhile :; do sleep 0.05; done`;
  const running = nativeLoadGenerator(program("slow", script)).run({
    ...request,
    signal: controller.signal,
    onProgress: () => controller.abort(),
  });
  await expect(running).rejects.toMatchObject({ kind: "interrupted" });
  expect(existsSync(marker)).toBe(true);
});

test("an abort that came before starts nothing", async () => {
  const marker = path.join(folder, "started");
  const generator = nativeLoadGenerator(program("never", `touch ${marker}\n${say(SUMMARY)}`));
  await expect(generator.run({ ...request, signal: AbortSignal.abort() })).rejects.toMatchObject({
    kind: "interrupted",
  });
  expect(existsSync(marker)).toBe(false);
});

test("describing names the workload's entry", async () => {
  const generator = nativeLoadGenerator(
    program("refuses", "echo 'plumbline-load: --tables=0: must be a whole number' >&2\nexit 2"),
  );
  const workload = {
    name: "checkout",
    workload: "oltp_read_only",
    dialect: "postgres",
    options: { tables: 0 },
  };
  await expect(generator.describe(workload)).rejects.toMatchObject({
    kind: "usage",
    message: "workload checkout: --tables=0: must be a whole number",
  });
});

test.each(["no JSON", '{"format":2}', '{"format":1,"version":"0.1.0"}'])(
  "a program that answers %s is of another version",
  async (answer) => {
    const generator = nativeLoadGenerator(program("other", `echo '${answer}'`));
    await expect(generator.catalog()).rejects.toMatchObject({
      kind: "generator",
      remedy: expect.stringContaining("PLUMBLINE_LOAD"),
    });
  },
);
