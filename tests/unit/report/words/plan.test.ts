import { expect, it } from "vitest";
import { plansHtml } from "../../../../src/report/html/differences.ts";
import { planAnswer, planSteps } from "../../../../src/report/words/plan.ts";

const done = (rows: number, loops: number, buffers: number, ms?: number) => ({
  actual: { rows, loops, buffers, ...(ms === undefined ? {} : { ms }) },
});
const join = { depth: 0, type: "Nested Loop", rows: 40 };
const outer = { depth: 1, type: "Index Scan", relation: "a", index: "a_pkey", rows: 40 };
const byIndex = { depth: 1, type: "Index Scan", relation: "b", index: "b_a", rows: 1 };
const all = { depth: 1, type: "Seq Scan", relation: "b", rows: 1 };
const plan = {
  workload: "checkout",
  statement: "items",
  sql: "SELECT <b> FROM a JOIN b USING (id)",
  base: [
    { ...join, ...done(40, 1, 90, 1) },
    { ...outer, ...done(40, 1, 10, 0.2) },
    { ...byIndex, ...done(1, 40, 80, 0.6) },
  ],
  head: [
    { ...join, ...done(40, 1, 41_000, 36) },
    { ...outer, ...done(40, 1, 10, 0.2) },
    { ...all, ...done(900, 40, 40_990, 35) },
  ],
};
const plain = (text: string) => text.replaceAll("\u00a0", " ");

it("marks the steps that the other plan has not, in both", () => {
  const { base, head } = planSteps(plan);
  expect(base.map(({ isOther }) => isOther)).toEqual([false, false, true]);
  expect(head.map(({ isOther }) => isOther)).toEqual([false, false, true]);
});

it("has the work of each step without that below it, both arms on one scale", () => {
  const { base, head } = planSteps(plan);
  expect(head.map(({ time, buffers }) => plain(`${time}, ${buffers}`))).toEqual([
    "800 µs, 0",
    "200 µs, 10",
    "35 ms, 40,990",
  ]);
  expect(head.reduce((sum, { share }) => sum + share!, 0)).toBeCloseTo(1);
  expect(base.reduce((sum, { share }) => sum + share!, 0)).toBeCloseTo(1 / 36);
});

it("says where an estimate was wrong, and why it is slower", () => {
  const steps = planSteps(plan);
  expect(steps.head[2]!.rows).toBe("1 expected, 900 came in each of 40 loops: 900 times too few");
  expect(steps.base[2]!.rows).toBe("1 expected, 1 came in each of 40 loops");
  expect(plain(planAnswer(plan))).toBe(
    "A call takes 36 ms (base: 1 ms). Most of it is in Seq Scan on b (35 ms); at base in Index Scan on b with b_a (600 µs).",
  );
});

it("has expected rows alone of what was never executed, and buffers of what was executed before times were kept", () => {
  const bare = { ...plan, base: [join, outer, byIndex], head: [join, outer, all] };
  expect(planSteps(bare).head.map(({ share, time, buffers, rows }) => [share, time, buffers, rows])).toEqual([
    [null, "", "", "40 expected"],
    [null, "", "", "40 expected"],
    [null, "", "", "1 expected"],
  ]);
  expect(planAnswer(bare)).toBe("");
  const skipped = { ...plan, head: [{ ...all, rows: 100, ...done(0, 0, 0) }] };
  expect(planSteps(skipped).head[0]!.rows).toBe("100 expected, never executed");
  const old = { ...plan, base: [{ ...byIndex, ...done(1, 1, 4) }], head: [{ ...all, ...done(1, 1, 812) }] };
  expect(planSteps(old).head[0]).toMatchObject({ share: 1, time: "", buffers: "812" });
  expect(planAnswer(old)).toBe(
    "A call takes 812 buffers (base: 4 buffers). Most of it is in Seq Scan on b (812 buffers); at base in Index Scan on b with b_a (4 buffers).",
  );
});

it("is a table an arm, open if it is the only one, with the whole of base's", () => {
  const page = plansHtml([plan]).html;
  expect(page).toContain('<details class="plans" open><summary>Plans of <code>SELECT &lt;b&gt; FROM');
  expect(
    page.match(
      /<tr class="other"><th scope="row" class="depth-1"><span class="change-mark">[−+]<\/span>(?:Index|Seq) Scan on b/g,
    ),
  ).toHaveLength(2);
  expect(page.match(/<tr class=/g)).toHaveLength(6);
  expect(plansHtml([plan, plan]).html).not.toContain(" open>");
});
