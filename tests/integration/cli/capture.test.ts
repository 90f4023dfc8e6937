/** `plumbline capture` of a real server's logs, in all three formats, and what pgbench makes of the scripts. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Postgres, startPostgres } from "../../support/postgres.ts";
import { Sandbox } from "./support/sandbox.ts";

const LOGS = ["server.json", "server.csv", "server.log"];
/** What the shop sends last. */
const LAST = "SELECT 424242";
const SECRET = "Zq7xW9";
let sandbox: Sandbox;
let postgres: Postgres;
let url: string;

beforeAll(async () => {
  sandbox = new Sandbox();
  postgres = await startPostgres({
    settings: {
      logging_collector: "on",
      log_destination: "stderr,csvlog,jsonlog",
      log_filename: "server.log",
      log_file_mode: "0644",
      log_min_duration_statement: "0",
      log_line_prefix: "%m [%p] %q%u@%d ",
      session_preload_libraries: "auto_explain",
      "auto_explain.log_min_duration": "0",
    },
  });
  url = await postgres.createDatabase("shop");
  await trade(url);
  // The collector writes when it comes to it. What pgbench does later is none of the log that is read.
  for (const name of LOGS) {
    const written = () => readFileSync(path.join(postgres.dataDir, "log", name), "utf8");
    await vi.waitUntil(() => written().includes(LAST), { timeout: 300_000, interval: 50 });
    sandbox.write(name, written());
  }
});

afterAll(async () => {
  await sandbox?.close();
  await postgres?.stop();
});

const SCHEMA = `
CREATE TYPE state AS ENUM ('open', 'paid');
CREATE TABLE customer (id int PRIMARY KEY, email text UNIQUE, token uuid);
CREATE TABLE purchase (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, customer_id int REFERENCES customer, state state, note text, at timestamptz);
CREATE TABLE purchase_line (purchase_id bigint REFERENCES purchase, item_id int, price numeric(8, 2), data jsonb);
INSERT INTO customer SELECT i, 'c' || i || '@${SECRET}.org', gen_random_uuid() FROM generate_series(1, 50) i;
CREATE ROLE capture_app PASSWORD '${SECRET}'`;

/** What a shop does, by the simple and the extended protocol. */
async function trade(place: string): Promise<void> {
  const client = new pg.Client({ connectionString: place });
  await client.connect();
  await client.query(SCHEMA);
  for (let visit = 1; visit <= 12; visit++) {
    const customer = 1 + ((visit * 7) % 50);
    const name = `c${customer}@${SECRET}.org`;
    await client.query({ name: "by-mail", text: "SELECT id FROM customer WHERE email = $1", values: [name] });
    await client.query(
      `SELECT count(*) FROM purchase WHERE note LIKE '%${SECRET}${visit}%'\n  AND customer_id = ${customer} -- ${SECRET}`,
    );
    await client.query("SELECT email FROM customer WHERE id = ANY($1)", [[customer, 1 + (visit % 50)]]);
    await client.query("SELECT id FROM customer WHERE token = $1", [
      `6f1c3a00-0000-4000-8000-${String(visit).padStart(12, "0")}`,
    ]);
    await client.query("BEGIN");
    const insert = "INSERT INTO purchase (customer_id, state, note, at) VALUES ($1, $2, $3, $4) RETURNING id";
    const { rows } = await client.query(insert, [customer, "open", `it's ${SECRET} "${visit}"`, new Date()]);
    for (let line = 0; line < 2; line++) {
      await client.query(
        "INSERT INTO purchase_line (purchase_id, item_id, price, data) VALUES ($1, $2, $3, $4)",
        [rows[0].id, visit + line, "9.90", { a: SECRET }],
      );
    }
    await client.query("COMMIT");
    await client.query(`SELECT ${SECRET}`).catch(() => undefined);
  }
  await client.query(LAST);
  await client.end();
}

