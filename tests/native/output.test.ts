/** Where output goes that is not taken, and that a run always says how it ended. */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Postgres, startPostgres } from "../support/postgres.ts";
import { plumblineLoad, runLoad } from "./support/plumbline-load.ts";

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

it("a reader that goes away interrupts", () => {
  const words = [
    `--pgsql-url=${url}`,
    ...size,
    "--time=60",
    "--report-interval=1",
    "oltp_point_select",
    "run",
  ];
  // What the pipe's first command ends with is what counts.
  const script = '{ "$0" "$@"; echo "ended with $?" >&2; } | true';
  const { stderr } = spawnSync("sh", ["-c", script, plumblineLoad, ...words], { encoding: "utf8" });
  expect(stderr).toContain("nobody reads the output");
  expect(stderr).toContain("ended with 130");
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
