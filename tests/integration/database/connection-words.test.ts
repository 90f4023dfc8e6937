/**
 * One connection string means the same to the store, to `deploy.url` and to the load generator, which has libpq itself: on servers with a
 * private authority, with a certificate of another host, and without TLS.
 */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { queryRows } from "../../../src/io/database/sql/connect.ts";
import { openPool } from "../../../src/io/store/pool.ts";
import { explain } from "../../../src/io/store/store-error.ts";
import { PlumblineError } from "../../../src/model/errors.ts";
import { tapServer } from "../../../src/pipeline/measure/tapped.ts";
import { hasPgBouncer, startPgBouncer } from "../../native/support/pgbouncer.ts";
import { runLoad } from "../../native/support/plumbline-load.ts";
import { type Authority, makeAuthority } from "../../support/authority.ts";
import { type Postgres, startPostgres } from "../../support/postgres.ts";

let authority: Authority;
let secure: Postgres;
let elsewhere: Postgres;
let plain: Postgres;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "plumbline-words-"));
  authority = makeAuthority();
  [secure, elsewhere, plain] = await Promise.all([
    startPostgres({ settings: authority.settingsFor("localhost") }),
    startPostgres({ settings: authority.settingsFor("db.example") }),
    startPostgres({ password: "secret" }),
  ]);
});
afterAll(async () => {
  await Promise.all([secure, elsewhere, plain].map((server) => server?.stop()));
  authority?.remove();
  rmSync(folder, { recursive: true, force: true });
});

const changed = new Map<string, string | undefined>();
function setVariables(variables: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(variables)) {
    if (!changed.has(name)) changed.set(name, process.env[name]);
    process.env[name] = value;
  }
}
afterEach(() => {
  for (const [name, value] of changed) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  changed.clear();
});

/** "TLS", "no TLS", or why there is no connection. */
type Answer = Readonly<{ way: string; remedy?: string | undefined }>;

const SQL = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
const wayOf = (ssl: boolean | undefined) => (ssl ? "TLS" : "no TLS");

async function answerOf(work: () => Promise<string>): Promise<Answer> {
  try {
    return { way: await work() };
  } catch (error) {
    if (!(error instanceof PlumblineError)) throw error;
    return { way: error.message, remedy: error.remedy };
  }
}

async function deployed(url: string): Promise<Answer> {
  const purpose = { what: "for TLS", signal: new AbortController().signal };
  return await answerOf(async () => wayOf((await queryRows<{ ssl: boolean }>(url, purpose, SQL))[0]?.ssl));
}

async function stored(url: string): Promise<Answer> {
  return await answerOf(async () => {
    const { pool } = openPool(url);
    try {
      return await explain("connect", "here", async () =>
        wayOf((await pool.query<{ ssl: boolean }>(SQL)).rows[0]?.ssl),
      );
    } finally {
      await pool.end();
    }
  });
}

async function loaded(url: string): Promise<Answer> {
  const script = path.join(folder, "tls.sql");
  writeFileSync(script, "SELECT 1 / ssl::int FROM pg_stat_ssl WHERE pid = pg_backend_pid();\n");
  const args = [`--pgsql-url=${url}`, `--file=${script}`, "--events=1", "--time=0", "--output=ndjson"];
  const done = await runLoad([...args, "script", "run"], { env: process.env as Record<string, string> });
  if (done.code === 0) return { way: "TLS" };
  return { way: /division by zero/.test(done.stderr + done.stdout) ? "no TLS" : done.stderr };
}

const urlOf = ({ port }: Postgres, words: string, host = "localhost") =>
  `postgres://postgres@${host}:${port}/postgres?${words}`;
const cases: readonly (readonly [what: string, url: () => string, expected: string | RegExp])[] = [
  ["disable", () => urlOf(secure, "sslmode=disable"), "no TLS"],
  ["allow", () => urlOf(secure, "sslmode=allow"), "no TLS"],
  ["prefer", () => urlOf(secure, "sslmode=prefer"), "TLS"],
  ["prefer, which falls back", () => urlOf(plain, "sslmode=prefer&password=secret"), "no TLS"],
  ["require, which verifies nothing", () => urlOf(elsewhere, "sslmode=require"), "TLS"],
  ["require without TLS", () => urlOf(plain, "sslmode=require"), /does not support SSL|has no TLS/],
  [
    "require with an authority, which is verified",
    () => urlOf(plain, `sslmode=require&sslrootcert=${authority.root}`),
    /does not support SSL|has no TLS/,
  ],
  [
    "verify-ca with its authority",
    () => urlOf(secure, `sslmode=verify-ca&sslrootcert=${authority.root}`),
    "TLS",
  ],
  [
    "verify-ca, which does not look at the host",
    () => urlOf(elsewhere, `sslmode=verify-ca&sslrootcert=${authority.root}`),
    "TLS",
  ],
  [
    "verify-ca by the system",
    () => urlOf(secure, "sslmode=verify-ca&sslrootcert=/nowhere/root.crt"),
    /root\.crt|sslrootcert/,
  ],
  ["verify-full", () => urlOf(secure, `sslmode=verify-full&sslrootcert=${authority.root}`), "TLS"],
  [
    "verify-full of another host",
    () => urlOf(elsewhere, `sslmode=verify-full&sslrootcert=${authority.root}`),
    /certificate/,
  ],
  [
    "verify-full of an authority that is not known",
    () => urlOf(secure, "sslmode=verify-full&sslrootcert=system"),
    /certificate/,
  ],
];

