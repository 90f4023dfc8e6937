import { expect, it } from "vitest";
import { capturedFrom } from "../../../../src/ingest/capture/choice.ts";
import type { SchemaFacts } from "../../../../src/ingest/capture/facts.ts";
import { entriesOf, type Line, seenIn } from "./support/captured.ts";

const FACTS: SchemaFacts = {
  types: new Map(),
  columns: new Set(["users.id", "users.email", "profiles.user_id", "profiles.bio", "items.user_id"]),
  references: new Map([
    ["profiles.user_id", "users.id"],
    ["items.user_id", "users.id"],
  ]),
  singles: new Set(["profiles.user_id"]),
  keys: new Map([["users.id", { least: 1n, most: 99n }]]),
  functions: new Map(),
  lookups: new Map(),
  words: new Set(),
};

function scriptWith(lines: readonly Line[], name: string, facts = FACTS): string {
  const wish = { most: 9, database: null, protocol: null, keep: true, keepNumbers: false, source: "x" };
  const { scripts } = capturedFrom(seenIn(entriesOf(lines)).units, wish, facts)!;
  return scripts.find((each) => each.name === name)!.text;
}

const sent = (digit: number): readonly Line[] => [
  ["INSERT INTO users (email) VALUES ($1) RETURNING id", `u${digit}@example.org`],
  ["INSERT INTO profiles (user_id, bio) VALUES ($1, $2)", String(digit), "x"],
  ["INSERT INTO items (user_id) VALUES ($1)", String(digit)],
];

it("makes the row that only one row may refer to, as another script does", () => {
  const text = scriptWith([...sent(1), ...sent(2)], "insert-profiles");
  expect(text).toMatch(
    /^INSERT INTO users \(email\) VALUES \(.*\) RETURNING id \\gset s1_\nINSERT INTO profiles \(user_id, bio\) VALUES \(:s1_id, 'e'\);$/m,
  );
  expect(text).toContain("-- Statement 1 is another script's: it makes the row that only one may refer to.");
});

it("takes a row that is there where many may refer to it, and where no script makes one", () => {
  expect(scriptWith([...sent(1), ...sent(2)], "insert-items")).toMatch(/random\(1, 99\)\nINSERT INTO items/);
  const alone = [1, 2].map((digit) => sent(digit)[1]!);
  expect(scriptWith(alone, "insert-profiles")).toMatch(/random\(1, 99\)\nINSERT INTO profiles/);
});

it("gives both rows the key that the program makes", () => {
  const key = (digit: number) => `6f1c2f0e-6b1a-4c4e-9d0a-${String(digit).repeat(12)}`;
  const lines = [1, 2].flatMap((digit): readonly Line[] => [
    ["INSERT INTO users (id) VALUES ($1)", key(digit)],
    ["INSERT INTO profiles (user_id) VALUES ($1)", key(digit)],
  ]);
  expect(scriptWith(lines, "insert-profiles")).toMatch(
    /^INSERT INTO users \(id\) VALUES \((.+:id.+)\);\nINSERT INTO profiles \(user_id\) VALUES \(\1\);$/m,
  );
});

it("leaves a transaction alone that makes both rows", () => {
  const lines = [1, 2].flatMap((digit): readonly Line[] => {
    const [user, profile] = sent(digit);
    return ["BEGIN", user!, profile!, "COMMIT", user!];
  });
  expect(scriptWith(lines, "tx-insert-users").match(/INSERT/g)).toHaveLength(2);
});

it("ends where rows refer to others of their table, or to each other", () => {
  const facts = {
    ...FACTS,
    columns: new Set([...FACTS.columns, "nodes.id", "nodes.prev_id", "users.profile_id"]),
    references: new Map([
      ...FACTS.references,
      ["nodes.prev_id", "nodes.id"],
      ["users.profile_id", "profiles.user_id"],
    ]),
    singles: new Set(["nodes.prev_id", "users.profile_id", "profiles.user_id"]),
  };
  const lines = [1, 2].flatMap((digit): readonly Line[] => [
    ["INSERT INTO nodes (id, prev_id) VALUES ($1, $2)", String(digit + 1), String(digit)],
    ["INSERT INTO users (id, profile_id) VALUES ($1, $2)", String(digit), String(digit)],
    ["INSERT INTO profiles (user_id, bio) VALUES ($1, $2)", String(digit), "x"],
  ]);
  expect(scriptWith(lines, "insert-nodes", facts).match(/INSERT/g)).toHaveLength(1);
});
