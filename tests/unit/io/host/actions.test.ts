/** The step's dealings with the runner: commands on standard output and files that the environment names. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fieldsIn } from "../../../../src/config/fields.ts";
import {
  addSummary,
  OUTPUTS,
  readEvent,
  readInputs,
  sayError,
  sayForeseen,
  sayOutcome,
  sayVerdict,
  setOutputs,
  withdrawSecrets,
  workflowProgress,
} from "../../../../src/io/host/actions.ts";
import { withdraw } from "../../../../src/io/host/environment.ts";
import { PlumblineError } from "../../../../src/model/errors.ts";
import type { Report } from "../../../../src/model/report.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

let folder: string;
let log: string;

beforeEach(() => {
  folder = temporaryFolder();
  log = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    log += String(text);
    return true;
  });
  for (const { name, default: standard } of fieldsIn("action")) given(name, standard);
  given("github-token", "ghs_secret");
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** Sets an input as the runner hands it over. */
function given(name: string, value: string): void {
  vi.stubEnv(`INPUT_${name.toUpperCase()}`, value);
}

function file(name: string): string {
  const full = path.join(folder, name);
  writeFileSync(full, "");
  return full;
}

describe("readInputs", () => {
  it("answers what was given and the defaults, and leaves out what is empty", () => {
    given("sessions", "4");
    const defaults = fieldsIn("action").filter((field) => field.default !== "");
    expect(readInputs({})).toEqual({
      ...Object.fromEntries(defaults.map(({ name, default: standard }) => [name, standard])),
      "github-token": "ghs_secret",
      sessions: "4",
    });
  });

  it("has the runner mask the token and the passwords of store URLs, as written and as meant", () => {
    given("store", "postgres://bench:p%40ss@db.example/plumbline");
    readInputs({ PLUMBLINE_STORE: "postgresql://bench:other-word@db.example/plumbline" });
    for (const secret of ["ghs_secret", "p%2540ss", "p@ss", "other-word"]) {
      expect(log).toContain(`::add-mask::${secret}\n`);
    }
  });

  it("takes from the environment what started programs are not to have", () => {
    const ours = {
      "INPUT_GITHUB-TOKEN": "t",
      "INPUT_ALERT-WEBHOOK": "w",
      INPUT_STORE: "s",
      PLUMBLINE_STORE: "s",
      GITHUB_TOKEN: "t",
      GH_TOKEN: "t",
      ACTIONS_RUNTIME_TOKEN: "t",
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: "t",
      GITHUB_ENV: "/runner/env",
    };
    for (const [name, value] of Object.entries({ ...ours, PGPASSWORD: "libpq reads it there" }))
      vi.stubEnv(name, value);
    withdrawSecrets();
    for (const name of Object.keys(ours)) expect(process.env).not.toHaveProperty(name);
    expect(process.env["PGPASSWORD"]).toBe("libpq reads it there");
    withdraw([]);
  });

  it("refuses a value that is none of the choices, with the choices", () => {
    given("fail-on", "improvement");
    expect(() => readInputs({})).toThrow(
      expect.objectContaining({
        kind: "usage",
        message: 'fail-on: got "improvement"',
        remedy: "use one of regression, inconclusive, never",
      }),
    );
  });
});

describe("readEvent", () => {
  it("reads the payload, and nothing where there is none", async () => {
    const event = file("event.json");
    writeFileSync(event, '{"number":7}');
    expect(await readEvent({ GITHUB_EVENT_PATH: event })).toEqual({ number: 7 });
    expect(await readEvent({})).toEqual({});
  });

  it("names a payload that is cut short", async () => {
    const event = file("event.json");
    writeFileSync(event, '{"number":');
    await expect(readEvent({ GITHUB_EVENT_PATH: event })).rejects.toThrow(
      /cannot read the event's payload .*event\.json/,
    );
  });
});

describe("workflowProgress", () => {
  it("folds each stage of the log and says how far it is", () => {
    const progress = workflowProgress(process.stdout);
    progress.stage("preparing base");
    progress.update({ what: "sbtest1", share: 0.5, secondsLeft: 12 });
    progress.stage("measuring");
    progress.end();
    progress.end();
    expect(log.replaceAll("\r", "").split("\n")).toEqual([
      "::group::preparing base",
      expect.stringContaining("50 %  about 12 s left  sbtest1"),
      "::endgroup::",
      "::group::measuring",
      "::endgroup::",
      "",
    ]);
  });
});

