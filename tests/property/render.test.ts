/** What must hold of every output, whoever chose the names and whatever the numbers are. */
import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ACCEPTED_BY, type Acceptance } from "../../src/model/acceptance.ts";
import { type Change, OVERALL, type Report } from "../../src/model/report.ts";
import { renderHtml } from "../../src/report/html/html.ts";
import { renderCheckRun } from "../../src/report/markdown/check-run.ts";
import { COMMENT_BYTES_MOST, renderComment } from "../../src/report/markdown/comment.ts";
import { markdownText } from "../../src/report/markdown/markdown.ts";
import { commentMarker } from "../../src/report/markdown/marker.ts";
import { renderSummary } from "../../src/report/markdown/summary.ts";
import { renderConsole } from "../../src/report/terminal/console.ts";
import { webAddress } from "../../src/text/outside.ts";
import { makeAcceptance } from "../support/acceptances.ts";
import { makeReport } from "../support/reports.ts";

fc.configureGlobal({ seed: 20_260_302, numRuns: 200 });

const FRAGMENTS = [
  ...Array.from("|`*_~[]()<>#@!&\\\"'$:{}^-+=.,;?%/ \n\r\t"),
  "\u0000\u001b[31m\u2028\u202e\u2066\u200b\ufeff\ud800\udc00",
  "</details>",
  "<!-- plumbline:oltp -->",
  "-->",
  "</script><script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "@octocat",
  "@octo/team",
  "fixes #123",
  "octo/repo#7",
  "GH-42",
  "https://evil.example/a_b",
  "www.evil.example",
  "mail@evil.example",
  ":tada:",
  "```",
  "~~~",
  "![x](javascript:alert(1))",
  "\n| a | b |\n|---|---|\n",
  "\n# heading\n",
  "&#64;octocat",
  "&lt;b&gt;",
  "x",
  "checkout",
];

const hostile = fc.oneof(
  fc.array(fc.constantFrom(...FRAGMENTS), { minLength: 1, maxLength: 12 }).map((parts) => parts.join("")),
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.constantFrom("long ".repeat(400), "@".repeat(3000), "😀".repeat(500)),
);

const number = fc.oneof(
  fc.double({ min: -1, max: 10, noNaN: true }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -1, 1e-12, 1e18),
);
const maybe = (arbitrary: fc.Arbitrary<number>) => fc.option(arbitrary, { nil: null });

const verdict: fc.Arbitrary<Change["verdict"]> = fc.oneof(
  fc.constantFrom<Change["verdict"]>({ kind: "regressed" }, { kind: "improved" }, { kind: "unchanged" }),
  hostile.map((why) => ({ kind: "inconclusive" as const, why })),
  hostile.map((what) => ({ kind: "too-few" as const, what, have: 3, need: 5 })),
);

const change = fc.record({
  metric: fc.constantFrom("qps" as const, "server-cpu" as const, "p99" as const, "failed-share" as const),
  role: fc.constantFrom("gate" as const, "information" as const),
  base: maybe(number),
  head: maybe(number),
  values: fc.array(number, { maxLength: 4 }),
  effect: maybe(number),
  interval: fc.option(fc.record({ low: number, high: number }), { nil: null }),
  margin: number,
  floor: maybe(number),
  noise: maybe(number),
  smallestVisible: maybe(number),
  verdict,
});

const warning = fc.record(
  {
    code: fc.constantFrom("steal", "only-in-head", "conditions-differ"),
    message: hostile,
    remedy: hostile,
    workload: hostile,
  },
  { requiredKeys: ["code", "message", "remedy"] },
);

const figures = fc.option(
  fc.record({ calls: fc.nat(), meanNs: number.map(Math.abs), p99Ns: maybe(number.map(Math.abs)) }),
  { nil: null },
);
const statement = fc.record({
  name: hostile,
  base: figures,
  head: figures,
  interval: fc.option(fc.record({ low: number, high: number }), { nil: null }),
});

const acceptance: fc.Arbitrary<Acceptance> = fc
  .record({ by: hostile, reason: hostile, commit: hostile, via: fc.constantFrom(...ACCEPTED_BY) })
  .map((hostile) => makeAcceptance("any", { ...hostile, suite: null }));

