/** Programs that a script runs by \shell and \setshell: their signals, and their end with the run's. */
import type { ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isAlive } from "../../src/io/host/processes.ts";
import { type Postgres, startPostgres } from "../support/postgres.ts";
import { runLoad } from "./support/plumbline-load.ts";

const folder = mkdtempSync(join(tmpdir(), "plumbline-programs-"));
let postgres: Postgres;
let url: string;

beforeAll(async () => {
  postgres = await startPostgres();
  url = await postgres.createDatabase("programs");
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

async function gone(pid: number): Promise<void> {
  while (isAlive(pid)) await sleep(20);
}

const runs = (script: string, options: Parameters<typeof runLoad>[1] = {}) =>
  runLoad(["pgbench", "--allow-shell", "-t1", "-f", script, url], options);

const WAITING = "plumbline-load: waiting for 1 program that \\shell or \\setshell has started";
/**
 * A script whose program writes its process id to `pids`, with that of a program of its own, and then does as it is told. It ends with
 * the folder of this file, so that a test that gives up leaves nothing behind.
 */
const lasting = (name: string, pids: string, traps = "") =>
  file(
    name,
    `\\shell ${traps} sleep 600 & echo $$ $! > ${pids}; echo begun >&2; while test -e ${pids}; do sleep 0.1; done\n`,
  );
const said = (child: ChildProcess, words: string, react: () => void) => {
  let text = "";
  child.stderr!.on("data", (told) => {
    const before = text.includes(words);
    text += String(told);
    if (!before && text.includes(words)) react();
  });
};
/** None where the program was killed before it could write them. */
const pidsIn = (pids: string) =>
  (existsSync(pids) ? readFileSync(pids, "utf8") : "").match(/\d+/g)?.map(Number) ?? [];

describe("a program that a script runs", () => {
  // With SIGPIPE ignored `yes` would find out by an error; with SIGTERM held back, `timeout` could not end a program. The last seven
  // digits are those of signals 1 to 28: of those above, the C library keeps some for itself.
  it("has signals as any other program has", async () => {
    const script = file(
      "signals.sql",
      `
        \\setshell ignored awk '/^SigIgn/ { print substr($2, 10) + 0 }' /proc/self/status
        \\setshell blocked awk '/^SigBlk/ { print substr($2, 10) + 0 }' /proc/self/status
        \\setshell lines yes | head -1 | wc -l
        \\set told debug(:ignored + :blocked + :lines)
      `,
    );
    const done = await runs(script);
    expect(done.stderr).toMatch(/^debug.*: int 1\n$/);
    expect(done.code).toBe(0);
  });

  it.each(["INT", "TERM"])("interrupts where it is ended by SIG%s", async (signal) => {
    const script = file("ended.sql", `SELECT 1;\n\\shell kill -${signal} $$\n`);
    const done = await runs(script);
    expect(done.stderr).toContain(`ended.sql:2:1: the command was ended by SIG${signal}`);
    expect(done.code).toBe(130);
  });

  it("is waited for after an interrupt that it does not heed, which is said", async () => {
    const over = join(folder, "over");
    const script = file(
      "lasts.sql",
      `\\shell trap '' INT; echo begun >&2; until test -e ${over}; do sleep 0.1; done\n`,
    );
    const done = await runs(script, {
      onStart: (child) => {
        said(child, "begun", () => child.kill("SIGINT"));
        said(child, WAITING, () => writeFileSync(over, ""));
      },
    });
    expect(done.stderr).toContain(`${WAITING}; it is killed in 3 s, or by a second Ctrl-C\n`);
    expect(done.code).toBe(130);
  });

  it.each(["SIGINT", "SIGTERM"] as const)("gets the %s that interrupts the run", async (signal) => {
    const pids = join(folder, `asked-by-${signal}`);
    const script = lasting(`asked-by-${signal}.sql`, pids);
    const done = await runs(script, {
      onStart: (child) => said(child, "begun", () => child.kill(signal)),
    });
    expect(done.code).toBe(130);
    for (const pid of pidsIn(pids)) await gone(pid);
  });

  it("that does not heed an interrupt is killed by a second one, with all that it started", async () => {
    const pids = join(folder, "killed-by-second");
    const script = lasting("second.sql", pids, "trap '' INT;");
    const done = await runs(script, {
      onStart: (child) => {
        said(child, "begun", () => child.kill("SIGINT"));
        said(child, WAITING, () => child.kill("SIGINT"));
      },
    });
    expect(done.code).toBe(130);
    for (const pid of pidsIn(pids)) await gone(pid);
  });

  it("that does not heed an interrupt is killed after a while, which is said", async () => {
    const pids = join(folder, "killed-by-limit");
    const script = lasting("limit.sql", pids, "trap '' TERM;");
    const done = await runs(script, {
      onStart: (child) => said(child, "begun", () => child.kill("SIGTERM")),
    });
    expect(done.stderr).toContain(
      "plumbline-load: killed 1 program of \\shell or \\setshell that did not end\n",
    );
    expect(done.code).toBe(130);
    for (const pid of pidsIn(pids)) await gone(pid);
  });

  it("that hangs when another client fails does not hold up the end", async () => {
    const pids = join(folder, "killed-by-failure");
    const script = file(
      "failure.sql",
      `
        \\if :client_id = 0
        \\shell trap '' TERM; echo $$ > ${pids}; while test -e ${pids}; do sleep 0.1; done
        \\else
        \\shell until test -s ${pids}; do sleep 0.1; done
        SELECT 1 / 0;
        \\endif
      `,
    );
    const options = ["-c2", "-j2", "-t1", "-f", script, url];
    const done = await runLoad(["pgbench", "--allow-shell", ...options]);
    expect(done.stderr).toContain("division by zero");
    expect(done.stderr).toContain(`${WAITING}; it is killed in 3 s`);
    expect(done.code).toBe(2);
    for (const pid of pidsIn(pids)) await gone(pid);
  });

  it("that hangs is killed by --forced-shutdown", async () => {
    const pids = join(folder, "killed-by-shutdown");
    const script = lasting("shutdown.sql", pids);
    const options = ["-T1", "--forced-shutdown=1", "-f", script, url];
    const done = await runLoad(["pgbench", "--allow-shell", ...options]);
    expect(done.stderr).toContain("events were still in flight 1 s after --time");
    expect(done.code).toBe(2);
    for (const pid of pidsIn(pids)) await gone(pid);
  });

  it("does not outlive a load generator that is killed", async () => {
    const pids = join(folder, "orphaned");
    const script = lasting("orphaned.sql", pids);
    await runs(script, { onStart: (child) => said(child, "begun", () => child.kill("SIGKILL")) });
    for (const pid of pidsIn(pids)) await gone(pid);
  });

  it("may leave behind what it starts in the background", async () => {
    const pids = join(folder, "background");
    const done = await runs(
      file("background.sql", `\\shell sleep 600 > /dev/null 2>&1 & echo $! > ${pids}\n`),
    );
    expect(done.code).toBe(0);
    for (const pid of pidsIn(pids)) process.kill(pid, "SIGKILL");
  });

  it("fails where it is ended by another signal", async () => {
    const done = await runs(file("killed.sql", "\\shell kill -KILL $$\n"));
    expect(done.stderr).toContain("killed.sql:1:1: the command has failed");
    expect(done.code).toBe(2);
  });
});
