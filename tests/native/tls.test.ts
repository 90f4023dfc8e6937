/** What libpq makes of TLS, and what is told of it. */
import { execFileSync } from "node:child_process";
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TLSSocket } from "node:tls";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Postgres, startPostgres } from "../support/postgres.ts";
import { backendsOf } from "./support/backends.ts";
import { later } from "./support/later.ts";
import { type LoadResult, runLoad } from "./support/plumbline-load.ts";

let cluster: Postgres;
let url: string;

beforeAll(async () => {
  cluster = await startPostgres();
  url = await cluster.createDatabase("plain");
  await runLoad([`--pgsql-url=${url}`, "--table-size=1000", "oltp_point_select", "prepare"]);
});

afterAll(() => cluster?.stop());

const run = (url: string, workload: string, ...args: string[]) =>
  runLoad([`--pgsql-url=${url}`, "--output=ndjson", "--table-size=1000", ...args, workload, "run"]);

/** A key and a certificate of localhost, in a folder of their own. */
function certificate(): Readonly<{ folder: string; key: string; cert: string }> {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-tls-"));
  const [key, cert] = [join(folder, "server.key"), join(folder, "server.crt")];
  const ofLocalhost = ["-days", "1", "-subj", "/CN=localhost", "-keyout", key, "-out", cert];
  execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...ofLocalhost], {
    stdio: "ignore",
  });
  return { folder, key, cert };
}

function packet(type: string, ...parts: readonly Buffer[]): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(4 + Buffer.concat(parts).length);
  return Buffer.concat([Buffer.from(type), length, ...parts]);
}

const READY = packet("Z", Buffer.from("I"));

/** Rows of one column that make, with all around them, an answer of so many bytes. */
function answerOf(size: number): Buffer {
  const row = (length: number) =>
    packet("D", Buffer.from([0, 1, 0, 0, 0, length]), Buffer.alloc(length, "x"));
  const column = Buffer.from("c\0\0\0\0\0\0\0\0\0\0\x19\xff\xff\xff\xff\xff\xff\0\0", "latin1");
  const head = packet("T", Buffer.from([0, 1]), column);
  const end = Buffer.concat([packet("C", Buffer.from("SELECT 1\0")), READY]);
  const left = size - head.length - end.length;
  const count = Math.floor(left / row(100).length) - 1;
  const last = row(left - count * row(100).length - row(0).length);
  return Buffer.concat([head, ...Array.from({ length: count }, () => row(100)), last, end]);
}

