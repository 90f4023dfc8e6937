import { expect, it } from "vitest";
import { scopedTo } from "../../../../../src/apps/server/site/scoped.ts";
import type { Questions } from "../../../../../src/model/questions.ts";

/** Questions about one document, by its id, and about the store. */
const OF_NO_REPOSITORY = ["revision", "run", "report"] as const;
/** The compiler asks for each new question. */
const OF_ONE: Readonly<Record<Exclude<keyof Questions, (typeof OF_NO_REPOSITORY)[number]>, true>> = {
  overview: true,
  suites: true,
  series: true,
  points: true,
  runs: true,
  reports: true,
  comparison: true,
  events: true,
  ledgers: true,
  acceptances: true,
  environments: true,
};

it("asks every question about one repository alone", async () => {
  const names = Object.keys(OF_ONE);
  const asked: Record<string, unknown> = {};
  const questions = Object.fromEntries(
    [...names, ...OF_NO_REPOSITORY].map((name) => [
      name,
      async (question: unknown) => {
        asked[name] = question;
      },
    ]),
  ) as unknown as Record<string, (question: object) => Promise<void>>;
  const scoped = scopedTo(questions as unknown as Questions, "acme/db") as unknown as typeof questions;
  for (const name of names) await scoped[name]!({ suite: "oltp" });
  for (const name of names) expect(asked[name], name).toMatchObject({ suite: "oltp", repository: "acme/db" });
});
