/** Which of head's steps come on top of base's database, and what keeps head from it. */
import { afterEach, describe, expect, test, vi } from "vitest";
import { isLasting, isOfDay, layersOf, stepKey } from "../../../../../src/io/database/setup/layers.ts";
import type { PreparedStep, SetupCommand } from "../../../../../src/io/database/setup/steps.ts";

afterEach(() => vi.unstubAllEnvs());

const sql = (file: string, text = file): PreparedStep => ({ kind: "sql", file, sql: text });
const command = (more: Partial<SetupCommand> = {}): SetupCommand => ({
  kind: "command",
  command: "rake db:setup",
  env: {},
  limitMs: 1000,
  tree: "/base",
  ...more,
});
const input = (file: string, sha256 = file) => ({ file, sha256 });
const setup = (...after: readonly PreparedStep[]) => ({ before: [], after });

/** Names of what head adds, in its order; or why there is no layer. */
function added(
  base: readonly PreparedStep[],
  head: readonly PreparedStep[],
): readonly string[] | string | null {
  const layers = layersOf(setup(...base), setup(...head));
  if (layers === null || typeof layers === "string") return layers;
  expect(layers.common).toEqual(base);
  return layers.added.map((step) => (step.kind === "sql" ? step.file : step.command));
}

const [ONE, TWO, ROWS] = [sql("1.sql"), sql("2.sql"), sql("rows.sql")];

describe("head's additions", () => {
  test.each<readonly [string, readonly PreparedStep[], readonly PreparedStep[], readonly string[]]>([
    ["nothing", [ONE, ROWS], [ONE, ROWS], []],
    ["a file at the end", [ONE], [ONE, TWO], ["2.sql"]],
    ["a file that sorts between others", [ONE, ROWS], [ONE, TWO, ROWS], ["2.sql"]],
    ["a file that sorts before all", [TWO, ROWS], [ONE, TWO, ROWS], ["1.sql"]],
    ["several, in their order", [ROWS], [sql("b.sql"), ROWS, sql("a.sql")], ["b.sql", "a.sql"]],
    ["all, of a base without steps", [], [ONE, TWO], ["1.sql", "2.sql"]],
    ["a command that names its inputs", [ONE], [ONE, command({ inputs: [] })], ["rake db:setup"]],
    [
      "Flyway's repeatable migration that changed, after base's form of it",
      [ONE, sql("R__views.sql", "old")],
      [ONE, TWO, sql("R__views.sql", "new")],
      ["2.sql", "R__views.sql"],
    ],
    [
      "a migration tool that has more files, which goes on where base's rows are",
      [command({ inputs: [input("1.rb")], incremental: true }), ROWS],
      [command({ inputs: [input("0.rb"), input("1.rb")], incremental: true, tree: "/head" }), ROWS],
      ["rake db:setup"],
    ],
    ["no repeatable migration that is as it was", [sql("R__v.sql")], [sql("R__v.sql")], []],
  ])("are %s", (_, base, head, names) => expect(added(base, head)).toEqual(names));
});

describe("head is set up from the start", () => {
  const seed = (sha: string) => command({ inputs: [input("a.rb"), input("seed.rb", sha)] });
  test.each<readonly [string, readonly PreparedStep[], readonly PreparedStep[], string]>([
    ["a changed file", [ONE, ROWS], [ONE, sql("rows.sql", "other")], "rows.sql is changed"],
    ["a removed file", [ONE, TWO, ROWS], [ONE, ROWS], "2.sql is gone"],
    ["a renamed file", [ONE, ROWS], [sql("01.sql", "1.sql"), ROWS], "1.sql is gone"],
    ["another order", [ONE, TWO], [TWO, ONE], "2.sql comes in another order"],
    ["a repeatable file that is gone", [ONE, sql("R__v.sql")], [ONE], "R__v.sql is gone"],
    [
      "other inputs of a command",
      [ONE, seed("1")],
      [ONE, seed("2")],
      "seed.rb, an input of `rake db:setup`, is changed",
    ],
    [
      "another text of a migration tool's file",
      [command({ inputs: [input("1.rb")], incremental: true })],
      [command({ inputs: [input("1.rb", "other"), input("2.rb")], incremental: true })],
      "1.rb, an input of `rake db:setup`, is changed",
    ],
    [
      "more files of a command that does all of it again",
      [command({ inputs: [input("1.rb")] })],
      [command({ inputs: [input("1.rb"), input("2.rb")] })],
      "2.rb, an input of `rake db:setup`, is changed",
    ],
    [
      "another variable of a command",
      [command({ inputs: [], env: { N: "1" } })],
      [command({ inputs: [], env: { N: "2" } })],
      "`rake db:setup` is changed",
    ],
  ])("after %s", (_, base, head, why) => expect(added(base, head)).toBe(why));

  test("where the steps before the load are others", () => {
    const head = { before: [ONE], after: [ROWS] };
    expect(layersOf(setup(ROWS), head)).toBe("the steps before the load are not those of base");
  });
});

test("nothing is known of a base with a command that does not name its inputs", () => {
  expect(added([ONE, command()], [ONE, command(), TWO])).toBeNull();
});

describe("the key of a step", () => {
  const known = (more: Partial<SetupCommand> = {}) => stepKey(command({ inputs: [input("a.rb")], ...more }));

  test("with inputs is the same in both trees, whatever time it has", () => {
    expect(known({ tree: "/head", limitMs: 2000 })).toBe(known());
  });

  test("without inputs names its tree", () => {
    expect(stepKey(command({ tree: "/head" }))).not.toBe(stepKey(command()));
  });

  test.each<readonly [string, Partial<SetupCommand>]>([
    ["the command", { command: "rake db:load" }],
    ["its variables", { env: { RAILS_ENV: "test" } }],
    ["the text of an input", { inputs: [input("a.rb", "other")] }],
    ["the name of an input", { inputs: [input("b.rb", "a.rb")] }],
    ["another input", { inputs: [input("a.rb"), input("b.rb")] }],
  ])("changes with %s", (_, more) => expect(known(more)).not.toBe(known()));

  test("changes with a variable that the command's text names, and not with the database's own", () => {
    const named = (text: string) => known({ command: text });
    const [rows, braced, place] = [
      "seed $ROWS",
      `seed ${"$"}{ROWS:-1}`,
      "psql $DATABASE_URL -h $PGHOST $PWD",
    ];
    const before = [rows, braced, place].map(named);
    vi.stubEnv("ROWS", "9");
    vi.stubEnv("DATABASE_URL", "postgres://elsewhere");
    vi.stubEnv("PGHOST", "elsewhere");
    const after = [rows, braced, place].map(named);
    expect(after.map((key, at) => key === before[at])).toEqual([false, false, true]);
  });
});

test("a later run takes what is known, and on the same day alone what reads the clock", () => {
  expect(isLasting(command())).toBe(false);
  expect(isLasting(command({ inputs: [] }))).toBe(true);
  expect(isLasting(sql("a.sql", "COPY t FROM '/data/t.tsv'"))).toBe(false);
  expect([isOfDay(sql("a.sql", "SELECT now()")), isOfDay(ONE)]).toEqual([true, false]);
});
