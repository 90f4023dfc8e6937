import { request } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { createShardServer, type Ended } from "../../../../src/io/shards/server.ts";
import { ShardCoordinator } from "../../../../src/io/shards/shard-coordinator.ts";
import { wallClock } from "../../../../src/io/shards/wall-clock.ts";

const MACHINE = { host: "zero", cpuModel: "CPU", cpuCount: 2 };
const BUILD = { version: "1.0.0", generator: "1.0.0", offers: "a" };
const FORM = { "content-type": "application/x-www-form-urlencoded" };

let fetched = 0;
const opened: ReturnType<typeof createShardServer>[] = [];
afterEach(async () => {
  fetched = 0;
  for (const app of opened.splice(0)) await app.close();
});

function service(ended: Ended | null) {
  const wall = wallClock();
  const around = { now: () => performance.now(), wall };
  const coordinator = new ShardCoordinator(
    { shards: 2, joinMs: 1, leadMs: 1 },
    { machine: MACHINE, build: BUILD },
    around,
  );
  const app = createShardServer({
    coordinator,
    shards: 2,
    token: null,
    wall,
    status: () => {
      throw new Error("nobody asks for it");
    },
    ended: () => ended,
    onFetched: () => void fetched++,
  });
  opened.push(app);
  return app;
}

describe("index 0 over HTTP", () => {
  it.each([
    ["with no body", {}],
    ["as a form, which `curl -d` calls it", { headers: FORM, payload: "" }],
  ])("is told that its run was fetched %s", async (_, more) => {
    const app = service({ runs: null, message: "nothing was measured", exitCode: 4 });
    const answer = await app.inject({ method: "POST", url: "/fetched", ...more });
    expect([answer.statusCode, fetched]).toEqual([200, 1]);
  });

  it("answers no web page of another name, where it asks for no token", async () => {
    const app = service({ runs: null, message: "nothing was measured", exitCode: 4 });
    const { port } = new URL(await app.listen({ host: "127.0.0.1", port: 0 }));
    const ask = (host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const options = { host: "127.0.0.1", port, path: "/fetched", method: "POST", headers: { host } };
        request(options, (answer) => resolve(answer.resume().statusCode))
          .on("error", reject)
          .end();
      });
    expect([await ask("evil.example"), fetched]).toEqual([421, 0]);
    expect([await ask(`localhost:${port}`), fetched]).toEqual([200, 1]);
  });

  it("is not told so while it runs", async () => {
    const answer = await service(null).inject({ method: "POST", url: "/fetched" });
    expect([answer.statusCode, fetched]).toEqual([409, 0]);
  });

  it("refuses a question that is a form, where it needs one in JSON", async () => {
    const asked = { method: "POST", url: "/hello", headers: FORM, payload: "index=1" } as const;
    expect((await service(null).inject(asked)).statusCode).toBe(400);
  });
});
