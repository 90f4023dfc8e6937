import { describe, expect, it } from "vitest";
import { compareArms } from "../../../src/analysis/verdict/arms.ts";
import { parseDocument, parseStoredDocument } from "../../../src/model/document.ts";
import { Report } from "../../../src/model/report.ts";
import { Run } from "../../../src/model/run.ts";
import { makePair, makeRun } from "../../support/runs.ts";
import { RULES, STAMP } from "../analysis/verdict/story.ts";

const RUN = makeRun({ sessions: 1 });
const read = (value: unknown) => parseDocument(Run, JSON.stringify(value), "run.json");
const failing = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    return error as { kind: string; message: string; remedy: string };
  }
  throw new Error("it was read");
};

describe("a document", () => {
  it("is read as it was written", () => expect(read(RUN)).toEqual(RUN));

  it("that was cut short is called incomplete", () => {
    const error = failing(() => parseDocument(Run, JSON.stringify(RUN).slice(0, -10), "run.json"));
    expect(error).toMatchObject({ kind: "usage", remedy: expect.stringContaining("plumbline run") });
    expect(error.message).toMatch(/^run.json is not a complete JSON document: /);
  });

  it("is refused at the field that is wrong, or that nobody knows", () => {
    const plan = { ...RUN.plan, seconds: "eight" };
    expect(failing(() => read({ ...RUN, plan })).message).toMatch(/^run.json: plan.seconds: /);
    expect(failing(() => read({ ...RUN, colour: "blue" })).message).toMatch(
      /^run.json: \(the document\): .*colour/,
    );
  });

  it("of another kind or version is called what it is", () => {
    expect(failing(() => read({ ...RUN, schema: "plumbline.run/7" })).message).toBe(
      "run.json is a run document of version 7; this Plumbline reads version 1",
    );
    expect(failing(() => parseDocument(Report, JSON.stringify(RUN), "x.json"))).toMatchObject({
      message: "x.json is a run document, but a report document is needed here",
      remedy: expect.stringContaining("plumbline compare"),
    });
    expect(failing(() => read({ name: "package" })).message).toMatch(/no document of Plumbline's/);
    const deep = `{"schema": ${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
    expect(failing(() => parseDocument(Report, deep, "x.json")).message).toMatch(
      /no document of Plumbline's/,
    );
    expect(failing(() => read(null)).message).toMatch(/^run.json: /);
  });
});

describe("a document of a newer version", () => {
  const report = compareArms(...makePair({ sessions: 4 }), RULES, STAMP);
  const newer = (metric: string, at: number) => {
    const [first, ...rest] = report.workloads;
    const { changes } = first!;
    const more = [...changes.slice(0, at), { ...changes[0]!, metric }, ...changes.slice(at)];
    return { ...report, later: 1, workloads: [{ ...first!, changes: more }, ...rest] };
  };
  const readStored = (value: unknown) => parseStoredDocument(Report, JSON.stringify(value), "the report");

  it("is read without the fields and metrics that only it knows", () => {
    expect(readStored(newer("joules", 2))).toEqual(report);
    expect(() => parseDocument(Report, JSON.stringify(newer("joules", 2)), "x")).toThrow(/metric|later/);
  });

  it("is refused where it is judged by a metric that only it knows", () => {
    const rules = { ...RULES, gates: [{ metric: "joules", margin: 0.02, floor: null }] };
    const run = JSON.stringify({ ...RUN, rules });
    expect(() => parseStoredDocument(Run, run, "the run")).toThrow(/rules.gates.0.metric/);
  });
});
