/** What YAML has beside plain values: aliases, merge keys, fields of the user's own, and more text than anybody means. */
import { describe, expect, it } from "vitest";
import { parseConfig } from "../../../src/config/parse.ts";

const DATABASE = "database: { deploy: { local: {} } }\n";

describe("plumbline.yml", () => {
  it("merges what was marked before, its own fields first", () => {
    const { workloads } = parseConfig(
      `x-common: &common { threads: 2, tables: 1 }
${DATABASE}workloads:
  - { name: a, run: oltp_point_select, options: { <<: *common, tables: 4 } }
  - name: b
    run: oltp_read_only
    options:
      <<: *common
      table-size: 200
`,
      "p.yml",
    );
    expect(workloads.map(({ options }) => options)).toEqual([
      { threads: 2, tables: 4 },
      { threads: 2, tables: 1, "table-size": 200 },
    ]);
  });

  it("leaves fields that begin with x- at the top to their owner, and nowhere else", () => {
    const text = `${DATABASE}x-note: whatever\nworkloads: [{ name: a, run: oltp_point_select, x-y: 1 }]\n`;
    expect(() => parseConfig(text, "p.yml")).toThrow(/^p.yml:3:\d+: unknown field "x-y" in workloads.0; /);
  });

  it("still names the place of what was merged wrongly", () => {
    const text = `x-c: &c { thread: [2] }\n${DATABASE}workloads:\n  - { name: a, run: r, options: { <<: *c } }\n`;
    expect(() => parseConfig(text, "p.yml")).toThrow(/^p.yml:4:\d+: workloads.0.options.thread: /);
  });

  it.each([
    ["at the top", `__proto__: { polluted: 1 }\n${DATABASE}workloads: [{ name: a, run: r }]\n`],
    ["in a workload", `${DATABASE}workloads: [{ name: a, run: r, __proto__: { polluted: 1 } }]\n`],
    [
      "merged",
      `x-c: &c { __proto__: { polluted: 1 } }\n${DATABASE}workloads: [{ name: a, run: r, <<: *c }]\n`,
    ],
  ])("takes no prototype for a field: %s", (_, text) => {
    expect(() => parseConfig(text, "p.yml")).toThrow(/unknown field "__proto__"/);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it("takes none for an option either, and a constructor for an option like any", () => {
    const text = `${DATABASE}workloads: [{ name: a, run: r, options: { __proto__: 1, constructor: 2 } }]\n`;
    const [workload] = parseConfig(text, "p.yml").workloads;
    expect(Object.keys(workload!.options).sort()).toEqual(["constructor"]);
    expect(Object.getPrototypeOf(workload!.options)).toBe(Object.prototype);
  });

  const many = (count: number) =>
    `${DATABASE}workloads:\n${Array.from({ length: count }, (_, i) => `  - { name: w${i}, run: r }\n`).join("")}`;

  it("has at most 500 workloads", () => {
    expect(parseConfig(many(500), "p.yml").workloads).toHaveLength(500);
    expect(() => parseConfig(many(501), "p.yml")).toThrow(/^p.yml:3:3: workloads: at most 500 workloads/);
  });

  it("is refused unread where it is longer than a megabyte", () => {
    expect(() => parseConfig(many(200_000), "p.yml")).toThrow(
      /^p.yml has 5.\d MB, and a config file at most 1 MB$/,
    );
  });

  it("reads as many mistakes as fit in one go, and says the first", () => {
    expect(() => parseConfig(`${"&a ".repeat(330_000)}x`, "p.yml")).toThrow(
      /^p\.yml:1:4: A node can have at most one anchor$/,
    );
  });
});
