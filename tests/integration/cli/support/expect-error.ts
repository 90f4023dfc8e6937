import { expect } from "vitest";
import type { Ending } from "./sandbox.ts";

/** Nothing on standard output, and as the last lines of standard error one cause and one remedy. */
export function expectError(
  { code, stdout, stderr }: Ending,
  kind: number,
  cause: string | RegExp,
  remedy: string,
): void {
  expect({ code, stdout }, stderr).toEqual({ code: kind, stdout: "" });
  const [said, hint, ...more] = stderr.slice(stderr.indexOf("plumbline: ")).split(/\n {2}remedy: /);
  expect(said).toMatch(cause);
  expect(hint).toContain(remedy);
  expect(more).toEqual([]);
}