const reports: fc.Arbitrary<Report> = fc
  .record({
    suite: hostile,
    names: fc.array(hostile, { maxLength: 3 }),
    changes: fc.array(change, { maxLength: 5 }),
    warnings: fc.array(warning, { maxLength: 5 }),
    text: hostile,
    runUrl: fc.option(
      fc.oneof(
        hostile,
        fc.webUrl(),
        hostile.map((text) => `https://example.com/${text}`),
      ),
      { nil: null },
    ),
    form: fc.constantFrom("paired" as const, "unpaired" as const, "prediction" as const),
    overall: fc.constantFrom(...OVERALL),
    acceptances: fc.array(acceptance, { maxLength: 3 }),
    past: fc.array(number, { maxLength: 25 }),
    statements: fc.array(statement, { maxLength: 15 }),
  })
  .map(({ suite, names, changes, warnings, text, runUrl, form, overall, acceptances, past, statements }) => {
    const plain = makeReport({ workloads: [] });
    const commit = { sha: text.slice(0, 64) || "x", branch: text, time: null, subject: text, dirty: true };
    return {
      ...plain,
      suite,
      verdict: overall,
      counts: { regressed: 1, improved: 0, unchanged: text.length % 2, inconclusive: 2 },
      acceptances: acceptances.map((each) => ({ ...each, workload: names[0] ?? null })),
      history: changes.map(({ metric }) => ({
        workload: names[0] ?? "",
        metric,
        branch: text,
        points: past.map((value) => ({ commit: text, value })),
      })),
      guidance: { configPath: text, dashboardUrl: runUrl, siteUrl: runUrl, acceptLabel: text },
      version: text,
      rule: { ...plain.rule, form },
      origin: { ...plain.origin, runUrl },
      head: { ...plain.head, commit },
      baseline:
        form === "prediction"
          ? { kind: "history", branch: text, runs: [{ ...plain.head, commit }], need: text.length % 3 }
          : { kind: "arm", run: { ...plain.head, commit } },
      environment: { ...plain.environment, cpuModel: text, runner: text, settings: { [text]: text } },
      warnings: warnings.map((each) => ({
        ...each,
        ...(names[0] === undefined ? {} : { workload: names[0] }),
      })),
      workloads: names.map((name) => ({
        name,
        workload: text,
        options: { [text]: text, threads: 16 },
        changes: changes.map(({ base, head, values, ...rest }) => ({
          workload: name,
          base: { estimate: base, values, statistics: null },
          head: { estimate: head, values, statistics: null },
          confidence: 0.9,
          p: null,
          ...rest,
        })),
        statements,
        curves: { base: null, head: { quantiles: [0, 0.5, 0.99, 1], ns: [1, 5, 1e9, 1e12] } },
        errors: { base: { [text]: 3 }, head: { "40001": 1 } },
      })),
    };
  });

/** A markdown text without its code blocks, in which GitHub acts on nothing. */
function withoutCode(markdown: string): string {
  return markdown.replace(/^```.*\n[\s\S]*?\n```$/gm, "");
}

/** Our own tags, and nothing else, may be in it. */
function foreignTags(markdown: string): string[] {
  const own = /<\/?(?:code|details|summary|sup|sub)>|<br>|<!-- plumbline:[^ ]* -->/g;
  return (
    withoutCode(markdown)
      .replace(own, "")
      .match(/<[^ ]*/g) ?? []
  );
}

function occurrences(text: string, part: string | RegExp): number {
  return text.split(part).length - 1;
}

