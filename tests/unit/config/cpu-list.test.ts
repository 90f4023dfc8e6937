import { describe, expect, it } from "vitest";
import { parseCpuList } from "../../../src/config/cpu-list.ts";
import { parseConfig } from "../../../src/config/parse.ts";

it("reads lists of CPUs as the kernel writes them", () => {
  expect(parseCpuList("6,2-4")).toEqual([2, 3, 4, 6]);
  expect(parseCpuList("0")).toEqual([0]);
});

it("counts a CPU once that a list names twice, as the kernel does", () => {
  expect(parseCpuList("1,1,0-2")).toEqual([0, 1, 2]);
});

describe("database.deploy.docker.cpus", () => {
  const parsed = (cpus: string) =>
    parseConfig(
      `database:
  deploy:
    docker:
      image: postgres:17
      cpus: ${cpus}
      url: postgres://u@$PLUMBLINE_HOST:$PLUMBLINE_PORT/d
workloads:
  - { name: reads, run: oltp_read_only }
`,
      "plumbline.yml",
    );

  it.each(["2-3,6", '"0"', "0-0", '"1,1"', "0-8191"])("takes %s", (cpus) => {
    expect(() => parsed(cpus)).not.toThrow();
  });

  it.each([
    ['"3-1"', 'expected ranges from low to high (1-3), got "3-1"'],
    ["0,7-6,2", 'expected ranges from low to high (6-7), got "0,7-6,2"'],
    ["0-", 'expected numbers and ranges of CPUs such as 2-3,6, got "0-"'],
    ['",1"', 'expected numbers and ranges of CPUs such as 2-3,6, got ",1"'],
    ['"0, 1"', 'expected numbers and ranges of CPUs such as 2-3,6, got "0, 1"'],
    ['""', 'expected numbers and ranges of CPUs such as 2-3,6, got ""'],
    ["0-99999999999", 'expected numbers of CPUs up to 8191, got "0-99999999999"'],
    ["3", "expected a text, got 3: put quotes around it"],
  ])("refuses %s with the place", (cpus, message) => {
    expect(() => parsed(cpus)).toThrow(`plumbline.yml:5:13: database.deploy.docker.cpus: ${message}`);
  });
});
