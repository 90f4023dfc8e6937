/** `describe`: the catalogue and single invocations as JSON, as docs/schema/describe.schema.json states them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { beforeAll, describe, expect, it } from "vitest";
import { type Line, runLoad } from "./support/plumbline-load.ts";

const schema = join(import.meta.dirname, "../../docs/schema/describe.schema.json");
const validate = new Ajv({ allErrors: true, strict: false }).compile(
  JSON.parse(readFileSync(schema, "utf8")),
);

async function print(...args: readonly string[]): Promise<Line> {
  const done = await runLoad([...args, "describe"]);
  expect(done.stderr).toBe("");
  expect(done.code).toBe(0);
  const value = JSON.parse(done.stdout);
  expect(validate(value), JSON.stringify(validate.errors)).toBe(true);
  return value;
}

/** As on a command line. */
const argumentsOf = (options: Readonly<Record<string, unknown>>) =>
  Object.entries(options).map(([name, value]) => {
    const text = typeof value === "boolean" ? (value ? "on" : "off") : String(value);
    return `--${name}=${text}`;
  });

const by = (list: readonly Line[], name: string): Line => list.find((each) => each["name"] === name)!;

let catalog: Line;

beforeAll(async () => {
  catalog = await print();
});

describe("the catalogue", () => {
  it("has what --help has", async () => {
    const help = (await runLoad(["--help"])).stdout;
    const listed = (title: string) =>
      new RegExp(`\\n${title}:\\n([\\s\\S]*?)\\n\\n`)
        .exec(help)![1]!
        .match(/^ {2}[\w-]+/gm)!
        .map((name) => name.trim());
    const names = (list: readonly Line[]) => list.map(({ name }) => name);
    expect(names(catalog["commands"])).toEqual(listed("Commands"));
    expect(names(catalog["workloads"])).toEqual(listed("Workloads"));
    expect(names(catalog["dialects"])).toEqual(listed("Dialects"));
    const options = help.match(/^ {2}--[\w-]+/gm)!.map((name) => name.trim().slice(2));
    expect(new Set(names(catalog["options"]))).toEqual(new Set(options));
    expect(catalog["options"]).toHaveLength(options.length);
  });

  it("puts each workload into one family, whose loader is one of its own", () => {
    for (const { name, family } of catalog["workloads"]) {
      expect(by(catalog["families"], family)["workloads"]).toContain(name);
    }
    for (const { loader, workloads } of catalog["families"]) expect(workloads).toContain(loader);
    expect(catalog["families"].flatMap(({ workloads }: Line) => workloads)).toHaveLength(
      catalog["workloads"].length,
    );
  });

  it("says where an option has another default", () => {
    expect(by(catalog["options"], "serial-cache-size")).toMatchObject({
      type: "integer",
      default: 0,
      defaults: [
        { dialect: "yugabytedb", value: 1000 },
        { compat: "yugabyte", value: 1000 },
      ],
      shapes: "data",
      owner: null,
    });
    expect(by(catalog["options"], "auto-inc")["defaults"]).toContainEqual({
      dialect: "risingwave",
      value: false,
    });
    expect(by(catalog["options"], "batch-insert-count")["defaults"]).toEqual([
      { workload: "bulk_insert", value: 25000 },
    ]);
    expect(by(catalog["options"], "dialect")["defaults"]).toContainEqual({
      compat: "yugabyte",
      value: "yugabytedb",
    });
  });

  it("says what a value may be, of which family the option is, and who gives it", () => {
    expect(by(catalog["options"], "batch")).toMatchObject({
      min: 1,
      max: 2048,
      families: ["kv"],
      shapes: "run",
    });
    expect(by(catalog["options"], "read-percent")["families"]).toEqual([
      "sbtest",
      "bulk",
      "kv",
      "sql_inserts",
    ]);
    expect(by(catalog["options"], "stationary")["families"]).toEqual(["sbtest", "bulk", "kv"]);
    expect(by(catalog["options"], "rand-type")).toMatchObject({
      families: null,
      choices: expect.arrayContaining(["pareto"]),
    });
    expect(by(catalog["options"], "slice")).toMatchObject({
      type: "duration",
      unit: "ms",
      default: 50,
      owner: "harness",
    });
    expect(by(catalog["options"], "pgsql-password")).toMatchObject({
      shapes: "neither",
      owner: "harness",
      shown: "nothing",
    });
    expect(catalog["old_names"]).toContainEqual({ name: "max-time", option: "time" });
  });
});

