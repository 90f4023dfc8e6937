/** The address that live numbers are to be had at. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { expectError } from "./support/expect-error.ts";
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

it.each(["run", "check", "sweep --over threads=1", "backfill HEAD", "capacity look-up --limit p99=1s"])(
  "%s refuses an address that is none",
  async (verb) => {
    sandbox.write("plumbline.yml", suite({ database: LOCAL }));
    const ending = await sandbox.run([...verb.split(" "), "--metrics", "nowhere"]);
    expectError(ending, 2, 'metrics: got "nowhere"', "a port of this machine");
  },
);
