import fc from "fast-check";
import { expect, it } from "vitest";
import { CAUSE_KINDS, type Cause, type Reason } from "../../../../src/model/reason.ts";
import { causeSentences, differenceLines, otherCauses } from "../../../../src/report/words/reason.ts";

const reason = (...causes: readonly Cause[]): Reason => ({
  differences: [],
  sizes: [],
  plans: [],
  files: [],
  more: 0,
  causes,
});
const about = { workload: "checkout", statement: "read", sql: "SELECT 1", share: 0.97 };

it.each<[Omit<Cause, "workload">, string]>([
  [
    {
      ...about,
      kind: "index-gone",
      shown: true,
      name: "k_1",
      on: "t",
      base: "Index Scan on t with k_1",
      head: "Seq Scan on t",
      file: "db/5.sql",
    },
    "now scans all of t: index k_1 is gone (db/5.sql); 97 % of the change.",
  ],
  [
    { ...about, share: 1, kind: "index-gone", shown: true, name: "k_1", head: "Index Scan on t with t_pkey" },
    "now uses Index Scan on t with t_pkey: index k_1 is gone.",
  ],
  [
    { ...about, kind: "calls", shown: true, base: "1", head: "21" },
    "runs 21 times in an event (was 1); 97 % of the change.",
  ],
  [
    {
      ...about,
      kind: "index-gone",
      shown: true,
      name: "k_1",
      head: "Seq Scan on t",
      buffers: { base: 4, head: 812.3 },
    },
    "now scans all of t: index k_1 is gone; reads 812 buffers a call (was 4); 97 % of the change.",
  ],
  [
    {
      ...about,
      kind: "execution",
      shown: true,
      rows: { base: 2, head: 20 },
      buffers: { base: 4, head: 8.5 },
    },
    "returns or changes 10 times the rows (20 a call, was 2) and reads 8.5 buffers a call (was 4); 97 % of the change.",
  ],
  [
    { ...about, kind: "execution", shown: true, rows: { base: 0, head: 20 } },
    "returns or changes 20 rows a call (was 0); 97 % of the change.",
  ],
  [
    {
      ...about,
      kind: "execution",
      shown: true,
      rows: { base: 0, head: 1 },
      buffers: { base: 0, head: 1.04 },
    },
    "returns or changes 1 row a call (was 0) and reads 1 buffer a call (was 0); 97 % of the change.",
  ],
  [
    { ...about, kind: "calls", shown: true, base: "0.5", head: "1" },
    "runs once in an event (was 0.5); 97 % of the change.",
  ],
  [
    {
      ...about,
      kind: "plan",
      shown: false,
      base: "Index Scan on t with i",
      head: "Seq Scan on t",
      values: { differ: 3, of: 10 },
      resampled: "t",
    },
    "has another plan for 3 of 10 drawn values: Seq Scan on t (was Index Scan on t with i); the statistics of t alone differ, and ANALYZE draws a sample, so it may be chance; 97 % of the change.",
  ],
  [
    { ...about, kind: "trigger", shown: true, name: "g", on: "t", head: "there", part: 0.9 },
    "spends 90 % of its time in the new trigger g on t; 97 % of the change.",
  ],
  [
    { kind: "cpu", shown: true, name: "hash_search", base: "1.5", head: "38.25", part: 0.8 },
    "takes 38.3 µs of the server's CPU time in an event (was 1.5 µs); 80 % of what grew.",
  ],
  [
    { ...about, kind: "waits", shown: true, name: "Lock:tuple", on: "UPDATE t", base: "0.021", head: "0.34" },
    "waits 34 % of the time for rows held by UPDATE t (was 2.1 %); 97 % of the change.",
  ],
  [
    { ...about, share: 1, kind: "waits", shown: true, name: "IO:DataFileRead", base: "0.0", head: "0.34" },
    "waits 34 % of the time for input or output (DataFileRead) (was 0 %).",
  ],
  [
    { ...about, share: 1, kind: "waits", shown: true, name: "LWLock:WALWrite", base: "0.10", head: "0.34" },
    "waits 34 % of the time for the server's own lock WALWrite (was 10 %).",
  ],
  [
    { ...about, kind: "trigger", shown: false, name: "g", on: "t", head: "there" },
    "is slower; goes together with the new trigger g on t; 97 % of the change.",
  ],
  [
    { ...about, kind: "row-security", shown: false, name: "p", on: "t", base: "there", head: "there" },
    "is slower; goes together with the changed policy p on t; 97 % of the change.",
  ],
  [
    { kind: "setting", shown: false, name: "jit", base: "on", head: "off" },
    "Goes together with jit = off (was on).",
  ],
  [
    { ...about, share: 1, kind: "index-gone", shown: true, name: "k_1", base: "Index Scan on t with k_1" },
    "no longer uses index k_1, which is gone.",
  ],
  [
    { ...about, share: 1, kind: "index-gone", shown: false, name: "k_1", on: "t", base: "there" },
    "is slower; goes together with the missing index k_1 on t.",
  ],
  [
    {
      ...about,
      share: 1,
      kind: "index-changed",
      shown: true,
      name: "tags",
      base: "Bitmap Index Scan with tags",
      head: "Seq Scan on t",
      definitions: { base: "gin (tags)", head: "gin (tags jsonb_path_ops)" },
    },
    "now scans all of t: index tags is gin (tags jsonb_path_ops) (was gin (tags)).",
  ],
  [
    {
      ...about,
      share: 1,
      kind: "index-changed",
      shown: true,
      name: "tags",
      base: "Bitmap Index Scan with tags",
    },
    "no longer uses Bitmap Index Scan with tags: index tags is another one.",
  ],
  [
    { ...about, share: 1, kind: "plan", shown: true, base: "", head: "" },
    "has another plan: another step (was another step).",
  ],
  [
    { ...about, share: 1, kind: "statement", shown: true, base: "SELECT 2" },
    "is slower: the statement itself changed (was SELECT 2).",
  ],
  [
    {
      ...about,
      share: 1,
      kind: "default",
      shown: false,
      name: "t.a",
      on: "t",
      head: "GENERATED f(b) STORED",
    },
    "is slower; goes together with the new generated column t.a.",
  ],
  [
    { ...about, share: 1, kind: "table", shown: false, name: "t", base: "materialized view", head: "view" },
    "is slower; goes together with table t: view (was materialized view).",
  ],
  [
    {
      ...about,
      share: 1,
      kind: "constraint",
      shown: true,
      name: "fk on u",
      on: "u",
      head: "there",
      part: 0.97,
    },
    "spends 97 % of its time in the new constraint fk on u.",
  ],
  [
    { ...about, share: 1, kind: "rows", shown: false, name: "t", head: "10" },
    "is slower; goes together with the rows of t: 10 times base's.",
  ],
  [
    { kind: "version", shown: false, name: "PostgreSQL", base: "18.1", head: "17.6" },
    "Goes together with another version of the server: PostgreSQL 17.6 (was 18.1).",
  ],
  [
    { kind: "build", shown: false, name: "PostgreSQL", base: "gcc 12.2.0", head: "gcc 7.5.0" },
    "Goes together with another build of the server: gcc 7.5.0 (was gcc 12.2.0).",
  ],
  [
    { kind: "build", shown: false, name: "PostgreSQL", base: "gcc 12.2.0", head: "gcc 12.2.0" },
    "Goes together with another build of the server.",
  ],
  [
    { kind: "extension", shown: false, name: "x", head: "1.1" },
    "Goes together with extension x 1.1 (was not set).",
  ],
])("%j", (cause, text) => {
  const [sentence] = causeSentences(reason({ workload: "checkout", ...cause }));
  expect(sentence!.text.replaceAll("\u00a0", " ")).toBe(text);
});

