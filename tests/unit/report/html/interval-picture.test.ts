import { describe, expect, it } from "vitest";
import { effectScale, intervalAxis, intervalPicture } from "../../../../src/report/html/interval-picture.ts";
import { makeReport } from "../../../support/reports.ts";

const report = makeReport({
  workloads: [
    {
      name: "a",
      changes: [
        { metric: "qps", effect: -0.1, noise: 0.02 },
        { metric: "p99", effect: 0.9, noise: 0.3 },
      ],
    },
  ],
});
const [qps, p99] = report.workloads[0]!.changes;
const numberOf = (text: string, pattern: RegExp) => Number(pattern.exec(text)![1]);

describe("the picture of a change", () => {
  it("has its estimate where the scale says, the limit around the zero line", () => {
    const scale = effectScale(report, [qps!]);
    const { html } = intervalPicture(report, qps!, scale);
    expect(numberOf(html, /<circle[^>]* cx="([\d.]+)"/)).toBe(scale.x(-0.1));
    const left = numberOf(html, /<rect class="limit" x="([\d.]+)"/);
    const width = numberOf(html, /<rect class="limit"[^>]*width="([\d.]+)"/);
    expect(left + width / 2).toBeCloseTo(scale.x(0), 0);
    expect(html).toContain(`M${scale.x(0)} 0V`);
    expect(html.match(/class="session"/g)!.length).toBeGreaterThan(4);
  });

  it("says in words what it shows", () => {
    const { html } = intervalPicture(report, qps!, effectScale(report, [qps!]));
    expect(html.replaceAll("\u00a0", " ")).toMatch(
      /<title>−10\.0 %, between −11\.\d % and −[89]\.\d %; limit 2 %<\/title>/,
    );
  });

  it("ends in an arrow where the interval leaves the scale", () => {
    const narrow = effectScale(report, [qps!]);
    const arrows = (picture: string) => picture.match(/class="bar \w+" d="M[\d.]+ \d+L/g)?.length ?? 0;
    expect(arrows(intervalPicture(report, p99!, narrow).html)).toBe(1);
    expect(arrows(intervalPicture(report, qps!, narrow).html)).toBe(0);
  });

  it("shows a change of a factor of eighty, with its sessions, on the scale", () => {
    const huge = makeReport({
      workloads: [{ name: "a", changes: [{ metric: "server-cpu", effect: 78.7, noise: 0.02 }] }],
    });
    const change = huge.workloads[0]!.changes[0]!;
    const both = effectScale(huge, [change, qps!]);
    const { html } = intervalPicture(huge, change, both);
    const at = numberOf(html, /<circle[^>]* cx="([\d.]+)"/);
    expect(at).toBe(both.x(78.7));
    expect(at).toBeLessThan(216);
    expect(html).not.toMatch(/class="bar \w+" d="M[\d.]+ \d+L/);
    expect(intervalAxis(both).html).toContain("×10<");
    expect(both.x(1) - both.x(0)).toBeCloseTo(both.x(3) - both.x(1), 0);
  });

  it("is empty without an interval", () => {
    expect(intervalPicture(report, { ...qps!, interval: null }, effectScale(report, [])).html).toBe("");
  });
});

it("the axis has a zero, and labels that stay inside", () => {
  const scale = effectScale(report, [qps!]);
  const { html } = intervalAxis(scale);
  expect(html).toMatch(/>0</);
  for (const [, at] of html.matchAll(/<text[^>]* x="([\d.]+)"/g)) {
    expect(Number(at)).toBeGreaterThan(10);
    expect(Number(at)).toBeLessThan(210);
  }
});