describe("markdown from any report", () => {
  it("fits, has the marker exactly once and closes what it opens", () => {
    fc.assert(
      fc.property(reports, (report) => {
        const comment = renderComment(report);
        expect(Buffer.byteLength(comment)).toBeLessThanOrEqual(COMMENT_BYTES_MOST);
        expect(occurrences(comment, "<!--")).toBe(1);
        expect(comment.startsWith(`${commentMarker(report.suite)}\n`)).toBe(true);
        expect(occurrences(comment, "<details>")).toBe(1);
        expect(occurrences(comment, /^<\/details>$/m)).toBe(1);
        expect(occurrences(comment, /^```/m) % 2).toBe(0);
      }),
    );
  });

  it("holds no HTML but its own, no mention, no reference, no heading and no link from outside", () => {
    fc.assert(
      fc.property(reports, (report) => {
        const { summary, text } = renderCheckRun(report);
        for (const markdown of [renderComment(report), renderSummary(report), summary, text]) {
          expect(foreignTags(markdown)).toEqual([]);
          const shown = decoded(withoutCode(markdown));
          expect(shown).not.toMatch(/@\w|(?<!&)#\d|\bGH-\d|\bwww\.\w|https?:\/\/evil|:\w+:/i);
          expect(
            withoutCode(markdown)
              .match(/^ {0,3}#+ .*/gm)
              ?.filter((line) => !/^##+ (?:✅ )?Plumbline: /.test(line)) ?? [],
          ).toEqual([]);
          expect(markdown).not.toMatch(/(?!\n)[\p{Cc}\p{Surrogate}\p{Bidi_Control}]/u);
        }
      }),
    );
  });

  it("has equal cells in each row of each table", () => {
    fc.assert(
      fc.property(reports, (report) => {
        for (const table of withoutCode(renderComment(report)).match(/(?:^\|.*\n)+/gm) ?? []) {
          const cells = table
            .trimEnd()
            .split("\n")
            .map((row) => occurrences(row, "|"));
          expect(new Set(cells).size).toBe(1);
        }
      }),
    );
  });
});

/** What a browser would show of the links' targets and the text, as GitHub's filters see it: character references read. */
function decoded(markdown: string): string {
  return markdown
    .replace(/^<!-- plumbline:.*$/m, "")
    .replace(/\]\([^)]*\)/g, "]()")
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
}

it("markdownText leaves no character that markdown, HTML or a table could act on", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      expect(markdownText(text).replace(/&#\d+;/g, "")).not.toMatch(
        /[!"#$&*<>@[\\\]^`{|}~\n]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/,
      );
      expect(Array.from(decoded(markdownText(text)).replaceAll("\u200b", "")).length).toBeLessThanOrEqual(80);
    }),
  );
});

it("an address that becomes a link is one of the web and cannot leave the link", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        hostile,
        fc.webUrl(),
        hostile.map((text) => `https://example.com/${text}`),
      ),
      (text) => {
        const address = webAddress(text);
        if (address !== null) expect(address).toMatch(/^https?:\/\/[^\s()<>"'`|\\]+$/);
      },
    ),
  );
});

describe("a terminal's text from any report", () => {
  it("holds no control character but line breaks, and says the same with colours and without", () => {
    fc.assert(
      fc.property(reports, fc.integer({ min: 60, max: 160 }), (report, width) => {
        const plain = renderConsole(report, { colour: false, width });
        expect(plain).not.toMatch(/(?!\n)[\p{Cc}\p{Surrogate}\p{Bidi_Control}]/u);
        const coloured = renderConsole(report, { colour: true, width });
        expect(stripVTControlCharacters(coloured)).toBe(plain);
      }),
    );
  });
});

describe("the page of any report", () => {
  it("embeds the report whole, and runs nothing", () => {
    fc.assert(
      fc.property(reports, (report) => {
        const page = renderHtml(report);
        expect(page).not.toMatch(/(?!\n)[\p{Cc}\p{Surrogate}]/u);
        expect(occurrences(page, /<script/i)).toBe(1);
        expect(page).not.toMatch(/<(?:img|iframe|object|link|form)\b/i);
        // What stands in quotes is a value, whatever its words are.
        expect(page.replaceAll(/="[^"]*"/g, "")).not.toMatch(/<[^>]* on\w+=/i);
        const [, json = ""] =
          /<script type="application\/json" id="plumbline-report">(.*)<\/script>/s.exec(page) ?? [];
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(report)));
        expect(page.replace(json, "")).not.toMatch(/\p{Bidi_Control}/u);
      }),
    );
  });
});