it("names another server first, in a sentence of its own, and then what is known of the statement", () => {
  const version: Cause = {
    workload: "a",
    kind: "version",
    shown: false,
    name: "PostgreSQL",
    base: "18",
    head: "17",
  };
  const plan: Cause = { ...about, workload: "a", share: 1, kind: "plan", shown: true, base: "A", head: "B" };
  const column: Cause = {
    ...about,
    workload: "a",
    kind: "column",
    shown: false,
    name: "t.a",
    path: ["table t", "column t.a"],
  };
  const all = reason(version, plan, column);
  expect(causeSentences(all)).toEqual([
    { code: null, text: "Goes together with another version of the server: PostgreSQL 17 (was 18)." },
    {
      code: "SELECT 1",
      text: "has another plan: B (was A); goes together with the new column t.a.",
      path: ["table t", "column t.a"],
    },
  ]);
  expect(otherCauses(all).map(({ path }) => path)).toEqual([["table t", "column t.a"]]);
});

/** A text from outside: empty, blank, or of letters, so that all signs of a sentence are our own. */
const words = fc.oneof(
  fc.constantFrom("", " ", "Seq Scan on t", "Seq Scan on ", "GENERATED"),
  fc.string({ unit: fc.constantFrom("a", "b", " ", "\n", "\t", "\u0000") }),
);
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const figures = fc.record({
  base: fc.double({ min: 0, max: 1e9, noNaN: true }),
  head: fc.double({ min: 0, max: 1e9, noNaN: true }),
});
const numbered: readonly Cause["kind"][] = ["cpu", "waits", "size", "rows", "calls"];
const causes = fc
  .record({
    kind: fc.constantFrom(...CAUSE_KINDS),
    shown: fc.boolean(),
    text: fc.record({
      statement: optional(words),
      sql: optional(words),
      name: optional(words),
      on: optional(words),
      base: optional(words),
      head: optional(words),
      resampled: optional(words),
      file: optional(words),
      share: optional(fc.double({ min: 0, max: 1, noNaN: true })),
      part: optional(fc.double({ min: 0, max: 1, noNaN: true })),
      definitions: optional(fc.record({ base: words, head: words })),
      path: optional(fc.array(words)),
      rows: optional(figures),
      buffers: optional(figures),
    }),
    number: fc.nat(),
  })
  .map(({ kind, shown, text, number }) => {
    const given = Object.fromEntries(Object.entries(text).filter(([, value]) => value !== undefined));
    const sides = numbered.includes(kind) ? { base: "1", head: String(number) } : {};
    return { workload: "w", kind, shown, ...given, ...sides } as Cause;
  });

