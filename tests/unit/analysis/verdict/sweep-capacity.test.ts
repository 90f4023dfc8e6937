/** Capacities that are searched at the points of a sweep: what the sessions of a point found together, and what is said of it. */
import { describe, expect, it } from "vitest";
import { Sweep } from "../../../../src/model/sweep.ts";
import { sweepPage } from "../../../../src/report/html/sweep.ts";
import { renderSweep, sweepCsv } from "../../../../src/report/terminal/sweep.ts";
import { found, HELD, sweepOfCapacities } from "../../../support/sweeps.ts";

const textOf = (sweep: Sweep) => renderSweep(sweep, { colour: false });

describe("capacities at the points of a sweep", () => {
  it("are shown in the unit of what was searched, with an interval", () => {
    const sweep = sweepOfCapacities([found(900), found(910)]);
    expect(Sweep.parse(JSON.parse(JSON.stringify(sweep)))).toEqual(sweep);
    expect(sweep.points[0]!.capacity).toMatchObject({ of: "rate", found: 2, sessions: 2 });
    expect(textOf(sweep)).toMatch(/905\/s +\d+ \.\. \d/);
  });

  it("are open to the side where a session found none, which is said", () => {
    const sweep = sweepOfCapacities([found(900), HELD]);
    expect(textOf(sweep)).toMatch(/900\/s +882 \.\. \? +capacity found in 1 of 2 sessions\n/);
    const [head, row] = sweepCsv(sweep)
      .split("\n")
      .map((line) => line.split(","));
    expect(row![head!.indexOf("capacity")]).toBe("900");
    expect(row![head!.indexOf("capacity-high")]).toBe("");
  });

  it("have a picture with the unit", () => {
    const page = sweepPage(sweepOfCapacities([found(900)], [found(700)]));
    expect(page).toContain("Capacity of select, in events a second</figcaption>");
    expect(page).toContain("capacity, tables 2: 700");
    expect(sweepPage(sweepOfCapacities([HELD], [HELD]))).not.toContain("Capacity of");
  });

  it("say why there is none", () => {
    const text = textOf(sweepOfCapacities([HELD, HELD]));
    expect(text).toContain("capacity not found: 2,000/s held, the largest load that may be tried");
    const beside = textOf(sweepOfCapacities([found(900)], [HELD]));
    expect(beside).toMatch(/900\/s +882 \.\. 918/);
    expect(beside).toContain("capacity not found: 2,000/s held");
  });
});
