/** docs/tutorial.md, followed word by word: its files written where it says, its commands run one block after the other. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Sandbox } from "../cli/support/sandbox.ts";

const PAGE = readFileSync(path.resolve(import.meta.dirname, "../../../docs/tutorial.md"), "utf8");

type Block = Readonly<{ language: string; info: string; text: string; file: string | null }>;

/** Fenced blocks in order; one below a line that ends with "`FILE`:" is that file. */
const blocks: readonly Block[] = [
  ...PAGE.matchAll(/((?:^(?!```).+\n)+\n)?^```(\w+) ?(.*)\n([\s\S]*?)^```$/gm),
].map(([, before = "", language = "", info = "", text = ""]) => ({
  language,
  info,
  text,
  file: /`([\w./]+)`[^`]*:\n\n$/.exec(before)?.[1] ?? null,
}));

let sandbox: Sandbox;
let cwd: string;
let said = "";

beforeAll(() => {
  sandbox = new Sandbox();
  cwd = sandbox.work;
  const bin = path.join(sandbox.folder, "bin");
  mkdirSync(bin);
  // What the page's first block makes of a clone.
  const wrapper = `#!/bin/sh\nexec ${process.execPath} ${sandbox.cli} "$@"\n`;
  writeFileSync(path.join(bin, "plumbline"), wrapper, { mode: 0o755 });
});
afterAll(async () => {
  await sandbox.close();
});

function run({ text }: Block): number | null {
  const env = sandbox.environment({ PATH: `${path.join(sandbox.folder, "bin")}:${process.env["PATH"]}` });
  const script = `set -e\n${text}\npwd > ${sandbox.folder}/cwd\n`;
  const { status, stdout, stderr } = spawnSync("bash", ["-c", script], { cwd, env, encoding: "utf8" });
  said = stdout + stderr;
  if (status === 0) cwd = readFileSync(path.join(sandbox.folder, "cwd"), "utf8").trim();
  return status;
}

describe("the tutorial", () => {
  it("has the steps that it promises", () => {
    expect(blocks.map(({ language, file }) => file ?? language)).toEqual([
      "sh",
      "sh",
      "db/migrations/001_room.sql",
      "plumbline.yml",
      "sh",
      "sh",
      "sh",
      "db/migrations/002_audit_trail.sql",
      "sh",
      "sh",
      "sh",
      "sh",
      ".github/workflows/performance.yml",
    ]);
  });

  it("finds nothing in a commit against itself, and the slower head", () => {
    for (const block of blocks.filter(({ info }) => info !== "setup")) {
      if (block.file !== null) {
        mkdirSync(path.dirname(path.join(cwd, block.file)), { recursive: true });
        writeFileSync(path.join(cwd, block.file), block.text);
        continue;
      }
      const expected = Number(/exit=(\d)/.exec(block.info)?.[1] ?? 0);
      expect({ text: block.text, status: run(block) }, said).toEqual({ text: block.text, status: expected });
      if (expected === 1) {
        const report = JSON.parse(readFileSync(path.join(cwd, "plumbline-out/report.json"), "utf8"));
        const regressed = report.workloads.filter(
          ({ changes }: { changes: { verdict: { kind: string } }[] }) =>
            changes.some(({ verdict }) => verdict.kind === "regressed"),
        );
        expect(regressed.map(({ name }: { name: string }) => name)).toEqual(["restock"]);
      }
    }
    expect(said).toContain("workload restock, metric QPS");
    expect(existsSync(path.join(cwd, "plumbline-out/report.html"))).toBe(true);
  }, 1_800_000);
});
