/** What the unit tests have at a hundredth of its length (tests/support/github/hurry.ts): the waits that GitHub asks its clients for. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { createClient } from "../../src/io/github/client.ts";

/** A timer may be early by parts of a millisecond. */
const EARLY_MS = 10;

test("there is a second between writes, and there are three between those that notify people", async () => {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url}`);
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { checks, issues } = createClient({ token: "job-token", apiUrl, say: () => undefined }).rest;
    const place = { owner: "acme", repo: "db" };
    const check = () => checks.create({ ...place, name: "oltp", head_sha: "b".repeat(40) });
    const comment = () => issues.createComment({ ...place, issue_number: 7, body: "slower" });
    const startedAt = performance.now();
    await Promise.all([check(), check()]);
    const checkedAt = performance.now();
    expect(checkedAt - startedAt, "two writes").toBeGreaterThan(1_000 - EARLY_MS);
    await Promise.all([comment(), comment()]);
    expect(performance.now() - checkedAt, "two comments").toBeGreaterThan(3_000 - EARLY_MS);
  } finally {
    server.closeAllConnections();
    server.close();
  }
  const [check, comment] = ["check-runs", "issues/7/comments"].map((end) => `POST /repos/acme/db/${end}`);
  expect(heard).toEqual([check, check, comment, comment]);
});
