import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, it } from "vitest";
import { planFiles } from "../../../../src/pipeline/cluster/plan-files.ts";
import { sharedFolder } from "../../../support/temporary-folder.ts";

const folder = sharedFolder();
beforeAll(() => {
  mkdirSync(path.join(folder, "sql"));
  writeFileSync(path.join(folder, "sql/a.sql"), "SELECT 1;\n");
});

const config = (workload: string, database = "deploy: { url: postgres://u@h/d }") =>
  `suite: s\ndatabase: { ${database} }\nworkloads: [{ name: w, ${workload} }]\n`;

/** @param read files that the load generator would find in the scripts */
async function filesOf(text: string, shards = 1, read: readonly string[] = []) {
  writeFileSync(path.join(folder, "load.yml"), text);
  const describe = async () => ({
    lanes: 1,
    options: [],
    events: [],
    files: read.map((file) => path.join(folder, file)),
  });
  return await planFiles(folder, "load.yml", shards, async () => ({ describe }) as never);
}

it("takes the scripts along, each once, at its path", async () => {
  const text = config("script: [{ file: ./sql/a.sql, weight: 2 }, { file: ./sql/a.sql, weight: 1 }]");
  expect(await filesOf(text)).toEqual([
    { path: "plumbline.yml", text },
    { path: "sql/a.sql", text: "SELECT 1;\n" },
  ]);
});

it("takes along what the scripts read, and asks for it only where a script may read something", async () => {
  writeFileSync(path.join(folder, "sql/copy.sql"), "\\copy item FROM 'rows.csv'\n");
  writeFileSync(path.join(folder, "sql/values.sql"), "-- plumbline: values ../ids.csv as id\nSELECT :id;\n");
  writeFileSync(path.join(folder, "sql/rows.csv"), "1,größe\n");
  writeFileSync(path.join(folder, "ids.csv"), "1\n");
  const read = ["sql/rows.csv", "sql/../ids.csv"];
  for (const script of ["sql/copy.sql", "sql/values.sql"]) {
    const [, ...files] = await filesOf(config(`script: ${script}`), 1, read);
    expect(files.slice(1)).toEqual([
      { path: "ids.csv", text: "1\n" },
      { path: "sql/rows.csv", text: "1,größe\n" },
    ]);
  }
  expect(await filesOf(config("script: sql/a.sql"), 1, read)).toHaveLength(2);
});

it.each([
  ["a path above", "../rows.csv", "../rows.csv, which a script reads, cannot have that path in the pods"],
  ["no text", "sql/latin.csv", "sql/latin.csv, which a script reads, is not UTF-8"],
])("refuses what a script reads from %s", async (_, file, says) => {
  writeFileSync(path.join(folder, "sql/read.sql"), "\\copy item FROM 'x'\n");
  writeFileSync(path.join(folder, "sql/latin.csv"), Buffer.from("gr\xf6\xdfe\n", "latin1"));
  await expect(filesOf(config("script: sql/read.sql"), 1, [file])).rejects.toThrow(says);
});

it.each([
  ["no url", config("run: oltp_point_select", "deploy: { local: {} }"), "database.deploy is not a url"],
  [
    "set-up",
    config("run: kv", "deploy: { url: postgres://u@h/d }, setup: [a.sql]"),
    "database.setup would run",
  ],
  ["a password", config("run: kv", "deploy: { url: 'postgres://u:geheim@h/d' }"), "has a password"],
  ["a path above", config("script: ../a.sql"), "the script ../a.sql cannot have that path"],
  ["no such script", config("script: sql/b.sql"), "cannot read the script"],
  ["its own name", config("script: ./plumbline.yml"), "cannot have that path"],
  ["too much", `${config("run: kv")}${"# x\n".repeat(200_000)}`, undefined],
])("refuses %s", async (_, text, says) => {
  const read = filesOf(text);
  if (says === undefined) return expect((await read)[0].text).toBe(text);
  await expect(read).rejects.toThrow(says);
  await expect(filesOf(text)).rejects.not.toThrow(/geheim/);
});

it.each([
  [
    "connections that are no equal parts",
    config("run: kv, options: { threads: 16 }"),
    {
      message: "workload w: 16 connections (threads) cannot be split evenly among 3 shards",
      remedy: "set threads to 15 or 18",
    },
  ],
  [
    "the one connection that is the default",
    config("run: kv"),
    {
      message: "workload w: 1 connection (threads) cannot be split evenly among 3 shards",
      remedy: "set threads to 3",
    },
  ],
  [
    "what each shard has of its own",
    config("run: kv, options: { threads: 3, start_at: 5 }"),
    { message: "workload w: start-at is each shard's own" },
  ],
  [
    "a capacity",
    config("run: kv, options: { threads: 3 }, capacity: { limits: { p99: 5ms } }"),
    { message: "workload w: a capacity is searched from one machine" },
  ],
  [
    "a timeline",
    config("run: kv, options: { threads: 3 }, timeline: { disruptions: [{ sql: VACUUM }] }"),
    { message: "workload w: a timeline is played from one machine" },
  ],
  [
    "a base that is no url",
    config("run: kv, options: { threads: 3 }", "deploy: { url: postgres://u@h/d }, base: { local: {} }"),
    { message: "load.yml: database.base is not a url, but several machines drive one server" },
  ],
])("refuses %s, as the shards would", async (_, text, error) => {
  await expect(filesOf(text, 3)).rejects.toMatchObject({ kind: "usage", ...error });
});

it("lets pass what can be shared, and leaves to the load generator what is no number of connections", async () => {
  expect(await filesOf(config("run: kv, options: { threads: 6 }"), 3)).toHaveLength(1);
  expect(await filesOf(config("run: kv, options: { threads: many }"), 3)).toHaveLength(1);
});

it("says how much a ConfigMap holds", async () => {
  writeFileSync(path.join(folder, "sql/large.sql"), "SELECT 1;\n".repeat(110_000));
  await expect(filesOf(config("script: sql/large.sql"))).rejects.toThrow(
    /have 11\d{5} bytes, a ConfigMap at most 1048576/,
  );
});
