import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PrismaStore } from "../../../src/io/store/prisma-store.ts";
import type { Store } from "../../../src/io/store/store.ts";
import { openStore } from "../../../src/pipeline/invocation/open-store.ts";
import { storeAt } from "../../../src/pipeline/invocation/store-location.ts";
import { type Postgres, startPostgres } from "../../support/postgres.ts";
import { makePair, makeRun } from "../../support/runs.ts";
import { slowLink } from "../../support/slow-link.ts";

const PASSWORD = "p@ss w/rd";
let postgres: Postgres;
let databases = 0;

beforeAll(async () => {
  postgres = await startPostgres({ password: PASSWORD });
});
afterAll(() => postgres.stop());

async function withStore(work: (store: Store, admin: pg.Client) => Promise<void>): Promise<void> {
  const url = await postgres.createDatabase(`errors_${++databases}`);
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  // The server may be stopped under it.
  admin.on("error", () => undefined);
  const store = await openStore(storeAt(url, "/"));
  try {
    await work(store, admin);
  } finally {
    await store.close();
    await admin.end();
  }
}

/** Makes the database fail with a SQLSTATE whenever a run of that id is written. */
async function failOn(admin: pg.Client, id: string, sqlstate: string): Promise<void> {
  await admin.query(`
    CREATE FUNCTION plumbline.fail() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '${sqlstate}';
    END $$;
    CREATE TRIGGER fail BEFORE INSERT ON plumbline.run FOR EACH ROW WHEN (NEW.id = '${id}')
    EXECUTE FUNCTION plumbline.fail();`);
}

test("all runs of a save are kept or none, and a full disk is said to be full", async () => {
  await withStore(async (store, admin) => {
    const pair = [...makePair({ sessions: 1, secondsPerSession: 0.1 })].sort((a, b) =>
      a.id < b.id ? -1 : 1,
    );
    await failOn(admin, pair[1]!.id, "53100");
    await expect(store.save(pair)).rejects.toMatchObject({
      kind: "store",
      message: expect.stringMatching(/: cannot save the runs: .*No space left on device \(53100\)$/),
      remedy: expect.stringContaining("store prune"),
    });
    expect(await store.list()).toEqual([]);
    expect(await store.history({ limit: 10 })).toEqual([]);
  });
});

test("a failed replacement keeps the run that was there", async () => {
  await withStore(async (store, admin) => {
    const run = makeRun({ sessions: 1, secondsPerSession: 0.1 });
    await store.save([run]);
    await failOn(admin, run.id, "53100");
    await expect(store.save([{ ...run, suite: "other" }])).rejects.toThrow(/53100/);
    expect(await store.load(run.id)).toEqual(run);
    expect(await store.history({ limit: 1 })).toHaveLength(1);
  });
});

test("every question fails, and none answers that there is nothing, when the tables are gone", async () => {
  await withStore(async (store, admin) => {
    await admin.query("DROP SCHEMA plumbline CASCADE");
    const failure = { kind: "store", remedy: expect.stringContaining("store migrate") };
    const { id, suite, fingerprint } = makeRun();
    const baseline = { suite, fingerprint, branch: "main", mode: "history", limit: 1 } as const;
    await expect(store.load(id)).rejects.toMatchObject(failure);
    await expect(store.baseline(baseline)).rejects.toMatchObject(failure);
    await expect(store.history({ limit: 1 })).rejects.toMatchObject(failure);
    await expect(store.list()).rejects.toMatchObject(failure);
    await expect(store.remove([id])).rejects.toMatchObject(failure);
  });
});

test("a server that goes away is an error with a remedy, not the end of the process", async () => {
  const doomed = await startPostgres();
  const store = await openStore(storeAt(doomed.url, "/"));
  expect(await store.list()).toEqual([]);
  await doomed.stop();
  await expect(store.list()).rejects.toMatchObject({
    kind: "store",
    remedy: expect.stringMatching(/check that the server runs|going down/),
  });
  await store.close();
});

