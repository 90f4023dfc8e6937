import path from "node:path";
import { describe, expect, it } from "vitest";
import { expectGolden } from "../../../support/golden.ts";
import { bodyOf, captured, entriesOf, type Line } from "./support/captured.ts";

const GOLDEN = path.resolve(import.meta.dirname, "../../../golden/capture");

/** A purchase: a customer, an order, its lines, the stock. */
function purchase(number: number): readonly Line[] {
  const customer = String(1 + ((number * 37) % 500));
  const id = String(1000 + number);
  const items = Array.from({ length: 1 + (number % 3) }, (_, at) =>
    String(1 + ((number * 13 + at * 7) % 90)),
  );
  return [
    "BEGIN",
    ["SELECT name, email FROM customer WHERE id = $1 FOR UPDATE", customer],
    [
      'INSERT INTO purchases (customer_id, status, note) VALUES ($1, $2, $3) RETURNING "id"',
      customer,
      "open",
      `call 0664 ${number}`,
    ],
    ...items.map(
      (item): Line => [
        "INSERT INTO purchase_line (purchase_id, item_id, price) VALUES ($1, $2, $3)",
        id,
        item,
        `${item}.90`,
      ],
    ),
    ["UPDATE customer SET purchases = purchases + 1 WHERE id = $1", customer],
    "COMMIT",
  ];
}