describe.each([
  ["the store", stored],
  ["deploy.url", deployed],
  ["plumbline-load", loaded],
])("%s reads sslmode as libpq", (_, ask) => {
  it.each(cases)("%s", async (_what, url, expected) => {
    expect((await ask(url())).way).toEqual(
      typeof expected === "string" ? expected : expect.stringMatching(expected),
    );
  });

  it("takes the authorities of the system", async () => {
    setVariables({ SSL_CERT_FILE: authority.root });
    expect(await ask(urlOf(secure, "sslrootcert=system"))).toEqual({ way: "TLS" });
    expect((await ask(urlOf(elsewhere, "sslrootcert=system"))).way).toMatch(/certificate/);
  });

  it("takes variables, a service and a password file", async () => {
    const passwords = path.join(folder, "passwords");
    writeFileSync(passwords, `# of a test\nlocalhost:${plain.port}:*:postgres:secret\n`);
    chmodSync(passwords, 0o600);
    const services = path.join(folder, "services.conf");
    writeFileSync(
      services,
      `[other]\nport=1\n[words]\nhost=localhost\nport=${plain.port}\nuser=postgres\ndbname=postgres\n[last]\nport=2\n`,
    );
    setVariables({ PGSERVICEFILE: services, PGPASSFILE: passwords, PGSSLMODE: "disable" });
    expect(await ask("postgres:///?service=words")).toEqual({ way: "no TLS" });
    setVariables({
      PGPASSFILE: "/nowhere",
      PGPASSWORD: "secret",
      PGHOST: "localhost",
      PGPORT: String(plain.port),
    });
    expect(await ask("postgres://postgres@/postgres")).toEqual({ way: "no TLS" });
    setVariables({ PGPASSWORD: "wrong" });
    expect((await ask("postgres://postgres@/postgres")).way).toMatch(/password/);
  });

  it("tries several hosts in turn, for a session of the kind that is asked for", async () => {
    const hosts = `localhost:1,localhost:${secure.port}`;
    expect(
      await ask(`postgres://postgres@${hosts}/postgres?sslmode=require&target_session_attrs=read-write`),
    ).toEqual({
      way: "TLS",
    });
    expect((await ask(`postgres://postgres@${hosts}/postgres?target_session_attrs=standby`)).way).toMatch(
      /target_session_attrs|standby/,
    );
  });
});

it.skipIf(!hasPgBouncer)("the words reach a pooler of transactions, with TLS behind it or not", async () => {
  const pooler = await startPgBouncer(secure.url, "transaction", 2);
  try {
    for (const mode of ["disable", "prefer"])
      for (const ask of [stored, deployed, loaded])
        expect((await ask(`${pooler.url("postgres").replace(/\?.*/, "")}?sslmode=${mode}`)).way).toMatch(
          /^(?:no )?TLS$/,
        );
    expect((await stored(`${pooler.url("postgres").replace(/\?.*/, "")}?sslmode=require`)).remedy).toMatch(
      /sslmode=prefer/,
    );
  } finally {
    await pooler.stop();
  }
});

describe("a remedy", () => {
  it.each([
    ["no TLS", () => urlOf(plain, "sslmode=require"), /sslmode=prefer/],
    [
      "an authority that is not known",
      () => urlOf(secure, `sslmode=verify-full&sslrootcert=system`),
      /sslrootcert=FILE/,
    ],
    [
      "another host",
      () => urlOf(elsewhere, `sslmode=verify-full&sslrootcert=${authority.root}`),
      /verify-ca/,
    ],
    ["no authority", () => urlOf(secure, "sslmode=verify-ca"), /sslrootcert=system/],
    ["a wrong word", () => urlOf(secure, "sslmode=full"), /verify-full/],
    ["no password", () => urlOf(plain, "sslmode=disable"), /PGPASSWORD|password/],
    ["a service that is not defined", () => "postgres:///?service=nowhere", /\[nowhere\]/],
  ])("is there for %s, of the store and of deploy.url", async (_, url, remedy) => {
    setVariables({ PGPASSFILE: "/nowhere" });
    expect((await deployed(url())).remedy).toMatch(remedy);
    expect((await stored(url())).remedy).toMatch(remedy);
  });
});

it("warns of nothing in Node's name", async () => {
  const warnings: string[] = [];
  const listen = (warning: Error) => warnings.push(warning.message);
  process.on("warning", listen);
  for (const mode of ["prefer", "require", `verify-ca&sslrootcert=${authority.root}`]) {
    await stored(urlOf(secure, `sslmode=${mode}`));
    await deployed(urlOf(secure, `sslmode=${mode}`));
  }
  await new Promise((resolve) => setImmediate(resolve));
  process.off("warning", listen);
  expect(warnings).toEqual([]);
});

it("a tap leads the load to wherever the words lead, with TLS and a password that goes with it", async () => {
  const server = await startPostgres({ settings: authority.settingsFor("localhost"), password: "secret" });
  try {
    const file = path.join(folder, "of-tap");
    writeFileSync(file, `localhost:${server.port}:*:postgres:secret\n`);
    chmodSync(file, 0o600);
    const words = `sslmode=verify-full&sslrootcert=${authority.root}&passfile=${file}`;
    for (const url of [
      urlOf(server, words),
      `postgres://postgres@localhost:1,localhost:${server.port}/postgres?${words}&target_session_attrs=primary`,
      `postgres://postgres@/postgres?host=localhost&port=${server.port}&${words}`,
    ]) {
      const seen: string[] = [];
      const tap = await tapServer(url, new AbortController().signal, ({ sql }) => seen.push(sql), true);
      expect(await loaded(tap.url), url).toEqual({ way: "TLS" });
      await tap.stop();
      expect(seen, url).toContainEqual(expect.stringContaining("pg_stat_ssl"));
    }
  } finally {
    await server.stop();
  }
});
