/** What comes from outside, and what may be done with it: packages by their hashes, and no script of theirs beside a right. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";

const ROOT = path.resolve(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(path.join(ROOT, file), "utf8");

test("every package of the lock file has its hash, and names no registry", () => {
  const { packages } = JSON.parse(read("package-lock.json")) as {
    packages: Record<string, { integrity?: string; resolved?: string }>;
  };
  const entries = Object.entries(packages).filter(([name]) => name !== "");
  expect(entries.length).toBeGreaterThan(100);
  const without = entries.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ""));
  expect(without.map(([name]) => name)).toEqual([]);
  expect(entries.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});

test("no package's script runs when it is installed, whichever npm installs it", () => {
  expect(read(".npmrc")).toMatch(/^ignore-scripts=true$/m);
});

type Step = Readonly<{ uses?: string; with?: Record<string, unknown>; run?: string }>;
type Job = Readonly<{ permissions?: Record<string, string>; environment?: string; steps: readonly Step[] }>;

test("release.yml: a job that has a right runs neither packages nor scripts of the repository", () => {
  const { permissions, jobs } = parse(read(".github/workflows/release.yml")) as {
    permissions: object;
    jobs: Record<string, Job>;
  };
  expect(permissions).toEqual({});
  const holding = Object.entries(jobs).filter(([, job]) =>
    Object.entries(job.permissions ?? {}).some(([, right]) => right === "write"),
  );
  expect(holding.map(([name]) => name)).toEqual(["release", "npm"]);
  for (const [name, { environment, steps }] of holding) {
    expect(environment, name).toBeDefined();
    const commands = steps.map(({ run }) => run ?? "").join("\n");
    expect(commands, name).not.toMatch(
      /\bnode\b|\bnpx\b|\bnpm (?!publish --ignore-scripts )|\.(?:m?js|sh)\b/,
    );
  }
  for (const [name, { permissions: rights, steps }] of Object.entries(jobs)) {
    if (holding.some(([each]) => each === name)) continue;
    expect(rights, name).toEqual({ contents: "read" });
    for (const step of steps.filter(({ uses }) => uses?.startsWith("actions/checkout@")))
      expect(step.with, name).toMatchObject({ "persist-credentials": false });
  }
});
