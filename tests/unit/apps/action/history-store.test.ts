import { tmpdir } from "node:os";
import { describe, expect, it } from "vitest";
import { doubtOfStore } from "../../../../src/apps/action/history-store.ts";
import { parseConfig } from "../../../../src/config/parse.ts";

const configWith = (more: string) =>
  parseConfig(
    `database: { deploy: { local: {} } }\nworkloads: [{ name: a, run: oltp_read_only }]\n${more}`,
    "x",
  );

const asked = (store: string | null = null, mode?: "history" | "side-by-side") => ({
  cwd: tmpdir(),
  store,
  overrides: mode === undefined ? {} : { mode },
});

describe("in history mode", () => {
  it.each([
    ["by the config", "measure: { mode: history }", asked()],
    ["by the input", "", asked(null, "history")],
  ] as const)("an empty secret is an error: %s", (_by, more, invocation) => {
    expect(() => doubtOfStore(configWith(more), invocation)).toThrow(
      expect.objectContaining({ kind: "usage", remedy: expect.stringContaining("Dependabot") }),
    );
  });

  it("a folder that is not there is a doubt", () => {
    const config = configWith("store: file:nowhere-at-all\nmeasure: { mode: history }");
    expect(doubtOfStore(config, asked())?.why).toContain("file:nowhere-at-all is not there yet");
  });

  it("a store that is there, or on a server, is none", () => {
    const config = configWith("measure: { mode: history }");
    expect(doubtOfStore(config, asked(`file:${tmpdir()}`))).toBeNull();
    expect(doubtOfStore(config, asked("postgres://db/plumbline"))).toBeNull();
  });
});

it("side by side needs no store", () => {
  expect(doubtOfStore(configWith(""), asked())).toBeNull();
  expect(doubtOfStore(configWith("measure: { mode: history }"), asked(null, "side-by-side"))).toBeNull();
});
