/** The action's programs, bundled as they are delivered, where the runner's file of the event is not what it should be. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, inject, it } from "vitest";
import { EXIT_CODE } from "../../src/model/errors.ts";

const folder = mkdtempSync(path.join(tmpdir(), "plumbline-event-"));
afterAll(() => rmSync(folder, { recursive: true }));

const at = (name: string) => path.join(folder, name);

/** One of the programs in a step of a pull request's job. */
function run(program: "action" | "post", event: string | null) {
  writeFileSync(at("summary.md"), "");
  if (event === null) rmSync(at("event.json"), { force: true });
  else writeFileSync(at("event.json"), event);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(path.dirname(inject("cli")), `${program}.js`)],
    {
      cwd: folder,
      encoding: "utf8",
      env: {
        PATH: process.env["PATH"],
        HOME: folder,
        TMPDIR: folder,
        GITHUB_EVENT_NAME: "pull_request",
        GITHUB_EVENT_PATH: at("event.json"),
        GITHUB_REPOSITORY: "acme/db",
        GITHUB_RUN_ID: "7",
        GITHUB_SHA: "a".repeat(40),
        GITHUB_STEP_SUMMARY: at("summary.md"),
      },
    },
  );
  return { status, log: stdout + stderr, summary: readFileSync(at("summary.md"), "utf8") };
}

describe("an event that is", () => {
  it.each([
    ["empty", ""],
    ["cut short", '{"action":'],
    ["no text", "\u0000\u0001"],
    ["no object", "null"],
    ["another shape", '{"pull_request":[]}'],
    ["missing", null],
  ])("%s ends the step with what is wrong, in the log and in the summary", (_, event) => {
    const { status, log, summary } = run("action", event);
    expect(status, log).toBe(EXIT_CODE.internal);
    expect(log).toMatch(/::error title=Plumbline has no result::.*event/);
    expect(log).not.toMatch(/^ +at /m);
    expect(summary).toMatch(/^## Plumbline has no result\n[\s\S]*event/);
  });
});

it("does not keep the post step from cleaning up", () => {
  expect(run("post", "")).toMatchObject({ status: 0 });
});
