/** Builds plumbline-load under the address and undefined-behaviour sanitizers, where it is not there yet. */
import { execFileSync } from "node:child_process";
import path from "node:path";

/** Vitest calls it before the first file of the project. */
export default function build(): void {
  const native = path.resolve(import.meta.dirname, "../../../runner-native");
  execFileSync("make", ["-s", "-j2", "-C", native, "asan", "GOAL=all"], {
    stdio: ["ignore", "ignore", "inherit"],
  });
}
