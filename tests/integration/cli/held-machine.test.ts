/** What is told while something else measures. The machine is held for the whole test: whoever waited for it would never end. */
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { acquireLock } from "../../../src/io/host/lock.ts";
import { identify, processState } from "../../../src/io/host/process-identity.ts";
import { Sandbox } from "./support/sandbox.ts";
import { LOCAL, suite } from "./support/suites.ts";

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = new Sandbox();
});
afterEach(async () => {
  const left = await sandbox.leftovers();
  await sandbox.close();
  expect(left).toEqual([]);
});

describe("on a machine that is held", () => {
  const run = async (yaml: string, words: readonly string[] = ["run"]) => {
    sandbox.write("plumbline.yml", yaml);
    const folder = path.join(sandbox.folder, "held");
    const lock = await acquireLock({
      folder,
      limitMs: 0,
      what: "the test",
      processes: { self: identify(process.pid), stateOf: processState },
      onWait: () => undefined,
      signal: new AbortController().signal,
    });
    try {
      return await sandbox.run([...words, "--lock-timeout", "1h"], { env: { PLUMBLINE_LOCK: folder } });
    } finally {
      await lock.release();
    }
  };

  it.each(["run", "sweep --over threads=1"])("a misspelt workload is told by %s", async (words) => {
    sandbox.commit("one");
    sandbox.commit("two");
    const yaml = "database: { deploy: { local: {} } }\nworkloads: [{ name: a, run: oltp_point_selct }]\n";
    const { code, stderr } = await run(yaml, words.split(" "));
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^plumbline: plumbline.yml:2:29: a( threads=1)?: unknown workload "oltp_point_selct"/m,
    );
  });

  it("a base that there is not is told", async () => {
    sandbox.commit("only");
    const { code, stderr } = await run(suite({ database: LOCAL }));
    expect(code).toBe(2);
    expect(stderr).toMatch(/^plumbline: HEAD is the first commit/m);
  });
});
