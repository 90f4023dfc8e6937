/** The API on real stores: each resource's contract, its forms, its limits, and what people try who mean no good. */

import { mkdtemp, rm } from "node:fs/promises";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { compareArms } from "../../../src/analysis/verdict/arms.ts";
import { API } from "../../../src/apps/server/api.ts";
import { RESOURCES } from "../../../src/apps/server/resources.ts";
import { createServer } from "../../../src/apps/server/server.ts";
import { USUAL_RULES } from "../../../src/config/rules.ts";
import type { Store } from "../../../src/io/store/store.ts";
import type { Run } from "../../../src/model/run.ts";
import { openStore, openToAnswer } from "../../../src/pipeline/invocation/open-store.ts";
import { storeAt } from "../../../src/pipeline/invocation/store-location.ts";
import { askStore } from "../../../src/pipeline/queries/ask.ts";
import { makeAcceptance } from "../../support/acceptances.ts";
import { type Postgres, startPostgres } from "../../support/postgres.ts";
import { makePair, makeRun } from "../../support/runs.ts";

/** The machine may be as slow as it likes. */
const PATIENCE_MS = 600_000;
const SMALL = { sessions: 2, secondsPerSession: 0.2 } as const;
/** Twenty commits of main, of which the second ten are a quarter slower. */
const RUNS: readonly Run[] = Array.from({ length: 20 }, (_, i) => {
  const slow = i < 10 ? 1 : 0.75;
  const workloads = [
    { name: "point-select", rate: 1_000 * slow },
    { name: '=cmd, "odd"', workload: "oltp_read_write", rate: 120 },
  ];
  return makeRun({ ...SMALL, seed: i + 1, workloads });
});
const OTHER = makeRun({ ...SMALL, seed: 40, origin: { repository: "acme/web" } });
/** Of as many sessions as show how they differ. */
const [BASE, HEAD] = makePair({ ...SMALL, sessions: 3, seed: 30 }, -0.2);
const STAMP = {
  id: "6f1f7f0e-0b5a-4c1e-9a53-0d6a3c1d2e4f",
  createdAt: "2026-11-22T00:00:00Z",
  version: "0.1.0",
};
const REPORT = compareArms(BASE, HEAD, USUAL_RULES, STAMP);
const TAKEN = makeAcceptance("taken");

let postgres: Postgres;
let scratch: string;
const kinds = ["PostgreSQL", "folder"] as const;
const open = new Map<string, { store: Store; app: FastifyInstance }>();
const faults: unknown[] = [];

beforeAll(async () => {
  // What the server cleans up by itself is another revision of the store, too, and answers are then made anew.
  postgres = await startPostgres({ settings: { autovacuum: "off" } });
  scratch = await mkdtemp(join(tmpdir(), "plumbline-api-"));
  for (const kind of kinds) {
    const location = kind === "folder" ? `file:${scratch}/store` : await postgres.createDatabase("api");
    const writer = await openStore(storeAt(location, scratch));
    await writer.save([...RUNS, OTHER, BASE, HEAD]);
    await writer.saveReport(REPORT);
    await writer.saveAcceptances([TAKEN]);
    await writer.close();
    const store = await openToAnswer(storeAt(location, scratch), PATIENCE_MS);
    open.set(kind, { store, app: await serverOf(store) });
  }
});
afterAll(async () => {
  for (const { store, app } of open.values()) {
    await app.close();
    await store.close();
  }
  await postgres.stop();
  await rm(scratch, { recursive: true, force: true });
});

const serverOf = (store: Store, token: string | null = null) =>
  createServer({
    questions: askStore(store),
    token,
    requestsPerMinute: 100_000,
    answerMs: PATIENCE_MS,
    onFault: (error) => faults.push(error),
  });

/** A path that each resource answers. */
const ADDRESSES: Readonly<Record<string, string>> = {
  overview: "/overview?days=3650",
  suites: "/suites",
  series: "/series?suite=oltp&workload=point-select",
  runs: "/runs",
  run: `/runs/${HEAD.id}`,
  reports: `/reports?commit=${HEAD.commit.sha}`,
  report: `/reports/${HEAD.id}`,
  comparison: `/comparisons/${BASE.commit.sha}/${HEAD.commit.sha.slice(0, 10)}`,
  events: "/events?branch=main&workload=point-select",
  ledger: `/ledger?branch=main&since=${BASE.commit.sha}`,
  acceptances: "/acceptances",
  environments: "/environments",
};