describe("a script", () => {
  it.each(["simple", "prepared"] as const)("of a transaction, %s", (protocol) => {
    const entries = entriesOf(Array.from({ length: 12 }, (_, number) => purchase(number)).flat());
    const [script] = captured(entries, { protocol }).scripts;
    expect(script!.name).toBe("tx-insert-purchases");
    expectGolden(path.join(GOLDEN, `purchase-${protocol}.sql`), script!.text);
  });

  it("has one variable for what was always equal", () => {
    const lines = ["3", "4"].flatMap((id) => [
      "BEGIN",
      `UPDATE a SET b = 1 WHERE id = ${id}`,
      `UPDATE c SET a_id = ${id}`,
      "COMMIT",
    ]);
    expect(bodyOf(lines)).toBe(
      "\\set id random(3, 4)\nBEGIN;\nUPDATE a SET b = 1 WHERE id = :id;\nUPDATE c SET a_id = :id;\nCOMMIT;",
    );
  });

  it("has two for what was equal by chance", () => {
    const ids = [
      ["3", "3"],
      ["4", "5"],
    ];
    const lines = ids.flatMap(([a, b]) => [
      "BEGIN",
      `UPDATE a SET b = 1 WHERE id = ${a}`,
      `UPDATE c SET b = ${b}`,
      "COMMIT",
    ]);
    expect(bodyOf(lines)).toContain("UPDATE c SET b = :b;");
  });

  it("has lists, rows and repeated statements of their usual length", () => {
    expect(
      bodyOf(["SELECT a FROM t WHERE id IN (1, 2)", "SELECT a FROM t WHERE id IN (3, 4, 5, 6)"]),
    ).toContain("IN (:id, :id_2, :id_3)");
    expect(bodyOf(["INSERT INTO t (a) VALUES (1), (2)", "INSERT INTO t (a) VALUES (3), (4)"])).toContain(
      "VALUES (:a), (:a_2);",
    );
    const repeated = ["BEGIN", "SELECT a FROM t WHERE id = 1", "SELECT a FROM t WHERE id = 2", "COMMIT"];
    expect(bodyOf([...repeated, ...repeated])).toBe(
      "\\set id random(1, 2)\n\\set id_2 random(1, 2)\nBEGIN;\nSELECT a FROM t WHERE id = :id;\nSELECT a FROM t WHERE id = :id_2;\nCOMMIT;",
    );
  });

  const numbers = (count: number, from = 1) =>
    Array.from({ length: count }, (_, at) => String(from + at * 7));
  const variablesIn = (body: string) =>
    body
      .split("\n")
      .at(-1)!
      .match(/(?<!:):[a-z_]\w*/g)!.length;

  it.each(["simple", "extended"] as const)("has a list as long as it was, %s", (protocol) => {
    const lines = [1, 2].map((from): Line => `SELECT a FROM t WHERE id IN (${numbers(300, from).join(",")})`);
    const [script] = captured(entriesOf(lines), { protocol }).scripts;
    const [, list] = /IN \((.*)\);/.exec(script!.text)!;
    expect(list!.split(", ")).toHaveLength(300);
    expect(variablesIn(script!.text.trimEnd())).toBe(256);
    expect(script!.cut).toEqual([
      "id: 256 values are drawn, which is the most; the others are the same in each event.",
    ]);
    expect(script!.text).toContain(`-- ${script!.cut[0]}`);
  });

  it("has texts in the places that are no variable", () => {
    const places = Array.from({ length: 300 }, (_, at) => `id = $${at + 1}`).join(" OR ");
    const lines = [1, 2].map((from): Line => [`SELECT a FROM t WHERE ${places}`, ...numbers(300, from)]);
    expect(bodyOf(lines, { protocol: "extended" })).toMatch(/id = :id_256 OR id = '\d+' OR/);
  });

  it("has an array as long as it was", () => {
    const lines = [1, 2].map(
      (from): Line => ["SELECT a FROM t WHERE id = ANY($1)", `{${numbers(300, from).join(",")}}`],
    );
    for (const protocol of ["simple", "extended"] as const)
      expect(bodyOf(lines, { protocol }).match(/\d+(?=[,}])|:id(?:_\d+)?\b/g)!.length).toBeGreaterThanOrEqual(
        300,
      );
  });

  it("has as many rows as there can be variables for, and says so", () => {
    const row = (at: number) => `(${at}, 'n${at * 37}', ${at}.25)`;
    const lines = [1, 2].map(
      (from) =>
        `INSERT INTO ev (a, b, c) VALUES ${numbers(100, from)
          .map((at) => row(Number(at)))
          .join(",")}`,
    );
    const [script] = captured(entriesOf(lines)).scripts;
    expect(script!.text.match(/\(:a/g)).toHaveLength(85);
    expect(script!.cut).toEqual([
      "Only 85 of 100 rows of statement 1: it has 3 variables a row, and 256 at most.",
    ]);
    const wide = [1, 2].map(
      (from) =>
        `INSERT INTO ev (a) VALUES ${numbers(200, from)
          .map((at) => `(${at})`)
          .join(",")}`,
    );
    expect(bodyOf(wide).match(/\(:a/g)).toHaveLength(200);
  });

  it("has each word of a list", () => {
    const lines = Array<Line>(5).fill("SELECT a FROM t WHERE status IN ('new', 'old')");
    expect(bodyOf(lines)).toContain("status IN ('new', 'old');");
  });

  it.each([
    ["77c3f0a1b2c3d4e5f60718293a4b5c6d7e8f9012", "0a1b2c3d4e5f60718293a4b5c6d7e8f901277c3f"],
    ["_2026_03_01t10_11_12_schema_01", "_2026_03_01t10_11_12_schema_02"],
  ])("has one schema for those whose names differ by a hash or a day only, and says so", (...hashes) => {
    const lines = hashes.map(
      (hash) => `SELECT a FROM pgboss${hash}.job JOIN "pgboss${hash}".queue q ON q.id = 5`,
    );
    const { scripts } = captured(entriesOf(lines));
    expect(scripts).toHaveLength(1);
    expect(scripts[0]!.text).toContain('SELECT a FROM pgboss.job JOIN "pgboss".queue q ON q.id = 5;');
    expect(scripts[0]!.cut).toEqual([
      "Schema pgboss: it stands for schemas whose names have a hash or a day after that.",
    ]);
    expect(bodyOf(["SELECT a FROM tenant_1234567890123456789.job"])).toContain(
      "tenant_1234567890123456789.job",
    );
  });

  it("takes keys that only count alike for two", () => {
    // In a fresh database the first purchase has the key 1, and so has the first item.
    const lines = ["1", "2"].flatMap((id): Line[] => [
      "BEGIN",
      ["INSERT INTO purchase (note) VALUES ($1) RETURNING id", "x"],
      ["INSERT INTO line (purchase_id, item_id) VALUES ($1, $2)", id, id],
      "COMMIT",
    ]);
    expect(bodyOf(lines)).toContain("VALUES (:s1_id, :item_id);");
  });

  it("links what was seen once by its name, too", () => {
    const lines: Line[] = [
      "BEGIN",
      ["INSERT INTO purchase (note) VALUES ($1) RETURNING id", "x"],
      ["UPDATE purchase SET note = $1 WHERE id = $2", "y", "1"],
      "COMMIT",
    ];
    expect(bodyOf(lines)).toContain("WHERE id = :s1_id;");
  });

  it("says where an INSERT returns what a log does not tell", () => {
    const lines = ["8", "9"].flatMap((id): Line[] => [
      "BEGIN",
      ["INSERT INTO a (b) VALUES ($1) RETURNING id", "1"],
      ["UPDATE unrelated SET x = $1", id],
      "COMMIT",
    ]);
    const [script] = captured(entriesOf(lines)).scripts;
    expect(script!.text).toContain("-- What an INSERT returns may be what a later statement is given");
  });

  it("names variables so that pgbench takes them", () => {
    expect(bodyOf(["SELECT a FROM t WHERE client_id = 1", "SELECT a FROM t WHERE client_id = 2"])).toContain(
      "\\set v_client_id ",
    );
    expect(bodyOf(['SELECT a FROM t WHERE "Größe 2" = 1', 'SELECT a FROM t WHERE "Größe 2" = 2'])).toMatch(
      /\\set [a-z_][a-z0-9_]* random/,
    );
    expect(bodyOf(["SELECT a[lo:hi] FROM t"])).toBe("SELECT a[lo: hi] FROM t;");
  });
});
