import { describe, expect, it } from "vitest";
import { parseConfig } from "../../../src/config/parse.ts";

const file = (command: string, rest = "") => `database:
  deploy:
    command: { start: ./run, url: "postgres://u@127.0.0.1:$PLUMBLINE_PORT/d"${command} }
workloads: [{ name: a, run: oltp_read_only }]
${rest}`;
const rebuildOf = (text: string) => {
  const { deploy } = parseConfig(text, "plumbline.yml").database;
  return deploy.kind === "command" ? deploy.rebuild : null;
};

describe("database.deploy.command.rebuild", () => {
  it("is never, or what is asked for", () => {
    expect(rebuildOf(file(", build: make"))).toBe("never");
    expect(rebuildOf(file(", build: make, rebuild: each-look"))).toBe("each-look");
    expect(rebuildOf(file(", build: make, rebuild: each-session", "measure: { looks: 1 }"))).toBe(
      "each-session",
    );
  });

  it.each([
    [
      file(", rebuild: each-session"),
      "3:88: database.deploy.command.rebuild: each-session builds again, but there is no build command",
    ],
    [
      file(", build: make, rebuild: each-look", "measure: { looks: 1 }"),
      "3:101: database.deploy.command.rebuild: each-look builds again after each `sessions` sessions, and there is one look",
    ],
    [
      file(", build: make, rebuild: each-look", "measure: { mode: history }"),
      "3:101: database.deploy.command.rebuild: each-look builds again after each `sessions` sessions, and there is one look",
    ],
    [
      file(", build: make").replace(
        "workloads",
        "  base:\n    command: { start: x, url: 'postgres://u@h/d', rebuild: each-look }\nworkloads",
      ),
      "5:60: database.base.command.rebuild: each-look builds again, but there is no build command",
    ],
    [
      file(", build: make, rebuild: each-run"),
      "3:101: database.deploy.command.rebuild: expected never, each-look or each-session, got",
    ],
  ])("refuses what makes no sense, with the place", (text, message) => {
    expect(() => parseConfig(text, "plumbline.yml")).toThrow(`plumbline.yml:${message}`);
  });
});
