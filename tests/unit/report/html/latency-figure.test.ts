import { describe, expect, it } from "vitest";
import { latencyFigure } from "../../../../src/report/html/latency-figure.ts";
import { makeCurve, makeReport } from "../../../support/reports.ts";

const workloadWith = (curves: Parameters<typeof latencyFigure>[0]["curves"]) => ({
  ...makeReport({ workloads: [{ name: "<a>", changes: [{ metric: "p99" }] }] }).workloads[0]!,
  curves,
});

describe("the latency curves", () => {
  it("are none where no arm has one, or only one point", () => {
    expect(latencyFigure(workloadWith({ base: null, head: null }))).toBeNull();
    expect(latencyFigure(workloadWith({ base: { quantiles: [0.5], ns: [7] }, head: null }))).toBeNull();
  });

  it("say what people ask for in words, and escape the name", () => {
    const { html } = latencyFigure(workloadWith({ base: makeCurve(1), head: makeCurve(2) }))!;
    expect(html).toContain("<title>Latency curves of &lt;a&gt;</title>");
    expect(html).toMatch(/<desc>base: p50 [^;]+, p99\.9 [^;]+; head: p50 [^;]+\.<\/desc>/);
  });

  it("put the slower arm above, and what has no place on the axes nowhere", () => {
    const quantiles = [0, 0.5, 0.9, 0.99, 1];
    const curve = (scale: number) => ({ quantiles, ns: [0, 10, 20, 40, 80].map((ns) => scale * ns * 1000) });
    const { html } = latencyFigure(workloadWith({ base: curve(1), head: curve(2) }))!;
    const paths = [...html.matchAll(/<path class="(?:curve )?(base|head)[^"]*" d="([^"]+)"/g)];
    expect(paths.map(([, arm]) => arm)).toEqual(["base", "head"]);
    const firstY = (path: string) => Number(/^M[\d.]+ ([\d.]+)/.exec(path)![1]);
    expect(firstY(paths[1]![2]!)).toBeLessThan(firstY(paths[0]![2]!));
    expect(html).not.toMatch(/NaN|Infinity/);
  });
});