describe.each(kinds)("%s", (kind) => {
  const get = async (path: string, headers: Record<string, string> = {}) =>
    await open
      .get(kind)!
      .app.inject({ method: "GET", url: path.startsWith("/") ? `${API}${path}` : path, headers });
  const json = async (path: string) => {
    const answer = await get(path);
    expect({ path, status: answer.statusCode, body: answer.statusCode === 200 ? "" : answer.body }).toEqual({
      path,
      status: 200,
      body: "",
    });
    return answer.json();
  };

  it.each(RESOURCES.map(({ name }) => name))("%s answers as it says, in each of its forms", async (name) => {
    const of = RESOURCES.find((each) => each.name === name)!;
    const path = ADDRESSES[name]!;
    const answer = await get(path);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(answer.headers["content-security-policy"]).toContain("default-src 'self'");
    (of.answer as z.ZodType).parse(answer.json());
    if (of.rows === null) {
      expect((await get(path, { accept: "text/csv" })).statusCode).toBe(406);
      return;
    }
    const [csv, table] = [await get(path, { accept: "text/csv" }), await get(path, { accept: "text/plain" })];
    expect(csv.headers["content-type"]).toBe("text/csv; charset=utf-8");
    const lines = csv.body.split("\r\n");
    expect(lines.length).toBeGreaterThan(2);
    expect(table.body.split("\n")).toHaveLength(lines.length);
    const tag = String(answer.headers["etag"]);
    expect(tag).toMatch(/^W\/"[\w-]{27}"$/);
    expect(csv.headers["etag"]).not.toBe(tag);
    const known = await get(path, { "if-none-match": tag });
    expect({ status: known.statusCode, body: known.body }).toEqual({ status: 304, body: "" });
  });

  it("has a series with its interval, in pages that follow each other", async () => {
    const path =
      "/series?suite=oltp&workload=point-select&metric=qps&branch=main&arm=head&repository=acme%2Fdb";
    const whole = await json(path);
    expect(whole.x).toHaveLength(21);
    expect(whole.value.slice(0, 10).every((each: number) => each > whole.value[15])).toBe(true);
    expect(whole.low[0]).toBeLessThan(whole.value[0]);
    const pages = [];
    for (let next = ""; ; ) {
      const page = await json(`${path}&limit=8${next}`);
      pages.unshift(page.run);
      if (page.next === null) break;
      next = `&after=${page.next}`;
    }
    expect(pages.map((each) => each.length)).toEqual([5, 8, 8]);
    expect(pages.flat()).toEqual(whole.run);
  });

  it("narrows by commits, by their first digits, and by time", async () => {
    const [from, to] = [RUNS[4]!, RUNS[8]!];
    const between = await json(
      `/runs?repository=acme/db&fromCommit=${from.commit.sha.slice(0, 8)}&toCommit=${to.commit.sha}`,
    );
    expect(between.runs.map(({ id }: Run) => id)).toEqual(
      RUNS.slice(4, 9)
        .map(({ id }) => id)
        .toReversed(),
    );
    const since = await json(`/runs?arm=head&from=${RUNS[18]!.startedAt}&to=${RUNS[19]!.startedAt}`);
    expect(since.runs.map(({ id }: Run) => id)).toEqual([RUNS[18]!.id]);
    expect((await get("/runs?fromCommit=ffffffffff")).statusCode).toBe(400);
  });

  it("pages runs by a link", async () => {
    const ids: string[] = [];
    let path: string | undefined = `${API}/runs?limit=7`;
    while (path !== undefined) {
      const answer: LightMyRequestResponse = await open.get(kind)!.app.inject(path);
      ids.push(...answer.json().runs.map(({ id }: Run) => id));
      path = /<(.+)>; rel="next"/.exec(String(answer.headers["link"] ?? ""))?.[1];
    }
    expect(ids).toHaveLength(RUNS.length + 3);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("keeps repositories apart", async () => {
    const suites = (await json("/suites")).suites;
    expect(suites.map(({ repository }: { repository: string }) => repository).sort()).toEqual([
      "acme/db",
      "acme/web",
    ]);
    const of = (await json("/runs?repository=acme%2Fweb")).runs;
    expect(of.map(({ id }: Run) => id)).toEqual([OTHER.id]);
    expect((await json("/overview?repository=nobody%2Fnothing")).rows).toEqual([]);
  });

  it("compares two commits as `compare` does", async () => {
    const answer = await json(`/comparisons/${BASE.commit.sha}/${HEAD.commit.sha}`);
    const changes = REPORT.workloads.flatMap((each) => each.changes);
    expect(answer.verdict).toBe(REPORT.verdict);
    expect(answer.changes.map(({ effect }: { effect: number }) => effect)).toEqual(
      changes.map(({ effect }) => effect),
    );
    const apart = await json(
      `/comparisons/${RUNS[1]!.commit.sha}/${RUNS[18]!.commit.sha}?workload=point-select`,
    );
    expect(apart.warnings.map(({ code }: { code: string }) => code)).toContain("unpaired");
    expect((await get(`/comparisons/${BASE.commit.sha}/ffffffff`)).statusCode).toBe(404);
  });

  it("tells where the level changed, and that it is open", async () => {
    const { events } = await json("/events?branch=main&repository=acme/db&workload=point-select");
    const [event] = events.filter(
      ({ shifts }: { shifts: { metric: string }[] }) => shifts[0]!.metric !== "failed-share",
    );
    expect(event).toMatchObject({ firstAfter: { sha: RUNS[10]!.commit.sha }, open: true, cause: "commit" });
    const { rows, counts } = await json("/overview?days=3650&repository=acme/db");
    expect(counts.open).toBeGreaterThan(0);
    expect(rows[0]).toMatchObject({ workload: "point-select", change: { open: true, direction: "worse" } });
  });

  it("paints the newest verdict of a suite", async () => {
    const badge = await get("/badges/oltp.svg");
    expect(badge.headers["content-type"]).toBe("image/svg+xml; charset=utf-8");
    expect(badge.body).toContain(`performance: oltp ${REPORT.verdict}`);
    expect((await get("/badges/oltp.svg?repository=acme%2Fweb")).body).toContain("unknown");
    expect((await get("/badges/%3Cscript%3E.svg")).body).not.toContain("<script>");
    expect((await get("/badges/oltp.svg?colour=red")).statusCode).toBe(400);
    const known = { "if-none-match": String(badge.headers["etag"]) };
    expect((await get("/badges/oltp.svg", known)).statusCode).toBe(304);
  });

  it("guards spreadsheets against formulas", async () => {
    const { body } = await get("/overview?days=3650&format=csv");
    expect(body).toContain(`"'=cmd, ""odd"""`);
  });

  const WRONG = [
    "'; DROP TABLE plumbline.run; --",
    '" OR 1=1 --',
    "%00",
    "%F0%28%8C%BC",
    "../../etc/passwd",
    "{{7*7}}",
    "%",
    "a%ZZ",
    "\u202e",
    "%0d%0aSet-Cookie:x=1",
    "9".repeat(400),
    "[]",
    '{"$gt":""}',
    "-1",
    "1e99",
    "0x10",
    "NaN",
    "null",
    "pg_sleep(9)",
    "1);SELECT pg_sleep(9)",
  ];
  it("answers whatever is put into any parameter, and never with a fault", async () => {
    const { app } = open.get(kind)!;
    for (const { path, query, params } of RESOURCES) {
      const names = [...Object.keys(query), "unheard-of"];
      // A folder reads every document for each question: some of them are enough.
      for (const wrong of kind === "folder" ? WRONG.slice(0, 4) : WRONG) {
        const text = wrong.startsWith("%") || wrong.startsWith("a%") ? wrong : encodeURIComponent(wrong);
        for (const name of names) {
          const filled = path.replaceAll(/:(\w+)/g, (_, each) => (each === "id" ? HEAD.id : HEAD.commit.sha));
          const answer = await app.inject(`${API}${filled}?${name}=${text}`);
          expect(answer.statusCode, `${filled}?${name}=${wrong}: ${answer.body}`).toBeLessThan(500);
        }
        for (const name of Object.keys(params)) {
          const filled = path.replaceAll(/:(\w+)/g, (_, each) => (each === name ? text : HEAD.commit.sha));
          const answer = await app.inject(`${API}${filled}`);
          expect(answer.statusCode, `${filled}: ${answer.body}`).toBeLessThan(500);
        }
      }
    }
    expect(faults).toEqual([]);
    expect((await json("/runs?limit=1000")).runs).toHaveLength(RUNS.length + 3);
  });

  it.each([
    ["/runs?limit=0", 400, "limit"],
    ["/runs?limit=1001", 400, "limit"],
    ["/runs?limit=5&limit=6", 400, "limit"],
    ["/runs?colour=red", 400, "colour"],
    ["/runs?from=yesterday", 400, "from"],
    ["/runs?after=!", 400, "after"],
    ["/runs?after=bm8", 400, "after"],
    ["/runs?suite=", 400, "suite"],
    ["/series?suite=oltp", 400, "workload"],
    ["/series?suite=oltp&workload=w&metric=p98", 400, "metric"],
    ["/runs/no-uuid", 400, "id"],
  ])("%s is refused and says why", async (path, status, parameter) => {
    const answer = await get(path);
    expect(answer.statusCode, answer.body).toBe(status);
    expect(answer.headers["content-type"]).toBe("application/problem+json; charset=utf-8");
    expect(answer.json()).toMatchObject({ status, errors: [{ parameter }] });
  });

  it.each([
    ["/runs/00000000-0000-4000-8000-000000000000", 404],
    ["/nothing", 404],
    [`/runs?suite=${"x".repeat(5_000)}`, 414],
    ["/runs?format=xml", 400],
  ])("%s is %i", async (path, status) => {
    expect((await get(path)).json()).toMatchObject({ status });
  });

  it.each(["POST", "PUT", "DELETE", "PATCH", "OPTIONS"] as const)("%s changes nothing", async (method) => {
    for (const url of [`${API}/runs`, "/nowhere", "/healthz"]) {
      const answer = await open
        .get(kind)!
        .app.inject({ method, url, payload: method === "OPTIONS" ? "" : "{" });
      expect({ method, url, status: answer.statusCode, allow: answer.headers["allow"] }).toEqual({
        method,
        url,
        status: 405,
        allow: "GET, HEAD",
      });
    }
  });

  it("has HEAD for each GET", async () => {
    const answer = await open.get(kind)!.app.inject({ method: "HEAD", url: `${API}/runs` });
    expect({ status: answer.statusCode, body: answer.body }).toEqual({ status: 200, body: "" });
  });

  it("answers anew once something was written", async () => {
    const before = await get("/runs?limit=1");
    const writer = open.get(kind)!.store;
    expect((await get("/runs?limit=1", { "if-none-match": String(before.headers["etag"]) })).statusCode).toBe(
      304,
    );
    await writer.saveAcceptances([TAKEN]);
    expect((await get("/runs?limit=1", { "if-none-match": String(before.headers["etag"]) })).statusCode).toBe(
      200,
    );
  });
});

describe("the service", () => {
  const app = () => open.get("PostgreSQL")!.app;

  it("is described by OpenAPI 3.1, each resource with its parameters", async () => {
    const document = (await app().inject(`${API}/openapi.json`)).json();
    expect(document.openapi).toMatch(/^3\.1\./);
    for (const { path, query, params } of RESOURCES) {
      const told = document.paths[`${API}${path.replaceAll(/:(\w+)/g, "{$1}")}`]?.get;
      const names = told?.parameters?.map(({ name }: { name: string }) => name) ?? [];
      expect(names.sort(), path).toEqual([...Object.keys(query), ...Object.keys(params)].sort());
      expect(Object.keys(told.responses["200"].content), path).toContain("application/json");
    }
    const text = JSON.stringify(document);
    expect(text).not.toMatch(/Input"/);
    for (const [, name] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g))
      expect(document.components.schemas).toHaveProperty(name!);
  });

  it("says that it lives, that it is ready, and what it did", async () => {
    expect((await app().inject("/healthz")).json()).toEqual({ status: "ok" });
    expect((await app().inject("/readyz")).statusCode).toBe(200);
    const { body, headers } = await app().inject("/metrics");
    expect(headers["content-type"]).toContain("application/openmetrics-text");
    expect(body).toMatch(/^plumbline_store_up 1$/m);
    expect(body).toMatch(
      /plumbline_request_duration_seconds_count\{route="\/api\/v1\/runs",status="2xx"\} \d+/,
    );
    expect(body.endsWith("# EOF\n")).toBe(true);
  });

  it("names a document that cannot be read, and answers about all others", async () => {
    const location = await postgres.createDatabase("damaged");
    const writer = await openStore(storeAt(location, scratch));
    const last = RUNS.at(-1)!;
    await writer.save([...RUNS.slice(-3), BASE, HEAD]);
    await writer.saveReport(REPORT);
    await writer.close();
    const client = new pg.Client({ connectionString: location });
    await client.connect();
    await client.query("UPDATE plumbline.run SET document = 'x' WHERE id = ANY($1)", [[last.id, HEAD.id]]);
    await client.query("UPDATE plumbline.report SET document = 'x'");
    await client.end();
    const reader = await openToAnswer(storeAt(location, scratch), PATIENCE_MS);
    const heard: unknown[] = [];
    const damaged = await createServer({
      questions: askStore(reader),
      token: null,
      requestsPerMinute: 100_000,
      answerMs: PATIENCE_MS,
      onFault: (error) => heard.push(error),
    });
    try {
      const answer = await damaged.inject(`${API}/runs/${last.id}`);
      expect(answer.json()).toMatchObject({
        status: 500,
        title: "Unreadable document",
        detail: expect.stringContaining(`run ${last.id} cannot be read`),
      });
      expect(heard).toMatchObject([{ unreadable: `run ${last.id}`, remedy: expect.any(String) }]);
      for (const path of ["overview?days=3650", "environments", "events?branch=main", "runs"]) {
        expect((await damaged.inject(`${API}/${path}`)).statusCode, path).toBe(200);
      }
    } finally {
      await damaged.close();
      await reader.close();
    }
  });

  it("asks for a token where one is set, but of who looks whether it lives", async () => {
    const guarded = await serverOf(open.get("folder")!.store, "s3cret");
    try {
      const refused = await guarded.inject(`${API}/runs`);
      expect(refused.statusCode).toBe(401);
      expect(refused.headers["www-authenticate"]).toMatch(/^Basic /);
      const answered = await guarded.inject({
        url: `${API}/runs`,
        headers: { authorization: "Bearer s3cret" },
      });
      expect(answered.statusCode).toBe(200);
      expect(answered.headers["cache-control"]).toBe("private, no-cache");
      expect((await guarded.inject("/metrics")).statusCode).toBe(401);
      expect((await guarded.inject("/healthz")).statusCode).toBe(200);
    } finally {
      await guarded.close();
    }
  });

  it("counts guesses of the token, wherever they ask, and then refuses the right one too", async () => {
    const guarded = await createServer({
      questions: askStore(open.get("folder")!.store),
      token: "s3cret",
      requestsPerMinute: 4,
      answerMs: PATIENCE_MS,
    });
    try {
      const ask = async (url: string, said: string, remoteAddress = "127.0.0.1") => {
        const headers = { authorization: `Bearer ${said}` };
        return (await guarded.inject({ url, headers, remoteAddress })).statusCode;
      };
      const places = [
        `${API}/runs`,
        "/metrics",
        "/readyz",
        "/nowhere",
        `${API}/runs`,
        "/metrics",
        "/nowhere",
      ];
      const answers = [];
      for (const place of places) answers.push(await ask(place, "guess"));
      expect(answers).toEqual([401, 401, 401, 401, 429, 429, 429]);
      for (const place of [`${API}/runs`, "/metrics"]) expect(await ask(place, "s3cret")).toBe(429);
      expect(await ask(`${API}/runs`, "s3cret", "127.0.0.2")).toBe(200);
      expect((await guarded.inject("/healthz")).statusCode).toBe(200);
    } finally {
      await guarded.close();
    }
  });

  it.each([
    ["with a token", "s3cret", 200],
    ["with one, and none is set", null, 421],
  ])("on this machine a web page of another name is answered only %s", async (_, token, status) => {
    const server = await serverOf(open.get("folder")!.store, token);
    try {
      const { port } = new URL(await server.listen({ host: "127.0.0.1", port: 0 }));
      const ask = (host: string) =>
        new Promise<number | undefined>((resolve, reject) => {
          const headers = { host, ...(token === null ? {} : { authorization: `Bearer ${token}` }) };
          get({ host: "127.0.0.1", port, path: `${API}/runs`, headers }, (answer) => {
            answer.resume();
            resolve(answer.statusCode);
          }).on("error", reject);
        });
      for (const host of ["evil.example", `evil.example:${port}`]) expect(await ask(host)).toBe(status);
      for (const host of ["localhost", `127.0.0.1:${port}`, "[::1]:80"]) expect(await ask(host)).toBe(200);
    } finally {
      await server.close();
    }
  });

  it("answers one address so often a minute, and then says when to come back", async () => {
    const limited = await createServer({
      // Pages answer whatever is not there, but not for programs.
      plugins: [
        async (app) => {
          app.get(
            "/*",
            { schema: { hide: true } },
            async (_, reply) => await reply.type("text/html").send("<p>"),
          );
        },
      ],
      questions: askStore(open.get("folder")!.store),
      token: null,
      requestsPerMinute: 3,
      answerMs: PATIENCE_MS,
    });
    try {
      const answers = [];
      for (let i = 0; i < 5; i++) answers.push(await limited.inject(`${API}/acceptances`));
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429, 429]);
      expect(Number(answers.at(-1)!.headers["retry-after"])).toBeGreaterThan(0);
      expect(answers.at(-1)!.json()).toMatchObject({ status: 429 });
      expect((await limited.inject("/healthz")).statusCode).toBe(200);
      const nothing = await limited.inject({ url: `${API}/nothing`, remoteAddress: "127.0.0.2" });
      expect(nothing.statusCode).toBe(404);
      expect(nothing.headers["content-type"]).toContain("application/problem+json");
    } finally {
      await limited.close();
    }
  });
});
