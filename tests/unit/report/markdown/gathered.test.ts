import { expect, it } from "vitest";
import { type GatheredJob, renderGathered } from "../../../../src/report/markdown/gathered.ts";

const job = (conclusion: string | null): GatheredJob => ({
  name: `oltp (${conclusion})`,
  conclusion,
  url: "https://github.example/acme/db/runs/1",
  title: `title of ${conclusion}`,
  summary: `summary of ${conclusion}`,
});

it.each<[readonly (string | null)[], string]>([
  [["success", "success"], "nothing to look at in 2 measurements"],
  [["success", null], "nothing to look at in 2 measurements, 1 still measuring"],
  [["failure", "success"], "1 of 2 measurements to look at"],
  [["action_required", "success"], "1 of 2 measurements to look at"],
  [
    ["cancelled", "failure", "neutral", null],
    "2 of 4 measurements to look at, 1 without an answer, 1 still measuring",
  ],
  [["success", "neutral"], "1 without an answer"],
])(
  "says of %j what is to look at: a claim, a job that was cancelled and no answer are no calm",
  (all, said) => {
    const text = renderGathered(all.map(job), "a".repeat(40), 60_000);
    expect(text.split("\n")[0]).toBe(`### Plumbline: ${said}`);
  },
);