async function capture(file: string, output: string, ...more: readonly string[]) {
  return await sandbox.run(["capture", file, "--database", "shop", "--output", output, ...more]);
}

const scriptsIn = (output: string) => readdirSync(path.join(sandbox.work, output)).toSorted();

/** Without the line that names the log. */
const textsIn = (output: string) =>
  scriptsIn(output).map((name) => sandbox.read(`${output}/${name}`).replace(/^.*\n/, ""));

describe("the log of a server", () => {
  it.each(["json", "csv", "log"])(
    "as server.%s becomes the same scripts, without what is somebody's",
    async (format) => {
      const { code, stdout, stderr } = await capture(`server.${format}`, format);
      expect(code, stderr).toBe(0);
      const names = [
        "select-customer",
        "select-customer-2",
        "select-customer-3",
        "select-purchase",
        "tx-insert-purchase",
      ];
      for (const name of names) expect(stdout).toMatch(new RegExp(`${name}\\.sql +12 .* not run`));
      expect(stdout).toMatch(/12 +statements that failed/);
      expect(stdout).not.toContain(SECRET);
      const texts = textsIn(format);
      expect(texts.join("")).not.toContain(SECRET);
      expect(textsIn("json")).toEqual(texts);
    },
  );

  it("with values in the text: pgbench runs the scripts as they are", async () => {
    await capture("server.json", "simple", "--protocol", "simple");
    runAll("simple", "simple");
  });

  it("with values as parameters, too", async () => {
    await capture("server.json", "prepared", "--protocol", "prepared");
    expect(sandbox.read("prepared/tx-insert-purchase.sql")).toContain("\\gset s1_");
    runAll("prepared", "prepared");
  });

  it("is written over nothing", async () => {
    const { code, stderr } = await capture("server.json", "json");
    expect(code).toBe(2);
    expect(stderr).toMatch(/json\/\S+\.sql already exist\n {2}remedy: .*--force/);
    expect((await capture("server.json", "json", "--force")).code).toBe(0);
  });

  it("of another database is none", async () => {
    const { code, stderr } = await sandbox.run(["capture", "server.json", "--database", "crm"]);
    expect(code).toBe(2);
    expect(stderr).toContain(
      'no statements of database "crm" are in the log\n  remedy: name one that it has: shop',
    );
  });
});

it("a log without statements says how it gets some", async () => {
  sandbox.write("quiet.log", "2026-11-22 10:00:00.000 UTC [1] LOG:  checkpoint starting: time\n");
  const { code, stderr } = await sandbox.run(["capture", "quiet.log"]);
  expect(code).toBe(2);
  expect(stderr).toContain("nothing to make a script of in quiet.log");
  expect(stderr).toContain("log_min_duration_statement = 0");
  expect(existsSync(path.join(sandbox.work, "bench"))).toBe(false);
});

/** Beside the server, or of Debian's newest. */
function findPgbench(): string {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : [];
  const places = [postgres.binDir, ...versions.map((version) => path.join(debian, version, "bin"))];
  return places.map((place) => path.join(place, "pgbench")).find((program) => existsSync(program))!;
}

/** Each script by itself, some times: it ends well, and has done something. */
function runAll(output: string, protocol: string): void {
  const names = scriptsIn(output);
  expect(names).toContain("tx-insert-purchase.sql");
  const env = { PATH: process.env["PATH"], LC_ALL: "C", HOME: "/nonexistent" };
  for (const name of names.filter((each) => !each.startsWith("insert-customer"))) {
    const file = path.join(sandbox.work, output, name);
    const { status, stderr, stdout } = spawnSync(
      findPgbench(),
      ["-n", "-M", protocol, "-t", "5", "-f", file, url],
      { encoding: "utf8", env },
    );
    expect(status, `${readFileSync(file, "utf8")}\n${stderr}`).toBe(0);
    expect(stdout).toContain("5/5");
  }
}
