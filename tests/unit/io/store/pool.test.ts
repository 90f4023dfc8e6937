/** A store whose server answers nothing, or too late. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openPool } from "../../../../src/io/store/pool.ts";
import { type QuietServer, startQuietServer } from "../../../support/quiet-server.ts";

let server: QuietServer;
beforeEach(async () => {
  server = await startQuietServer(1);
});
afterEach(async () => await server.stop());

const LONG_MS = 600_000;

describe("an answer of the store that does not come", () => {
  it("is an error of the pool's own questions", async () => {
    const { pool, allow } = openPool(server.url);
    await pool.query("SELECT 1");
    allow(50);
    await expect(pool.query("SELECT 2")).rejects.toThrow("no answer came in 0.05 s");
    await pool.end();
  });

  it("is one of a connection that is held, whatever is asked behind it", async () => {
    const { pool, allow } = openPool(server.url);
    const connection = await pool.connect();
    await connection.query("BEGIN");
    allow(300);
    const asked = connection.query("SELECT 2");
    const late = expect(asked).rejects.toThrow("no answer came in 0.3 s");
    const behind = setInterval(() => void connection.query("ROLLBACK").catch(() => undefined), 50);
    await late;
    clearInterval(behind);
    connection.release();
    await pool.end();
    await expect.poll(() => server.cancelled).toEqual(["1 1"]);
  });

  it.each([
    ["the URL's own", "&statement_timeout=600000", {}],
    ["the usual one", "", { statementMs: LONG_MS }],
    ["the URL's own before the usual one", "&statement_timeout=600000", { statementMs: 1 }],
  ])("is waited for longer than the server's limit would let it take: %s", async (_, words, options) => {
    const { pool, allow } = openPool(`${server.url}${words}`, options);
    expect(Number(pool.options.statement_timeout)).toBe(LONG_MS);
    await pool.query("SELECT 1");
    allow(20);
    const asked = pool.query("SELECT 2").catch((error: Error) => error.message);
    await expect.poll(() => server.asked.length).toBe(2);
    expect(await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, 300, "waits"))])).toBe(
      "waits",
    );
    await server.stop();
    expect(await asked).toMatch(/terminated/);
    await pool.end();
  });

  it("ends with the signal", async () => {
    const interrupt = new AbortController();
    const { pool, allow } = openPool(server.url, { signal: interrupt.signal });
    await pool.query("SELECT 1");
    allow(LONG_MS);
    const asked = pool.query("SELECT 2").catch((error: unknown) => error);
    await expect.poll(() => server.asked.length).toBe(2);
    interrupt.abort();
    expect(await asked).toBe(interrupt.signal.reason);
    await pool.end();
  });
});