test("a server that takes too long is called slow, and not gone", async () => {
  await withStore(async (store, admin) => {
    const run = makeRun({ sessions: 1, secondsPerSession: 0.1 });
    await store.save([run]);
    const { rows } = await admin.query("SELECT current_database() AS name");
    const impatient = await PrismaStore.open(
      postgres.url.replace(/postgres$/, rows[0].name),
      "write",
      {},
      { timeout: 300 },
    );
    await admin.query("BEGIN; LOCK TABLE plumbline.run");
    const removal = impatient.remove([run.id]);
    const refused = expect(removal).rejects.toMatchObject({
      message: expect.stringMatching(/cannot remove runs: it was not done within 0\.3 s \(P2028\)$/),
      remedy: expect.stringMatching(/too slowly, or waits for another session's lock/),
    });
    const waiting =
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    // Where the machine is slow its time may be over before it comes to wait.
    let isOver = false;
    void removal
      .catch(() => undefined)
      .then(() => {
        isOver = true;
      });
    await expect.poll(async () => isOver || (await admin.query(waiting)).rowCount === 1).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 500));
    await admin.query("COMMIT");
    await refused;
    expect(await store.list()).toHaveLength(1);
    await impatient.close();
  });
});

test("over a link of 100 ms, 40 runs are saved in few round trips", async () => {
  const url = await postgres.createDatabase("far_away");
  await (await openStore(storeAt(url, "/"))).close();
  const link = await slowLink(url, 50);
  const store = await openStore(storeAt(link.url, "/"));
  const runs = Array.from({ length: 40 }, (_, i) =>
    makeRun({ seed: i + 1, sessions: 1, secondsPerSession: 0.1 }),
  );
  try {
    await store.save(runs);
    expect(await store.list()).toHaveLength(runs.length);
    expect(await store.remove(runs.map(({ id }) => id))).toBe(runs.length);
  } finally {
    await store.close();
    await link.close();
  }
});

test("close gives all connections back", async () => {
  const url = await postgres.createDatabase("closing");
  const store = await openStore(storeAt(url, "/"));
  await Promise.all([store.list(), store.list(), store.history({ limit: 1 })]);
  const admin = new pg.Client({ connectionString: postgres.url });
  await admin.connect();
  const connections = async () => {
    const { rows } = await admin.query("SELECT pid FROM pg_stat_activity WHERE datname = 'closing'");
    return rows.length;
  };
  expect(await connections()).toBeGreaterThan(0);
  await store.close();
  await expect.poll(connections).toBe(0);
  await admin.end();
});

const secret = encodeURIComponent(PASSWORD);
const cases: readonly (readonly [what: string, url: () => string, message: RegExp, remedy: RegExp])[] = [
  [
    "a port where nobody listens",
    () => `postgres://postgres:${secret}@127.0.0.1:1/postgres`,
    /ECONNREFUSED/,
    /check that the server runs/,
  ],
  [
    "a host that does not exist",
    () => `postgres://postgres:${secret}@no-such-host.invalid/postgres`,
    /no-such-host\.invalid/,
    /check that the server runs/,
  ],
  [
    "a wrong password",
    () => postgres.url.replace(secret, "guess"),
    /password authentication failed.*28P01/,
    /user and password/,
  ],
  [
    "an unknown user",
    () => postgres.url.replace("//postgres:", "//nobody:"),
    /password authentication failed/,
    /user and password/,
  ],
  [
    "a database that does not exist",
    () => postgres.url.replace(/postgres$/, "missing"),
    /database "missing" does not exist.*3D000/,
    /createdb/,
  ],
];

test.each(cases)("%s is named, with a remedy and without the password", async (_, url, message, remedy) => {
  const failure = await openStore(storeAt(url(), "/")).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    kind: "store",
    message: expect.stringMatching(message),
    remedy: expect.stringMatching(remedy),
  });
  expect((failure as Error).message).not.toMatch(new RegExp(`${PASSWORD}|${secret}|guess`));
});

test("a URL that is none is a mistake of usage", async () => {
  await expect(openStore(storeAt("postgres://user:pw@host:port/db", "/"))).rejects.toMatchObject({
    kind: "usage",
    message: expect.not.stringContaining("pw@"),
    remedy: expect.stringContaining("%40"),
  });
});
