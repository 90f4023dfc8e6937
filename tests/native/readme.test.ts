/** runner-native/README.md, done by a stranger: installed, and every command of it typed as it stands, on a real server. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { type Postgres, startPostgres } from "../support/postgres.ts";
import { sharedFolder } from "../support/temporary-folder.ts";

const native = join(import.meta.dirname, "../../runner-native");
const folder = sharedFolder();
const blocks = [...readFileSync(join(native, "README.md"), "utf8").matchAll(/^```sh\n(.*?)^```/gms)].map(
  ([, text]) => text!,
);
const URL_LINE = "export URL=postgres://postgres@127.0.0.1:5432/postgres\n";

let postgres: Postgres;

const shell = (text: string, env: Readonly<Record<string, string>> = {}) =>
  // Behind a socket, as Node.js makes one, a first bash takes itself for a remote login.
  spawnSync("bash", ["--norc", "-euc", text], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, PATH: `${folder}/bin:${process.env["PATH"]}`, ...env },
  });

beforeAll(async () => {
  postgres = await startPostgres();
  const done = shell(`make -s -C "${native}" install PREFIX="${folder}"`);
  expect(done.stderr).toBe("");
});

it("is installed with its man page, which roff takes without a word", () => {
  expect(shell("plumbline-load --version").stdout).toMatch(/^plumbline-load \d+\.\d+\.\d+ \(/);
  const page = readFileSync(join(folder, "share/man/man1/plumbline-load.1"), "utf8");
  for (const part of ["NAME", "OPTIONS", "EXIT STATUS", "\\-\\-queue\\-limit=N", ".B tpcc"])
    expect(page).toContain(part);
  if (spawnSync("groff", ["--version"]).status !== 0) return;
  const read = spawnSync("groff", ["-man", "-Tutf8", "-ww"], { input: page, encoding: "utf8" });
  expect(read.stderr).toBe("");
  expect(read.stdout).toMatch(/events\s+planned\s+for\s+each\s+second/);
});

it("whose first commands are the first that one needs", () => {
  expect(blocks[1]).toContain(URL_LINE);
});

it("teaches commands that all work", async () => {
  const url = await postgres.createDatabase("door");
  const taught = blocks.slice(1).join("\n").replace(URL_LINE, "");
  const done = shell(taught, { URL: url });
  expect(done.stderr).not.toMatch(/plumbline-load: (?!hint)/);
  expect(done.status, done.stderr).toBe(0);
  expect(done.stdout).toContain("latency");
  const lines = readFileSync(join(folder, "run.ndjson"), "utf8").trim().split("\n");
  expect(JSON.parse(lines.at(-1)!)).toMatchObject({ type: "summary", exit_code: 0 });
});