/** Answers each simple query with these bytes, each piece in records of its own, as front ends in Go, Rust or Erlang do. */
async function startTlsServer(pieces: readonly Buffer[]): Promise<Server> {
  const { folder, key, cert } = certificate();
  const secrets = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true });
  const parameters = ["server_version", "15.0", "client_encoding", "UTF8"];
  const welcome = Buffer.concat([
    packet("R", Buffer.alloc(4)),
    ...[0, 2].map((at) => packet("S", Buffer.from(`${parameters[at]}\0${parameters[at + 1]}\0`))),
    packet("K", Buffer.alloc(8)),
    READY,
  ]);
  const server = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket.once("data", () => {
      socket.write("S");
      const secure = new TLSSocket(socket, { isServer: true, ...secrets });
      secure.on("error", () => socket.destroy());
      secure.on("data", (message) => {
        if (message[0] === 0) secure.write(welcome);
        else if (message[0] === "Q".charCodeAt(0)) for (const piece of pieces) secure.write(piece);
        else secure.end();
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

describe("TLS", () => {
  const withoutTls = (url: string, ...args: string[]) => {
    const { hostname, port, username, pathname } = new URL(url);
    return [
      `--pgsql-host=${hostname}`,
      `--pgsql-port=${port}`,
      `--pgsql-user=${username}`,
      `--pgsql-db=${pathname.slice(1)}`,
      "--output=ndjson",
      "--table-size=1000",
      "--events=1",
      "--time=0",
      ...args,
      "oltp_point_select",
      "run",
    ];
  };
  const modeOf = (done: LoadResult) => {
    const { options, targets } = done.line("hello");
    return [options["pgsql-sslmode"], targets[0].sslmode];
  };

  it.each(["run", "check"])("is required where PGSSLMODE says so: %s", async (command) => {
    const args = [...withoutTls(url).slice(0, -1), command];
    const done = await runLoad(args, { env: { PGSSLMODE: "require" } });
    expect(done.code).toBe(3);
    expect(done.line("error")["message"]).toContain("server does not support SSL");
    expect(modeOf(done)).toEqual(["require", "require"]);
  });

  it("is required where the option says so, whatever PGSSLMODE says", async () => {
    const args = withoutTls(url, "--pgsql-sslmode=require");
    const done = await runLoad(args, { env: { PGSSLMODE: "disable" } });
    expect(done.code).toBe(3);
    expect(modeOf(done)).toEqual(["require", "require"]);
  });

  it("is refused as an option beside a URL, which has its own", async () => {
    const done = await run(url, "oltp_point_select", "--pgsql-sslmode=require", "--events=1", "--time=0");
    expect(done.code).toBe(2);
    expect(done.stderr).toMatch(/--pgsql-url and --pgsql-sslmode[\s\S]*\?sslmode=require/);
  });

  it("is told as it is, wherever it comes from", async () => {
    expect(modeOf(await runLoad(withoutTls(url)))).toEqual(["prefer", "prefer"]);
    const { href } = new URL(url);
    const plain = href.replace(/\?.*/, "");
    for (const mode of ["disable", "allow"]) {
      const args = ["oltp_point_select", "--events=1", "--time=0"] as const;
      expect(modeOf(await run(`${plain}?sslmode=${mode}`, ...args))).toEqual([mode, mode]);
    }
  });

  it("leaves nothing of its last record unread, which no socket tells of", async () => {
    const answer = answerOf(1_000 + 4 * 16_384);
    const server = await startTlsServer([answer.subarray(0, 1_000), answer.subarray(1_000)]);
    const folder = mkdtempSync(join(tmpdir(), "plumbline-tls-"));
    const script = join(folder, "select.sql");
    writeFileSync(script, "SELECT c FROM t;\n");
    try {
      const { port } = server.address() as AddressInfo;
      const to = `--pgsql-url=postgres://me@127.0.0.1:${port}/db?sslmode=require`;
      const few = ["--events=3", "--time=0", "--stall-timeout=20", "--db-ps-mode=disable"];
      const done = await runLoad([to, "--output=ndjson", ...few, `--file=${script}`, "script", "run"]);
      expect(done.stderr).toBe("");
      expect(done.line("block")["events"]).toBe(3);
    } finally {
      server.close();
      rmSync(folder, { recursive: true });
    }
  });

  it("is what libpq makes of the URL", async () => {
    const { folder, key, cert } = certificate();
    if (process.getuid?.() === 0) {
      const id = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
      for (const path of [folder, key, cert]) chownSync(path, id("-u"), id("-g"));
    }
    const secure = await startPostgres({ settings: { ssl: "on", ssl_key_file: key, ssl_cert_file: cert } });
    try {
      const plain = await secure.createDatabase("secure");
      const secured = `${plain}?sslmode=require`;
      await runLoad([`--pgsql-url=${secured}`, "--table-size=500", "oltp_read_only", "prepare"]);
      const inTls: number[] = [];
      const done = await runLoad(
        [
          `--pgsql-url=${secured}`,
          "--output=ndjson",
          "--table-size=500",
          "--threads=4",
          "--time=600",
          "oltp_read_only",
          "run",
        ],
        {
          on: {
            measure: (child) =>
              later(0, async () => {
                await backendsOf(plain, 4);
                inTls.push(await countTls(secure));
                child.kill("SIGINT");
              }),
          },
        },
      );
      expect(done.code).toBe(130);
      expect(done.line("block")["events"]).toBeGreaterThan(0);
      expect(inTls).toEqual([4]);
    } finally {
      await secure.stop();
      rmSync(folder, { recursive: true });
    }
  });

  async function countTls(cluster: Postgres): Promise<number> {
    const client = new pg.Client({ connectionString: cluster.url });
    await client.connect();
    const { rows } = await client.query(
      "SELECT count(*)::int AS n FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE ssl AND application_name = 'plumbline-load'",
    );
    await client.end();
    return rows[0].n;
  }
});
