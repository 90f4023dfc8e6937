/** What libpq makes of TLS, and what is told of it. */
import { execFileSync } from "node:child_process";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

  it("is what libpq makes of the URL", async () => {
    const folder = mkdtempSync(join(tmpdir(), "plumbline-tls-"));
    const [key, cert] = [join(folder, "server.key"), join(folder, "server.crt")];
    execFileSync(
      "openssl",
      [
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "1",
        "-subj",
        "/CN=localhost",
        "-keyout",
        key,
        "-out",
        cert,
      ],
      { stdio: "ignore" },
    );
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
