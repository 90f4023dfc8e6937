/** The order of text of servers that Plumbline makes: by libc, and by ICU where a PostgreSQL has it. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Report } from "../../../src/model/report.ts";
import type { Run } from "../../../src/model/run.ts";
import { Sandbox } from "../cli/support/sandbox.ts";

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = new Sandbox();
  sandbox.write(
    "db/1.sql",
    `CREATE TABLE item (id int PRIMARY KEY, sku char(12), name text);
INSERT INTO item SELECT i, 'sku ' || i, md5(i::text) FROM generate_series(1, 30000) i;
CREATE INDEX item_sku ON item (sku);
CREATE INDEX item_name ON item (name text_pattern_ops);
`,
  );
  sandbox.write(
    "bench/find.sql",
    "\\set at random(10, 99)\nSELECT count(*) FROM item WHERE name LIKE 'a:at%';\n",
  );
});
afterEach(async () => {
  const left = await sandbox.leftovers();
  await sandbox.close();
  expect(left).toEqual([]);
});

const config = (local: string) => `suite: items
database: { deploy: { local: ${local} }, setup: [db/*.sql] }
workloads: [{ name: find, script: bench/find.sql }]
measure: { cause: 0s, looks: 1, preflight: off, warmup: 0.1 }
gates: { qps: 50%, server-cpu: false, p99: false }
`;
const QUICK = ["--sessions", "4", "--seconds", "0.4"];

describe("replacing an index of text_pattern_ops by a plain one", () => {
  const compared = async (local: string) => {
    sandbox.write("plumbline.yml", config(local));
    sandbox.commit("before");
    sandbox.write("db/2.sql", "DROP INDEX item_name; CREATE INDEX item_name ON item (name);\n");
    sandbox.commit("a plain index");
    const ending = await sandbox.run(["check", "--base", "HEAD~1", ...QUICK]);
    const report = sandbox.json<Report>("plumbline-out/report.json");
    const qps = report.workloads[0]!.changes.find(({ metric }) => metric === "qps")!;
    return { ...ending, report, verdict: qps.verdict.kind };
  };

  it("changes nothing under C, and a file that names no locale is told so", async () => {
    const { code, stderr, report, verdict } = await compared("{}");
    expect(code, stderr).toBe(0);
    expect(verdict).not.toBe("regressed");
    const [said] = report.warnings.filter((each) => each.code === "locale-assumed");
    expect(said!.message).toContain("statements depend on the order of text: item.name (LIKE).");
    expect(sandbox.json<Run>("plumbline-out/run.json").environment.settings["locale"]).toBeUndefined();
  });

  // C.utf8 is in every glibc of these years, and to PostgreSQL it is a locale like any other.
  it("is a regression under a locale, which the run names", async () => {
    const { code, stderr, report, verdict } = await compared("{ locale: C.utf8 }");
    expect(code, stderr).toBe(1);
    expect(verdict).toBe("regressed");
    expect(report.warnings.filter((each) => each.code === "locale-assumed")).toEqual([]);
    expect(sandbox.json<Run>("plumbline-out/run.json").environment.settings["locale"]).toBe("C.utf8");
  });

  it("is a regression under ICU", async () => {
    const { code, stderr, verdict } = await compared("{ locale: { provider: icu, name: en-US } }");
    expect(code, stderr).toBe(1);
    expect(verdict).toBe("regressed");
    expect(sandbox.json<Run>("plumbline-out/run.json").environment.settings["locale"]).toBe("icu en-US");
  });
});

it("of which this machine has none is refused, with what makes one", async () => {
  sandbox.write("plumbline.yml", config("{ locale: xx_XX.utf8 }"));
  sandbox.commit("all");
  const { code, stderr } = await sandbox.run(["check", "--base", "HEAD", ...QUICK]);
  expect(code).toBe(2);
  expect(stderr).toContain('invalid locale name "xx_XX.utf8"');
  expect(stderr).toContain("sudo locale-gen xx_XX.UTF-8");
  expect(stderr).toContain("{ provider: icu, name: xx-XX }");
});

it("names the index that another type keeps from being used, in a check and in a trial", async () => {
  sandbox.write(
    "bench/find.sql",
    "\\set at random(1, 30000)\nSELECT name FROM item WHERE sku = concat('sku ', :at) OR id = 5;\nSELECT name FROM item WHERE id = :at * 1.0;\n",
  );
  sandbox.write("plumbline.yml", config("{ locale: C }"));
  sandbox.commit("all");
  const { code, stderr } = await sandbox.run(["check", "--base", "HEAD", ...QUICK]);
  expect(code, stderr).toBe(0);
  const { warnings } = sandbox.json<Report>("plumbline-out/report.json");
  const said = warnings.filter((each) => each.code === "index-unusable").map(({ message }) => message);
  expect(said).toEqual([
    expect.stringMatching(
      /^find reads all of item, whatever changes: SELECT .* compares sku, which is character\(12\), as text, so item_sku is not used$/,
    ),
    expect.stringMatching(/compares id, which is integer, as numeric, so item_pkey is not used$/),
  ]);
  const { stdout } = await sandbox.run(["try", "--base", "HEAD"]);
  expect(stdout).toContain("compares sku, which is character(12), as text, so item_sku is not used");
});