it("breaks no sentence, whatever is known of a cause", () => {
  fc.assert(
    fc.property(fc.array(causes, { maxLength: 4 }), (all) => {
      for (const { code, text } of [...causeSentences(reason(...all)), ...otherCauses(reason(...all))]) {
        const whole = code === null ? text : `${code} ${text}`;
        expect(code).not.toBe("");
        expect(whole, JSON.stringify(all)).not.toMatch(
          / {2}|[:;,(] *[:;,.)]|\( | \)|undefined|NaN|null| [.;:,]|^ | $|: ?$/,
        );
        expect(text).toMatch(/^[A-Za-z]/);
      }
    }),
  );
});

it("says never of what was not shown that it is the cause", () => {
  const kinds = [
    "view",
    "table",
    "rule",
    "default",
    "domain",
    "column",
    "sequence",
    "operator-class",
    "statistics",
    "rows",
    "index-gone",
    "index-changed",
    "version",
    "build",
    "collation",
    "trigger",
    "row-security",
    "no-statistics",
    "size",
    "index-new",
    "constraint",
    "function",
    "setting",
    "extension",
  ] as const;
  for (const kind of kinds) {
    const [sentence] = causeSentences(reason({ ...about, kind, shown: false, name: "n" }));
    expect(sentence!.text, kind).toContain("goes together with");
  }
});

it("has one sentence for a workload, one for what two share, and a list of the rest", () => {
  const setting: Cause = {
    workload: "a",
    kind: "setting",
    shown: false,
    name: "jit",
    base: "on",
    head: "off",
  };
  const other: Cause = { ...setting, name: "work_mem", base: "4 MB", head: "1 MB" };
  const shared = reason(setting, other, { ...setting, workload: "b" });
  expect(causeSentences(shared)).toEqual([
    { code: null, text: "Goes together with jit = off (was on). (a, b)" },
  ]);
  expect(otherCauses(shared)).toEqual([
    { code: null, text: "a: Goes together with work_mem = 1 MB (was 4 MB)" },
  ]);
});

it("lists what differs, a line for each", () => {
  const lines = differenceLines({
    ...reason(),
    differences: [
      { kind: "setting", name: "jit", base: "on", head: null, workloads: [] },
      { kind: "index", name: "i", on: "t", base: "CREATE INDEX i", head: null, workloads: [] },
      { kind: "column", name: "t.a", on: "t", base: "integer", head: "bigint", workloads: [] },
    ],
    sizes: [{ name: "t", base: { rows: 1, bytes: 8192 }, head: { rows: 9, bytes: 81_920 }, workloads: [] }],
    files: [{ file: "db/2.sql", change: "new", about: [] }],
    more: 3,
  });
  expect(lines).toEqual([
    "setting jit: on -> not set",
    "index i on t: only in base: CREATE INDEX i",
    "column t.a: integer -> bigint",
    "size of t: 1 page -> 10 pages",
    "set-up file db/2.sql: new",
    "3 more in run.json and run-base.json",
  ]);
});
