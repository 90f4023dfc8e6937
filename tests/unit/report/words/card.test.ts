import { describe, expect, it } from "vitest";
import type { Report } from "../../../../src/model/report.ts";
import { cardText } from "../../../../src/report/markdown/card.ts";
import { cardOf, NO_GUIDANCE } from "../../../../src/report/words/card.ts";
import { makeReport } from "../../../support/reports.ts";
import { provedCauses } from "../../../support/stories/cause.ts";
import { withItsReason } from "../../../support/stories/reason.ts";
import { oneRegressionOfThree } from "../../../support/stories/regressions.ts";

const plain = (text: string | undefined) => text?.replaceAll("\u00a0", " ");
const card = (report: Report) => cardOf(report, NO_GUIDANCE);
const TREE = "https://github.com/example/shop/blob/4f2a9c1b3d5e7081926374a5b6c7d8e9f0a1b2c3";

describe("the card's cause", () => {
  it("is the part that was proved, how it works, and where it stands at head's commit", () => {
    expect(card(provedCauses()).cause).toMatchObject({
      code: "DROP INDEX stock_item",
      text: "is the cause, proved by experiment: SELECT quantity FROM stock WHERE item = $1 now scans all of stock: index stock_item is gone.",
      place: {
        words: "db/migrations/005_drop_stock_item.sql, line 12",
        address: `${TREE}/db/migrations/005%5Fdrop%5Fstock%5Fitem.sql#L12`,
      },
    });
  });

  it("is what was shown, if nothing is proved, and never what only happens to differ", () => {
    const report = withItsReason();
    expect(card(report).cause).toMatchObject({
      code: "SELECT quantity FROM stock WHERE item = $1",
      place: {
        words: "db/migrations/005_drop_stock_item.sql",
        address: `${TREE}/db/migrations/005%5Fdrop%5Fstock%5Fitem.sql`,
      },
    });
    const bystanders = report.reason!.causes.map((cause) => ({ ...cause, shown: false }));
    const { cause } = card({ ...report, reason: { ...report.reason!, causes: bystanders } });
    expect(cause).toMatchObject({ code: null, text: "The cause is not known.", place: null });
  });

  it("is the statement that moved most, as no more than that, if nothing is shown", () => {
    expect(plain(card(oneRegressionOfThree()).cause?.text)).toBe(
      "The cause is not known. The statement that moved most: insert_audit 143 µs (only in head).",
    );
  });

  it("is not there where nothing is worse", () => {
    expect(card(makeReport({ workloads: [{ name: "a", changes: [{ metric: "qps" }] }] })).cause).toBeNull();
  });

  it.each([
    ["the run's address is not of the repository", { origin: { runUrl: "https://ci.example/4711" } }],
    ["the run has no address", { origin: { runUrl: null } }],
    ["head is not a commit", { head: { sha: "unknown" } }],
    ["head has changes that no commit has", { head: { dirty: true } }],
  ])("has no link where %s", (_, { origin = {}, head = {} }: { origin?: object; head?: object }) => {
    const report = provedCauses();
    const changed = {
      ...report,
      origin: { ...report.origin, ...origin },
      head: { ...report.head, commit: { ...report.head.commit, ...head } },
    };
    expect(card(changed).cause?.place).toMatchObject({ address: null });
  });
});

describe("the card's ways on", () => {
  const ways = (guidance = {}) => cardOf(oneRegressionOfThree(), { ...NO_GUIDANCE, ...guidance }).ways;

  it("are the report, the history of what it names, and the command that accepts it", () => {
    expect(ways({ siteUrl: "https://acme.github.io/shop", acceptLabel: "plumbline: accept" })).toEqual([
      {
        words: "report with pictures",
        address: "https://github.com/example/shop/actions/runs/4711#artifacts",
      },
      { words: "history of checkout", address: "https://acme.github.io/shop/w/oltp/checkout/?metric=p99" },
      { words: "to accept it", command: "/plumbline accept checkout p99 REASON" },
    ]);
  });

  it("say what the command needs where nothing listens to it", () => {
    expect(ways().at(-1)).toMatchObject({ words: "to accept it (needs accept.yml)" });
  });
});

describe("the card in markdown", () => {
  it.each([
    ["regressed", "CAUTION"],
    ["inconclusive", "WARNING"],
    ["accepted", "NOTE"],
    ["trade", "NOTE"],
    ["improved", "TIP"],
  ] as const)("of what is %s is a box of GitHub's, each of whose lines is a quotation's", (verdict, kind) => {
    const text = cardText(card({ ...oneRegressionOfThree(), verdict }), "###");
    expect(text).toMatch(new RegExp(`^> \\[!${kind}\\]\n> ### Plumbline: `));
    for (const line of text.trim().split("\n")) expect(line).toMatch(/^>(?: |$)/);
  });

  it("of what passes is a line with a check mark", () => {
    const calm = makeReport({ workloads: [{ name: "a", changes: [{ metric: "qps" }] }] });
    expect(cardText(card(calm), "###")).toMatch(/^### ✅ Plumbline: nothing is slower/);
  });
});

it("is not green where nothing was measured", () => {
  expect(card({ ...oneRegressionOfThree(), verdict: "unchanged", workloads: [] })).toMatchObject({
    tone: "open",
    said: "nothing measured, please look at the run",
  });
});
