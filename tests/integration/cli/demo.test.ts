/** `plumbline demo`: how it ends before its time. Its whole takes minutes and is for people, and for `npm run demo`. */
import { readdirSync } from "node:fs";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Sandbox } from "./support/sandbox.ts";

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = new Sandbox();
});
afterEach(async () => {
  const left = await sandbox.leftovers();
  await sandbox.close();
  expect(left).toEqual([]);
});

const starts = () => sandbox.processes().some((line) => /\/(initdb|postgres) /.test(line));
const measures = () => sandbox.processes().some((line) => /plumbline-load .* run $/.test(line));

it.each([
  ["while its store is started", starts, []],
  ["while it measures", measures, ["--same"]],
])("demo ends by Ctrl-C %s", async (_, moment, args) => {
  const invocation = sandbox.start(["demo", ...args]);
  await invocation.until(moment);
  invocation.kill("SIGINT");
  const { code, stdout, stderr } = await invocation.ended;
  expect({ code, stdout }, stderr).toEqual({ code: 130, stdout: "" });
  expect(stderr).toMatch(/^A shop/);
  expect(stderr).toMatch(/\nplumbline: interrupted\n$/);
});

it("demo says before it starts that its documents cannot be written", async () => {
  sandbox.write("file", "");
  const { code, stderr } = await sandbox.run(["demo", "--output", "file/out"]);
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /\nplumbline: cannot write .*file\/out.*: a part of its path is a file\n {2}remedy: /,
  );
  expect(readdirSync(sandbox.work)).toEqual(["file"]);
});
