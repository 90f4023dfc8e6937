import { expect, test } from "vitest";
import { busyBetween, busyCpus, machineFacts, machineState } from "../../../../src/io/host/machine.ts";
import { Environment } from "../../../../src/model/run.ts";

test("the machine's facts are those that an environment wants", () => {
  const facts = machineFacts({});
  const { shape } = Environment.unwrap();
  for (const name of ["cpuModel", "cpuCount", "memoryBytes", "kernel", "runner"] as const) {
    expect(shape[name].parse(facts[name]), name).toBe(facts[name]);
  }
  expect(facts.cpuModel).not.toBe("");
  expect(facts.memoryBytes).toBeGreaterThan(2 ** 20);
  expect(machineFacts({})).toEqual(facts);
});

test.each([
  [{}, ""],
  [{ RUNNER_NAME: "bench-1", RUNNER_ENVIRONMENT: "self-hosted" }, "bench-1"],
  // A hosted runner has another name in each job, and would never be compared with itself.
  [
    { RUNNER_NAME: "GitHub Actions 1000117", RUNNER_ENVIRONMENT: "github-hosted", ImageOS: "ubuntu24" },
    "ubuntu24",
  ],
  [{ PLUMBLINE_RUNNER: "lab", RUNNER_NAME: "bench-1" }, "lab"],
])("with %j the runner is called %j", (env, label) => {
  expect(machineFacts(env).runner).toBe(label);
});

test("its state is read where the system tells, and null where not", () => {
  const state = machineState(".");
  expect(state.loadAverage).toBeGreaterThanOrEqual(0);
  expect(state.freeDiskBytes).toBeGreaterThan(0);
  expect(machineState("/no/such/folder").freeDiskBytes).toBeNull();
});

test("busy CPUs are what was not idle between two looks", async () => {
  const at = (user: number, idle: number) => ({ times: { user, nice: 0, sys: 0, irq: 0, idle } });
  expect(busyBetween([at(10, 90), at(0, 100)], [at(60, 140), at(0, 200)])).toBeCloseTo(0.5);
  expect(busyBetween([at(10, 90)], [at(110, 90)])).toBeCloseTo(1);
  // Nothing counted yet, and a CPU that came meanwhile.
  expect(busyBetween([at(10, 90)], [at(10, 90), at(5, 5)])).toBe(0);
  const busy = await busyCpus(50);
  expect(busy).toBeGreaterThanOrEqual(0);
  expect(busy).toBeLessThanOrEqual(machineFacts({}).cpuCount + 1);
});
