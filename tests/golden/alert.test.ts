/** What the issue about a change on the main branch says, as whole files. */
import path from "node:path";
import { expect, it } from "vitest";
import type { ChangeEvent, LevelShift } from "../../src/model/answers.ts";
import { renderAlert } from "../../src/report/markdown/alert.ts";
import { expectGolden } from "../support/golden.ts";

const shift = (rest: Partial<LevelShift>): LevelShift => ({
  workload: "checkout",
  metric: "p99",
  arm: "head",
  fingerprint: "f".repeat(64),
  runId: "0195a6f0-3c1e-7b52-9d54-2f0c6f8e1a77",
  before: 12_100_000,
  after: 15_000_000,
  effect: 0.24,
  direction: "worse",
  p: 0.0025,
  runsBefore: 20,
  runsAfter: 6,
  noise: 0.03,
  ...rest,
});

const EVENT: ChangeEvent = {
  repository: null,
  suite: "oltp",
  branch: "main",
  lastBefore: { sha: "9be01c7d2f3a4b5c6d7e8f90123456789abcdef0", time: null, subject: "checkout: retry", author: null },
  firstAfter: { sha: "4f2a9c1b3d5e7081926374a5b6c7d8e9f0a1b2c3", time: null, subject: "stock: audit row", author: null },
  cause: "commit",
  state: "lasting",
  shifts: [
    shift({}),
    shift({ workload: "search", metric: "qps", before: 1684, after: 1600, effect: -0.05 }),
    shift({ workload: "search", metric: "p50", before: 8e6, after: 7e6, effect: -0.125, direction: "better" }),
    shift({ metric: "failed-share", before: 0, after: 0.02, effect: null, noise: 0 }),
  ],
};

const HOSTILE = "</details><script>@octocat #1 | `x` <!-- plumbline-alert:6f6c7470:0 --> \u202e\n# heading";

const STORIES: Readonly<Record<string, ChangeEvent>> = {
  "several-metrics-since-a-commit": EVENT,
  "recent-and-without-a-change-of-the-code": {
    ...EVENT,
    cause: "surroundings",
    state: "recent",
    lastBefore: EVENT.firstAfter,
    shifts: [shift({})],
  },
  "hostile-names": {
    ...EVENT,
    suite: HOSTILE,
    branch: HOSTILE,
    firstAfter: { ...EVENT.firstAfter, sha: HOSTILE, subject: HOSTILE },
    shifts: [shift({ workload: HOSTILE })],
  },
};

it("links both sides of the change and its series, where there are pages", () => {
  const bodyOf = (event: ChangeEvent, site: string) => renderAlert(event, "https://github.com/example/shop", site).body;
  const { lastBefore, firstAfter } = EVENT;
  const compared = `https://acme.github.io/shop/compare/${lastBefore.sha}..${firstAfter.sha}/`;
  for (const site of ["https://acme.github.io/shop", "https://acme.github.io/shop/"]) {
    expect(bodyOf(EVENT, site)).toContain(
      `On the pages: [both sides compared](${compared}) · [the series, run by run](https://acme.github.io/shop/w/oltp/checkout/?metric=p99).`,
    );
  }
  const surroundings = STORIES["recent-and-without-a-change-of-the-code"]!;
  expect(bodyOf(surroundings, "https://x.example/")).not.toContain("compared");
  const hostile = bodyOf(STORIES["hostile-names"]!, "https://x.example/");
  expect(hostile).toMatch(/\[the series, run by run\]\(https:\/\/x\.example\/w\/[\w.%-]+\/[\w.%-]+\/\?metric=p99\)\./);
  expect(hostile).not.toContain("compared");
  expect(bodyOf(EVENT, "javascript:x")).not.toContain("On the pages");
});

it.each(Object.entries(STORIES))("%s", (name, event) => {
  const { title, body } = renderAlert(event, "https://github.com/example/shop");
  expect(title).not.toMatch(/\n/);
  expect(body).not.toContain("<!--");
  expectGolden(path.join(import.meta.dirname, "alert", `${name}.md`), `${title}\n\n${body}\n`);
});
