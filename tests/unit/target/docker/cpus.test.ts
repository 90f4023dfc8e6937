import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { assureCpus, cpusOf } from "../../../../src/target/docker/cpus.ts";

it("reads lists of CPUs as the kernel writes them", () => {
  expect(cpusOf("6,2-4")).toEqual([2, 3, 4, 6]);
  expect(cpusOf("0")).toEqual([0]);
});

it("refuses a process that may run elsewhere", () => {
  const [, allowed = ""] =
    /^Cpus_allowed_list:\s*(\S+)$/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
  expect(() => assureCpus(process.pid, allowed)).not.toThrow();
  expect(() => assureCpus(process.pid, "4000-4001")).toThrow(/and 4000-4001 was asked for/);
});