describe("an invocation", () => {
  it("is of the schema for every workload in every dialect that has it", async () => {
    for (const { name } of catalog["workloads"]) {
      for (const dialect of catalog["dialects"]) {
        const args = [`--dialect=${dialect.name}`, "--skip-trx"];
        const done = await runLoad([...args, name, "describe"]);
        if (done.code === 2) continue; // oltp_multi_value_insert where no server makes ids.
        const value = JSON.parse(done.stdout);
        expect(validate(value), `${name} ${dialect.name}: ${JSON.stringify(validate.errors)}`).toBe(true);
        expect(value).toMatchObject({
          workload: name,
          dialect: dialect.name,
          family: by(catalog["workloads"], name)["family"],
        });
      }
    }
  });

  it("settles defaults as run does", async () => {
    const { options, dialect } = await print("--compat=yugabyte", "oltp_insert");
    expect(dialect).toBe("yugabytedb");
    expect(options).toMatchObject({
      "serial-cache-size": 1000,
      "index-timing": "first",
      "load-method": "copy-text",
    });
    expect(options).not.toHaveProperty("pgsql-password");
  });

  it("hides the passwords of URLs", async () => {
    const done = await runLoad(["--pgsql-url=postgres://me:secret@127.0.0.1/x", "oltp_insert", "describe"]);
    expect(done.stdout).toContain("postgres://me:***@127.0.0.1/x");
    expect(done.stdout).not.toContain("secret");
  });

  it("names the tables that cleanup drops, and their rows", async () => {
    const tables = async (...args: readonly string[]) =>
      (await print(...args))["tables"].map(({ name, rows }: Line) => `${name} ${rows}`);
    expect(await tables("--tables=3", "--table-size=7", "oltp_read_only")).toEqual([
      "sbtest1 7",
      "sbtest2 7",
      "sbtest3 7",
    ]);
    expect(await tables("--tables=3", "select_random_points")).toEqual(["sbtest1 10000"]);
    expect(await tables("--threads=2", "--shard=2/2", "bulk_insert")).toHaveLength(4);
    expect(await tables("--table-name=mine", "--max-written-key=5", "sql_inserts")).toEqual(["mine 5"]);
    expect(await tables("--insert-count=9", "kv")).toEqual(["kv 9"]);
    for (const [workload, ...more] of [
      ["oltp_read_only", "--tables=2"],
      ["bulk_insert", "--tables=2"],
      ["kv"],
      ["sql_inserts"],
    ] as const) {
      const sql = (await runLoad([...more, "--threads=2", workload, "sql"])).stdout;
      const dropped = [...sql.matchAll(/^DROP TABLE IF EXISTS (\w+);$/gm)].map(([, name]) => name);
      const { tables: named } = await print(...more, "--threads=2", workload);
      expect(named.map(({ name }: Line) => name)).toEqual(dropped);
    }
  });

  it("has the kinds of events and statements that the options leave", async () => {
    const kv = await print("--read-percent=95", "--insert-count=10", "kv");
    expect(kv["events"]).toEqual([
      { name: "read", statements: ["kv_read"] },
      { name: "write", statements: ["kv_write"] },
    ]);
    expect(by(catalog["workloads"], "kv")["events"]).toHaveLength(5);
    const multi = await print("--threads=4", "--shard=1/3", "--db-ps-mode=disable", "oltp_multi_insert");
    expect(multi["lanes"]).toBe(12);
    expect(by(multi["statements"], "insert_prepared")).toEqual({
      name: "insert_prepared",
      is_write: true,
      is_per_table: true,
      is_text: true,
      parameters: ["int4", "varchar", "varchar"],
    });
  });
});

describe("the data of an invocation", () => {
  const data = async (...args: readonly string[]) => {
    const { data, drift } = await print(...args);
    return { data, drift };
  };

  it("are the same for workloads on the same tables, and differ with what shapes them", async () => {
    const one = await data("--tables=4", "oltp_read_only");
    expect(await data("--tables=4", "--threads=9", "--range-size=5", "--rand-seed=3", "oltp_join")).toEqual(
      one,
    );
    expect((await data("--tables=5", "oltp_join")).data).not.toEqual(one.data);
    expect((await data("--tables=4", "--dialect=cockroachdb", "oltp_join")).data).not.toEqual(one.data);
    expect((await data("--tables=4", "--compat=sysbench-1.0.20", "oltp_join")).data).not.toEqual(one.data);
    expect((await data("--tables=4", "--stationary", "bulk_insert")).data).not.toEqual(one.data);
    expect((await data("--insert-count=1", "kv")).data).not.toEqual(
      (await data("--insert-count=2", "kv")).data,
    );
  });

  it.each([
    "oltp_insert",
    "oltp_delete",
    "bulk_insert",
    "oltp_multi_insert",
    "oltp_multi_value_insert",
    "kv",
    "sql_inserts",
    "ycsb_d",
    "ycsb_e",
  ])("of %s drift", async (workload) => {
    const { data: own, drift } = await data(workload);
    expect(drift).toMatch(/./);
    expect(own["loader"]).toBe(workload);
  });

  it("count the tables of each connection", async () => {
    const threads = async (...args: readonly string[]) =>
      (await data("--stationary", ...args, "bulk_insert")).data["options"]["threads"];
    expect(await threads("--threads=3")).toBe(3);
    expect(await threads("--threads=3", "--shard=2/2")).toBe(6);
  });

  it("make the same tables, given to the loader as options", async () => {
    const invocations = [
      ["--tables=3", "--table-size=500", "--secondary", "--rand-type=pareto", "oltp_update_index"],
      ["--auto-inc=off", "oltp_insert"],
      ["--create-table-options=WITH (fillfactor = 90)", "--stationary", "--threads=3", "bulk_insert"],
      ["--dialect=yugabytedb", "--insert-count=100", "--splits=4", "--read-percent=100", "kv"],
      ["--max-written-key=5000000", "--num-unique-keys=6000000", "--uuid=ab", "--read-only", "sql_inserts"],
      ["--compat=risingwave", "--table-size=9", "select_one"],
      ["--record-count=500", "--field-count=4", "--request-distribution=uniform", "ycsb_c"],
    ];
    for (const args of invocations) {
      const asked = await print(...args);
      const { loader, options } = asked["data"];
      const loaded = await print(...argumentsOf(options), loader);
      expect(loaded["tables"]).toEqual(asked["tables"]);
      expect(loaded["data"]["options"]).toEqual(options);
      const made = async (words: readonly string[]) =>
        /^-- prepare\n[\s\S]*?(?=^-- run)/m.exec((await runLoad([...words, "sql"])).stdout)![0];
      expect(await made([...argumentsOf(options), loader])).toBe(await made(args));
    }
  });
});
