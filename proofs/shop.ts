#!/usr/bin/env node
/**
 * npm run bench:shop [-- --sessions N --seconds S --only TEXT]
 * The shop of `plumbline demo` (six tables, five scripts) with five branches whose truth is known, each checked against main by the command
 * line as its users call it: an index that is dropped, a trigger that is added, a function of the schema and a script that ask once for each
 * row (N+1), and a change that does nothing. The row says which scripts are slower by more than the limit, and whether those and no others
 * were to be.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "../scripts/build.ts";
import { commandLine } from "../scripts/lib/command-line.ts";
import type { Report } from "../src/model/report.ts";

const { values } = commandLine(import.meta.filename, {
  options: {
    sessions: { type: "string", default: "6" },
    seconds: { type: "string", default: "1" },
    only: { type: "string" },
  },
});
const root = fileURLToPath(new URL("..", import.meta.url));
const LIMIT = "10%";

/** What the script `report` asks for: main's in one statement, the branch's line by line. */
const SOLD = `CREATE OR REPLACE FUNCTION earned(from_id bigint, to_id bigint) RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT sum(l.amount * i.price) FROM purchase_line l JOIN item i ON i.id = l.item_id WHERE l.purchase_id BETWEEN from_id AND to_id
$$;
`;
const SOLD_LINE_BY_LINE = `CREATE OR REPLACE FUNCTION earned(from_id bigint, to_id bigint) RETURNS numeric LANGUAGE plpgsql STABLE AS $$
DECLARE
  total numeric := 0;
  line record;
BEGIN
  FOR line IN SELECT item_id, amount FROM purchase_line WHERE purchase_id BETWEEN from_id AND to_id LOOP
    total := total + line.amount * (SELECT price FROM item WHERE id = line.item_id);
  END LOOP;
  RETURN total;
END
$$;
`;
const REPORT = "\\set first random(1, 19800)\nSELECT earned(:first, :first + 200);\n";

/** The script `search`: main's asks for all that it shows at once, the branch's for each of its twenty items. */
const SEARCH_ONE_BY_ONE = `\\set category random(1, 50)
\\set price random(1, 80)
\\set item random(1, 9980)
SELECT id FROM item WHERE category_id = :category AND price >= :price ORDER BY price LIMIT 20;
${Array.from({ length: 20 }, (_, i) => `SELECT name, price FROM item WHERE id = :item + ${i};`).join("\n")}
`;

const branches = [
  { name: "an index is dropped", files: migration("DROP INDEX item_by_price;\n"), slower: ["search"] },
  {
    name: "a trigger is added",
    files: migration(readFileSync(path.join(root, "demo/db/migrations/003_audit_trail.sql"), "utf8")),
    slower: ["restock"],
  },
  { name: "a function asks once for each row", files: migration(SOLD_LINE_BY_LINE), slower: ["report"] },
  {
    name: "a script asks once for each row",
    files: { "bench/search.sql": SEARCH_ONE_BY_ONE },
    slower: ["search"],
  },
  {
    name: "nothing that is measured",
    files: migration(
      "COMMENT ON TABLE item IS 'what is sold';\nCREATE TABLE wish (customer_id int, item_id int);\n",
    ),
    slower: [],
  },
];

const folder = mkdtempSync(path.join(tmpdir(), "plumbline-shop-"));
const built = path.join(root, "node_modules/.cache/plumbline", `shop-${process.pid}`);
process.on("exit", () => {
  for (const each of [folder, built]) rmSync(each, { recursive: true, force: true });
});
const git = (...args: readonly string[]) =>
  execFileSync(
    "git",
    [
      "-C",
      folder,
      "-c",
      "user.name=bench",
      "-c",
      "user.email=bench@localhost",
      "-c",
      "commit.gpgsign=false",
      ...args,
    ],
    { stdio: ["ignore", "ignore", "inherit"] },
  );

await bundle(built);
makeShop();
console.log(`${"a branch on which".padEnd(36)} ${`slower by more than ${LIMIT}`.padEnd(40)} exit  verdict`);
let wrong = 0;
for (const branch of branches.filter(({ name }) => !values.only || name.includes(values.only)))
  wrong += tried(branch);
console.log(wrong === 0 ? "every branch is told rightly" : `${wrong} told wrongly`);
process.exitCode = wrong === 0 ? 0 : 1;

function makeShop() {
  cpSync(path.join(root, "demo"), folder, { recursive: true });
  rmSync(path.join(folder, "db/migrations/003_audit_trail.sql"));
  write("db/migrations/003_earned.sql", SOLD);
  write("bench/report.sql", REPORT);
  const measure = `measure: { sessions: ${values.sessions}, seconds: ${values.seconds}, warmup: 0.3, looks: 1, preflight: off }`;
  const gates = `gates: { qps: ${LIMIT}, server-cpu: false, p99: false }`;
  const suite = readFileSync(path.join(folder, "plumbline.yml"), "utf8");
  write("plumbline.yml", `${suite.replace(/^measure:.*$/m, measure)}${gates}\n`);
  write(".gitignore", "plumbline-out/\n.plumbline/\n");
  git("init", "--quiet", "--initial-branch=main");
  git("add", ".");
  git("commit", "--quiet", "--message", "A shop");
}

function write(file: string, text: string) {
  writeFileSync(path.join(folder, file), text);
}

function migration(sql: string) {
  return { "db/migrations/004_branch.sql": sql };
}

function tried({
  name,
  files,
  slower,
}: {
  name: string;
  files: Readonly<Record<string, string>>;
  slower: readonly string[];
}) {
  git("switch", "--quiet", "--create", name.replaceAll(" ", "-"), "main");
  for (const [file, text] of Object.entries(files)) write(file, text);
  git("add", ".");
  git("commit", "--quiet", "--message", name);
  const checked = spawnSync(process.execPath, [path.join(built, "cli.js"), "check", "--base", "main"], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, PLUMBLINE_LOAD: path.join(root, "runner-native/build/plumbline-load") },
  });
  if (checked.status !== 0 && checked.status !== 1)
    throw new Error(`${name}: the check ended with ${checked.status}: ${checked.stderr}`);
  const { workloads } = JSON.parse(
    readFileSync(path.join(folder, "plumbline-out/report.json"), "utf8"),
  ) as Report;
  const regressed = workloads.flatMap((workload) =>
    workload.changes
      .filter(({ role, verdict }) => role === "gate" && verdict.kind === "regressed")
      .map(({ effect }) => ({ name: workload.name, by: `${Math.round(100 * (effect ?? 0))} %` })),
  );
  const found = regressed.map((each) => each.name);
  const isRight = String(found) === String(slower) && checked.status === (slower.length > 0 ? 1 : 0);
  const said = regressed.map((each) => `${each.name} (${each.by})`).join(", ") || "none";
  console.log(
    `${name.padEnd(36)} ${said.padEnd(40)} ${String(checked.status).padEnd(5)} ${isRight ? "right" : "WRONG"}`,
  );
  git("switch", "--quiet", "main");
  return isRight ? 0 : 1;
}
