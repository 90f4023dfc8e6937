/** Where output goes that is not taken, and that a run always says how it ended. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Postgres, startPostgres } from "../support/postgres.ts";
import { plumblineLoad, runLoad } from "./support/plumbline-load.ts";
import { startWireServer } from "./support/wire-server.ts";

let postgres: Postgres;
let url: string;
const size = ["--tables=1", "--table-size=100", "--threads=1", "--time=1"];

beforeAll(async () => {
  postgres = await startPostgres();
  url = await postgres.createDatabase("output");
  expect((await runLoad([`--pgsql-url=${url}`, ...size, "oltp_point_select", "prepare"])).code).toBe(0);
});
afterAll(() => postgres?.stop());

/** /dev/full is a disk without room. */
function intoFullDisk(...words: readonly string[]) {
  const shell = ["-c", 'exec "$0" "$@" > /dev/full', plumblineLoad, ...words];
  const { status, stderr } = spawnSync("sh", shell, { encoding: "utf8" });
  return { status, stderr };
}

/** Runs `script`, in which "$@" is plumbline-load with these words. */
async function redirected(script: string, ...words: readonly string[]) {
  const child = spawn("sh", ["-c", script, "sh", plumblineLoad, ...words], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { status, stdout, stderr };
}

describe("a full disk", () => {
  it.each([["run"], ["run", "--output=ndjson"], ["check"], ["check", "--output=ndjson"], ["cleanup"]])(
    "fails %s %s, and nobody takes it for an interruption",
    (command, ...more) => {
      const { status, stderr } = intoFullDisk(
        `--pgsql-url=${url}`,
        ...size,
        ...more,
        "oltp_point_select",
        command,
      );
      expect(stderr).toContain("standard output: No space left on device");
      expect(stderr).toContain("is the disk full");
      expect(status).toBe(5);
    },
  );

  it.each([["--help"], ["--version"], ["describe"]])("fails %s", (word) => {
    const { status, stderr } = intoFullDisk(word);
    expect(stderr).toContain("standard output does not take what is printed");
    expect(status).toBe(5);
  });
});

describe("a standard file that is closed", () => {
  const words = [...size, "--time=0", "--events=5", "oltp_point_select"];

  it.each(["run", "check", "--help", "--version", "describe"])(
    "fails %s where it is the output",
    async (word) => {
      const done = await redirected('"$@" 1>&-', `--pgsql-url=${url}`, ...words, word);
      expect(done.stderr).toContain("standard output is closed");
      expect(done.status).toBe(5);
    },
  );

  it("stays empty where it is the input or the errors: nothing else gets its number", async () => {
    const files = "/proc/$!/fd/0 /proc/$!/fd/2";
    const isOpen = `readlink /proc/$!/exe | grep -q plumbline-load && ls ${files} > /dev/null 2>&1`;
    const done = await redirected(
      `"$@" > /dev/null <&- 2>&- & until ${isOpen}; do sleep 0.05; done; readlink ${files}; kill -KILL $!`,
      `--pgsql-url=${url}`,
      ...size,
      "--time=600",
      "oltp_point_select",
      "run",
    );
    expect(done.stdout).toBe("/dev/null\n/dev/null\n");
  });

  it("says nothing where all three are closed, but fails", async () => {
    const done = await redirected('"$@" <&- 1>&- 2>&-', `--pgsql-url=${url}`, ...words, "run");
    expect(done).toEqual({ status: 5, stdout: "", stderr: "" });
  });
});

describe("a reader that goes away", () => {
  it.each([["--help"], ["--help", "run"], ["--version"], ["describe"], ["man"]])(
    "is told nothing by %s %s, as where it has read enough",
    async (...words) => {
      const gone = join(mkdtempSync(join(tmpdir(), "plumbline-gone-")), "gone");
      const writer = `until test -e ${gone}; do sleep 0.05; done; "$@"; echo "ended with $?" >&2`;
      const { stderr } = await redirected(`{ ${writer}; } | { exec <&-; touch ${gone}; }`, ...words);
      rmSync(dirname(gone), { recursive: true });
      expect(stderr).toBe("ended with 0\n");
    },
  );

  const endless = ["--threads=1", "--table-size=100", "--time=0", "oltp_point_select", "run"];

  it("interrupts a run that has something to say", async () => {
    // What the pipe's first command ends with is what counts.
    const script = '{ "$@"; echo "ended with $?" >&2; } | true';
    const done = await redirected(script, `--pgsql-url=${url}`, "--report-interval=1", ...endless);
    expect(done.stderr).toContain("nothing reads the output");
    expect(done.stderr).toContain("ended with 130");
  });

  it("interrupts a run that has nothing to say, with a pipe", async () => {
    const script = '{ "$@"; echo "ended with $?" >&2; } | head -3 >&2';
    const done = await redirected(script, `--pgsql-url=${url}`, "--output=ndjson", ...endless);
    expect(done.stderr).toContain("nothing reads the output");
    expect(done.stderr).toContain("ended with 130");
  });

  it("interrupts a run that has nothing to say, with a socket", async () => {
    const done = await runLoad([`--pgsql-url=${url}`, "--output=ndjson", ...endless], {
      on: { measure: (child) => child.stdout?.destroy() },
    });
    expect(done.stderr).toContain("nothing reads the output");
    expect(done.code).toBe(130);
  });

  it("interrupts a prepare that waits for the server", async () => {
    const slow = await startWireServer({ execute: () => ({ kind: "delay", ms: 1000 }) });
    const done = await redirected(
      '{ "$@"; echo "ended with $?" >&2; } | head -1 >&2',
      `--pgsql-url=postgres://me@127.0.0.1:${slow.port}/db?sslmode=disable`,
      "--tables=1000",
      "--table-size=1",
      "--report-interval=0",
      "oltp_point_select",
      "create",
    );
    await slow.stop();
    expect(done.stderr).toContain("nothing reads the output");
    expect(done.stderr).toContain("ended with 130");
  });

  it("is not looked for where standard output is a file or a device", async () => {
    const folder = mkdtempSync(join(tmpdir(), "plumbline-output-"));
    const script = `"$@" > ${folder}/out && "$@" > /dev/null`;
    const done = await redirected(script, `--pgsql-url=${url}`, ...endless, "--events=5");
    rmSync(folder, { recursive: true });
    expect(done).toEqual({ status: 0, stdout: "", stderr: "" });
  });
});

describe("a server that accepts and says nothing", () => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => sockets.add(socket));
  beforeAll(async () => {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
  });
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  it.each(["SIGINT", "SIGTERM"] as const)(
    "a run that %s meets before its first line ends with a summary",
    async (signal) => {
      const { port } = server.address() as AddressInfo;
      const words = [
        `--pgsql-url=postgres://u@127.0.0.1:${port}/d`,
        "--output=ndjson",
        "--builtin=tpcb-like",
      ];
      const running = runLoad([...words, "script", "run"], {
        onStart: (child) => server.once("connection", () => child.kill(signal)),
      });
      const done = await running;
      expect(done.line("summary")).toMatchObject({ exit_code: 130, interrupted: true });
      expect(done.code).toBe(130);
    },
  );
});
