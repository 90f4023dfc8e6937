/** What the measured code finds of the process that measures it: a start command that looks into its environment, and into /proc. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { ACTIONS_BOT, GithubFake } from "../support/github-fake.ts";
import { Sandbox } from "./cli/support/sandbox.ts";

/** In every value that it must not find. */
const SECRET = "secret-word";

/** Prints what it finds of its ancestors, up to the test, and of itself; no server begins. */
const NOSY = `#!/bin/sh
{
  env | grep -a ${SECRET} | sed 's/^/inherited: /'
  env | grep -aE '^GITHUB_(ENV|PATH|OUTPUT|STATE|STEP_SUMMARY)=' | sed 's/^/inherited: /'
  p=$PPID
  while [ "$p" -gt 1 ] && [ "$p" != "$TEST" ]; do
    for file in /proc/$p/environ /proc/$p/cmdline /proc/$p/task/*/environ /proc/$p/fd/*; do
      case $file in */fd/*) [ -f "$file" ] || continue ;; esac
      head -c 1000000 "$file" 2>/dev/null | tr '\\0' '\\n' | grep -a ${SECRET} | sed "s|^|$file of $(cat /proc/$p/comm): |"
    done
    p=$(awk '/^PPid/ { print $2 }' /proc/$p/status)
  done
  echo looked
} >> "$FOUND"
exit 3
`;

const CONFIG = `suite: nosy
database: { deploy: { command: { start: "sh nosy.sh", url: "postgres://u@127.0.0.1:$PLUMBLINE_PORT/db" } } }
workloads: [{ name: browse, run: oltp_point_select, options: { tables: 1, table-size: 100, threads: 1 } }]
measure: { mode: history, sessions: 1, seconds: 0.2, warmup: 0, preflight: off }
`;

let sandbox: Sandbox;
let found: string;

beforeEach(() => {
  sandbox = new Sandbox();
  found = path.join(sandbox.folder, "found");
  sandbox.write("plumbline.yml", CONFIG);
  sandbox.write("nosy.sh", NOSY);
  sandbox.commit("nosy");
});
afterEach(async () => {
  expect(await sandbox.leftovers()).toEqual([]);
  await sandbox.close();
});

test("of a command line it finds neither the store nor the tokens", async () => {
  const env = {
    FOUND: found,
    TEST: String(process.pid),
    PLUMBLINE_STORE: `file:${SECRET}`,
    PLUMBLINE_TOKEN: SECRET,
    PLUMBLINE_SHARD_TOKEN: SECRET,
    GITHUB_STATE: `/${SECRET}`,
  };
  const { code, stderr } = await sandbox.run(["check"], { env });
  expect(code, stderr).toBe(3);
  expect(stderr).not.toContain("warning");
  expect(readFileSync(found, "utf8")).toBe("looked\n");
  expect(existsSync(path.join(sandbox.work, SECRET)), "it is the store all the same").toBe(true);
});

test("of a workflow's step it finds no token, no password, and none of the runner's files", async () => {
  const github = await GithubFake.start();
  github.identities.set(SECRET, ACTIONS_BOT);
  const files = ["ENV", "PATH", "OUTPUT", "STATE", "STEP_SUMMARY"].map((name) => `GITHUB_${name}`);
  const runner = path.join(sandbox.folder, "runner");
  mkdirSync(runner);
  sandbox.write("../runner/event.json", "{}");
  for (const name of files) sandbox.write(`../runner/${name}`, "");
  const secrets = [
    "INPUT_GITHUB-TOKEN",
    "INPUT_ALERT-WEBHOOK",
    "PLUMBLINE_STORE",
    "GITHUB_TOKEN",
    "GH_TOKEN",
    "ACTIONS_RUNTIME_TOKEN",
    "ACTIONS_ID_TOKEN_REQUEST_TOKEN",
  ];
  const env = sandbox.environment({
    FOUND: found,
    TEST: String(process.pid),
    GITHUB_EVENT_NAME: "schedule",
    GITHUB_EVENT_PATH: path.join(runner, "event.json"),
    GITHUB_REPOSITORY: "acme/db",
    GITHUB_RUN_ID: "77",
    GITHUB_SHA: sandbox.commit("nosier"),
    GITHUB_REF: "refs/heads/other",
    GITHUB_API_URL: github.url,
    ...Object.fromEntries(files.map((name) => [name, path.join(runner, name)])),
    ...Object.fromEntries(secrets.map((name) => [name, SECRET])),
    INPUT_STORE: `file:${SECRET}`,
    INPUT_COMMENT: "never",
  });
  const child = spawn(process.execPath, [path.join(path.dirname(inject("cli")), "action.js")], {
    cwd: sandbox.work,
    env,
  });
  let log = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      log += text;
    });
  await once(child, "close");
  await github.close();
  expect(existsSync(found), log).toBe(true);
  expect(readFileSync(found, "utf8"), log).toBe("looked\n");
  // The step itself has not lost them.
  expect(github.checkRuns).toMatchObject([{ conclusion: "failure" }]);
  expect(readFileSync(path.join(runner, "GITHUB_STEP_SUMMARY"), "utf8")).toContain("no result");
});
