/** What is withdrawn from the environment of a real process, as a program that it starts sees it. */
import { execFileSync } from "node:child_process";
import path from "node:path";
import { buildSync } from "esbuild";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { environment, OUR_OWN, withdraw, withVariable } from "../../../../src/io/host/environment.ts";
import { sharedFolder } from "../../../support/temporary-folder.ts";

const folder = sharedFolder();
const program = path.join(folder, "program.mjs");

/** Withdraws two variables, and prints what it knows of them, what it inherits to others, and what these find of it in /proc. */
const PROGRAM = `
import { execFileSync } from "node:child_process";
import { environment, withdraw } from "${path.resolve("src/io/host/environment.ts")}";
const why = withdraw(["STORE", "INPUT_A-TOKEN", "NOT_THERE"]);
const child = "env; echo --; tr '\\\\0' '\\\\n' < /proc/$PPID/environ";
const [inherited, shown] = execFileSync("/bin/sh", ["-c", child], { encoding: "utf8" }).split("--\\n");
const { STORE, "INPUT_A-TOKEN": token, OTHER } = environment();
console.log(JSON.stringify({ why, own: { STORE, token, OTHER }, inherited, shown }));
`;

beforeAll(() => {
  buildSync({
    stdin: { contents: PROGRAM, resolveDir: folder },
    bundle: true,
    platform: "node",
    format: "esm",
    outfile: program,
  });
});
afterEach(() => {
  withdraw([]);
  vi.unstubAllEnvs();
});

it.runIf(process.platform === "linux")(
  "is found neither in the environment of what is started, nor in /proc/PID/environ, and is known to us",
  () => {
    const env = {
      STORE: "a=secret=é",
      "INPUT_A-TOKEN": "secret",
      OTHER: "é plain",
      PATH: process.env["PATH"],
    };
    const seen = JSON.parse(execFileSync(process.execPath, [program], { env, encoding: "utf8" }));
    expect(seen).toMatchObject({
      why: null,
      own: { STORE: "a=secret=é", token: "secret", OTHER: "é plain" },
    });
    for (const text of [seen.inherited, seen.shown]) {
      expect(text).not.toContain("secret");
      expect(text).toContain("OTHER=é plain\n");
    }
  },
);

describe("withdraw", () => {
  it("takes the runner's five files, its tokens and ours from what is started", () => {
    for (const name of OUR_OWN) vi.stubEnv(name, "/some/where");
    withdraw(OUR_OWN);
    for (const name of OUR_OWN) {
      expect(process.env).not.toHaveProperty(name);
      expect(environment()[name]).toBe("/some/where");
    }
    for (const name of ["ENV", "PATH", "OUTPUT", "STATE", "STEP_SUMMARY"])
      expect(OUR_OWN).toContain(`GITHUB_${name}`);
  });

  it("is no error where there is nothing to take", () => {
    expect(withdraw(["NOT_THERE"])).toBeNull();
  });

  it("gives a variable back to one call, and takes it again where that fails", () => {
    vi.stubEnv("GITHUB_STATE", "/state");
    withdraw(["GITHUB_STATE"]);
    expect(withVariable("GITHUB_STATE", () => process.env["GITHUB_STATE"])).toBe("/state");
    expect(() =>
      withVariable("GITHUB_STATE", () => {
        throw new Error("full disk");
      }),
    ).toThrow("full disk");
    expect(process.env).not.toHaveProperty("GITHUB_STATE");
    vi.stubEnv("GITHUB_OUTPUT", "/output"); // Not withdrawn: it stays.
    withVariable("GITHUB_OUTPUT", () => undefined);
    expect(process.env["GITHUB_OUTPUT"]).toBe("/output");
  });
});
