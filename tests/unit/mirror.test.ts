/** The test of each file of src/: its mirror (CONTRIBUTING.md), or a test that reaches it; what only runs as a program is named here. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** Files that no test imports, with the test that runs them as a program, and the words by which it does. */
const RUN: Readonly<Record<string, readonly [test: string, words: string]>> = {
  "src/apps/action/main.ts": ["tests/e2e/action.test.ts", "stage.run("],
  "src/apps/browser/site.ts": ["tests/integration/site.test.ts", "chromium.launch("],
  "src/apps/browser/workload.ts": ["tests/integration/site.test.ts", "chromium.launch("],
  "src/apps/browser/chart.ts": ["tests/integration/site.test.ts", "chromium.launch("],
  "src/apps/browser/sort.ts": ["tests/integration/site.test.ts", "chromium.launch("],
  "src/apps/browser/tables.ts": ["tests/integration/site.test.ts", "chromium.launch("],
  "src/apps/browser/copy.ts": ["tests/integration/site.test.ts", "chromium.launch("],
  "src/apps/cli/main.ts": ["tests/integration/cli/pipeline.test.ts", "new Sandbox()"],
};

const files = (folder: string) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.includes("generated"))
    .map((file) => path.join(folder, file));

const text = (file: string) => readFileSync(path.join(ROOT, file), "utf8");
/** Of types alone nothing runs. */
const runs = (file: string) =>
  /^export (?:abstract |async )?(?:const|let|function|class)\b|^(?:await|process|const)\b/m.test(text(file));
const importsOf = (file: string) =>
  [...text(file).matchAll(/(?:from|import\() ?"(\.[^"]+\.ts)"/g)].map(([, to]) =>
    path.join(path.dirname(file), to!),
  );

/** All files that a test comes to through imports. */
function reachedFrom(test: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const open = [test];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file) || !existsSync(path.join(ROOT, file))) continue;
    seen.add(file);
    open.push(...importsOf(file));
  }
  return seen;
}

const tests = files("tests").filter((file) => file.endsWith(".test.ts"));
const reached = new Set(tests.flatMap((test) => [...reachedFrom(test)]));
const mirrorOf = (file: string) => file.replace(/^src/, "tests/unit").replace(/\.ts$/, ".test.ts");

it.each(files("src").filter(runs))("%s has a test", (file) => {
  if (existsSync(path.join(ROOT, mirrorOf(file)))) return;
  const named = RUN[file];
  if (named === undefined) expect(reached, `${file}: write ${mirrorOf(file)}`).toContain(file);
  else expect(text(named[0]), `${file}: ${named[0]} does not run it`).toContain(named[1]);
});

it("names no file that is gone, or that a test imports by now", () => {
  for (const file of Object.keys(RUN)) {
    expect(existsSync(path.join(ROOT, file)), file).toBe(true);
    expect(reached, file).not.toContain(file);
  }
});
