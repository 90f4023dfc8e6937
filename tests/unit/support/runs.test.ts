import { decodeFromCompressedBase64 } from "hdr-histogram-js";
import { expect, test } from "vitest";
import { parseDocument } from "../../../src/model/document.ts";
import { Run } from "../../../src/model/run.ts";
import { makePair, makeRun } from "../../support/runs.ts";

test("a made-up run is valid and survives JSON", () => {
  const run = makeRun({ seed: 7 });
  expect(parseDocument(Run, JSON.stringify(run), "run")).toEqual(run);
});

test("the seed decides everything", () => {
  expect(makeRun({ seed: 3 })).toEqual(makeRun({ seed: 3 }));
  expect(makeRun({ seed: 3 })).not.toEqual(makeRun({ seed: 4 }));
});

test("histogram, slices and counts of a session agree", () => {
  for (const { sessions } of makeRun().workloads) {
    for (const { latency, events, slices } of sessions) {
      expect(decodeFromCompressedBase64(latency.histogram).totalCount).toBe(events);
      expect(latency.count).toBe(events);
      expect(slices.events.reduce((a, b) => a + b)).toBe(events);
    }
  }
});

test("a pair shares its measurement and carries the change", () => {
  const [base, head] = makePair({ sessions: 2 }, -0.5);
  expect(head.measurement).toEqual({ ...base.measurement, arm: "head" });
  const [first] = base.workloads[0]!.sessions;
  const [second] = head.workloads[0]!.sessions;
  expect(second!.events / first!.events).toBeCloseTo(Math.exp(-0.5), 1);
});