describe("outputs and summary", () => {
  it("sets every output of the table", () => {
    const outputs = file("outputs");
    vi.stubEnv("GITHUB_OUTPUT", outputs);
    const report = {
      verdict: "regressed",
      counts: { regressed: 1, improved: 0, unchanged: 8, inconclusive: 2, notWorse: 1, trade: 3 },
    } as Report;
    setOutputs(report, {
      headline: "1 regression",
      report: "out/report.json",
      html: "out/report.html",
      "comment-url": "",
    });
    const lines = readFileSync(outputs, "utf8")
      .replace(/ghadelimiter_\S+/g, "|")
      .replaceAll("\n", " ");
    expect(lines).toContain("verdict<<| regressed |");
    expect(lines).toContain("excluded<<|  |");
    expect(lines).toContain("regressed<<| 1 |");
    expect(lines).toContain("unchanged<<| 8 |");
    expect(lines).toContain("not-worse<<| 1 |");
    expect(lines).toContain("inconclusive<<| 1 |");
    expect(lines).toContain("traded<<| 3 |");
    const ofRequests = ["request", "head"];
    const declared = OUTPUTS.map(({ name }) => name as string).filter((name) => !ofRequests.includes(name));
    const written = [...lines.matchAll(/(\S+)<</g)].map(([, name]) => name);
    expect(new Set(written), "none that action.yml does not name").toEqual(new Set(declared));
    expect(lines).toContain("report<<| out/report.json |");
  });

  it("adds to the run's page, and does without where there is none", async () => {
    vi.stubEnv("GITHUB_STEP_SUMMARY", "");
    await addSummary("nowhere");
    const summary = file("summary");
    vi.stubEnv("GITHUB_STEP_SUMMARY", summary);
    await addSummary("## Plumbline");
    expect(readFileSync(summary, "utf8").trim()).toBe("## Plumbline");
  });
});

describe("annotations", () => {
  it("warns with the remedy where something could not be published", () => {
    sayOutcome("comment", { kind: "failed", why: "no permission", remedy: "add it" });
    expect(log.trim()).toBe(
      "::warning title=Plumbline%3A comment not published::no permission%0Aremedy: add it",
    );
  });

  it("mentions in a line what went well", () => {
    sayOutcome("comment", { kind: "updated", url: "https://github.example/c/1" });
    sayOutcome("check run", { kind: "skipped", why: "not permitted" });
    expect(log).toBe("comment: updated, https://github.example/c/1\ncheck run: skipped, not permitted\n");
  });

  it.each([
    "::stop-commands::x",
    " \t::set-output name=a::b",
    "a\r::add-mask::e",
    "a\n##[add-path]/tmp",
    "a ##[error]b",
    "\u200b::error::x",
  ])("lets no outside text be a command to the runner: %j", (text) => {
    sayOutcome("accept", { kind: "+1", why: text });
    sayOutcome("comment", { kind: "failed", why: text, remedy: text });
    sayForeseen({ why: text, remedy: text });
    sayVerdict(text, true);
    const progress = workflowProgress(process.stdout);
    progress.stage(text);
    progress.note(text);
    progress.update({ what: text, share: null, secondsLeft: null });
    progress.end();
    const own = /^::(?:warning|error|group|endgroup)\b(?: title=[^:]*)?::/;
    for (const line of log.split(/[\n\r]+/)) {
      expect(line.replace(own, "")).not.toMatch(/^\s*::|##\[/);
      if (line.startsWith("::")) expect(line).toMatch(own);
    }
  });

  it("says why there is no result, in the log and on the run's page, and answers the exit code", async () => {
    const summary = file("summary");
    vi.stubEnv("GITHUB_STEP_SUMMARY", summary);
    const error = new PlumblineError("target", "no server at postgres://a:secret@h", { remedy: "start it" });
    expect(await sayError(error)).toBe(3);
    expect(log).toContain(
      "::error title=Plumbline has no result::no server at postgres://a:***@h%0Aremedy: start it",
    );
    expect(readFileSync(summary, "utf8")).toContain(
      "no server at postgres://a:***@\u200bh\nremedy: start it",
    );
  });

  it.each(["~~~", "```", "````", "   ```", "\r```"])(
    "lets no message of a server leave its block of the summary: %j",
    async (fence) => {
      const summary = file("summary");
      vi.stubEnv("GITHUB_STEP_SUMMARY", summary);
      const said = `set-up failed: ERROR: \n${fence}\n# pwn @acme [x](https://evil.example)\n<!-- plumbline:ok -->`;
      await sayError(new PlumblineError("target", said, { remedy: `see\n${fence}\n# above` }));
      const [, opening, inside, after] =
        /^(`{3,}|~{3,})text\n(.*?)^ {0,3}\1[^\S\n]*$(.*)/ms.exec(readFileSync(summary, "utf8")) ?? [];
      expect(opening).toBeDefined();
      expect(inside).toContain("# pwn");
      expect(inside).toContain("# above");
      expect(inside).not.toMatch(/@acme|<!--/);
      expect(after?.trim()).toBe("");
    },
  );

  it("calls a fault a fault", async () => {
    expect(await sayError(new TypeError("x is undefined"))).toBe(5);
    expect(log).toContain("a fault in Plumbline itself: TypeError: x is undefined");
  });
});
