import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { assureCpus, ofCpus } from "../../../../../src/io/database/docker/cpus.ts";
import { PlumblineError } from "../../../../../src/model/errors.ts";

it("refuses a process that may run elsewhere", () => {
  const [, allowed = ""] =
    /^Cpus_allowed_list:\s*(\S+)$/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
  expect(() => assureCpus(process.pid, allowed)).not.toThrow();
  const [first = ""] = allowed.split(/[-,]/);
  expect(() => assureCpus(process.pid, `${first},${allowed}`)).not.toThrow();
  expect(() => assureCpus(process.pid, "4000-4001")).toThrow(/but 4000-4001 was asked for/);
});

it.each([
  "docker create: Error response from daemon: Requested CPUs are not available - requested 9, available: 0-1",
  "podman start: crun: write to cpuset.cpus: Permission denied: OCI permission denied",
])("says what to do where the engine cannot give the CPUs: %s", (words) => {
  const refusal = new PlumblineError("target", words, { remedy: "see its output" });
  expect(ofCpus(refusal, "9")).toMatchObject({
    kind: "target",
    message: words,
    remedy: expect.stringMatching(/^name CPUs in database\.deploy\.docker\.cpus .*, not 9$/),
  });
});

it("leaves an error as it is that has nothing to do with CPUs, or where none were asked for", () => {
  const other = new PlumblineError("target", "docker create: no such image", { remedy: "see its output" });
  expect(ofCpus(other, "9")).toBe(other);
  const unasked = new PlumblineError("target", "runc: cpuset: no such file", { remedy: "see its output" });
  expect(ofCpus(unasked, null)).toBe(unasked);
});
