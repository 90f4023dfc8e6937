/** What must hold of every script that is made of a log, whatever was in it. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Protocol } from "../../src/ingest/capture/log/said.ts";
import { statementTokens, type Token } from "../../src/ingest/capture/sql/tokens.ts";
import { captured } from "../unit/ingest/capture/support/captured.ts";
import type { Written } from "../unit/ingest/capture/support/log-lines.ts";

fc.configureGlobal({ seed: 20_261_122, numRuns: 300 });

/** In every text that is somebody's: whatever else is around it, it may not be in a script. */
const SECRET = "Zq7xW9";

/** Ways in which SQL writes a text. */
const QUOTES: readonly ((text: string) => string)[] = [
  (text) => `'${text.replaceAll("'", "''")}'`,
  (text) => `E'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`,
  (text) => `$$${text.replaceAll("$", "")}$$`,
  (text) => `$q1$${text.replaceAll("$", "")}$q1$`,
  (text) => `U&'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`,
];

const odd = fc.string({
  unit: fc.constantFrom(...Array.from("ab '\"\\$-*/;:%_?\n\t{}[](),=.@é漢"), ":id"),
  maxLength: 12,
});
const secret = fc.tuple(odd, odd).map(([before, after]) => before + SECRET + after);
const text = fc.tuple(secret, fc.constantFrom(...QUOTES)).map(([value, write]) => write(value));
/** Numbers of cards and accounts: too long to be told. */
const long = fc.bigInt({ min: 10n ** 12n, max: 10n ** 17n }).map(String);

const column = fc.constantFrom("status", "kind", "a.id", '"Odd name"', "data", "password", "x.price");
const condition = fc
  .tuple(column, fc.oneof(text, text, long, fc.nat().map(String)))
  .map(([name, value]) => `${name} = ${value}`);
const comment = fc.constantFrom("", ` /* ${SECRET} ' */`, ` -- ${SECRET} '\n`, ` /* /* ${SECRET} */ ' */`);
const statement = fc
  .tuple(
    fc.constantFrom(
      "SELECT * FROM t WHERE",
      "UPDATE t SET",
      "DELETE FROM t WHERE",
      "SELECT f(a) FROM t JOIN u ON true WHERE",
    ),
    fc.array(condition, { minLength: 1, maxLength: 4 }),
    comment,
    fc.array(text, { maxLength: 3 }),
  )
  .map(([start, conditions, said, values]) => {
    const list = values.length === 0 ? "" : ` AND kind IN (${values.join(", ")})`;
    return `${start} ${conditions.join(" AND ")}${said}${list} AND concat(${values.join(",") || "1"}) = '${SECRET}'`;
  });

const sent = (sql: string, values: readonly string[] = []) => ({
  message: `duration: 1.0 ms  ${values.length === 0 ? "statement" : "execute s1"}: ${sql}`,
  detail:
    values.length === 0
      ? ""
      : `Parameters: ${values.map((value, at) => `$${at + 1} = '${value.replaceAll("'", "''")}'`).join(", ")}`,
});

/** None where no statement could be read for sure. */
const scriptsOf = (entries: readonly Written[], protocol: Protocol) =>
  captured(entries, { protocol, most: 100 })?.scripts ?? [];

const isValue = ({ kind }: Token) => kind === "string" || kind === "number" || kind === "parameter";
/** What a statement is but for values, blanks and comments. */
const skeleton = (sql: string) =>
  statementTokens(sql)!
    .filter(({ kind }) => kind !== "space")
    .map((token) => (isValue(token) ? "?" : token.text));

describe("tokens", () => {
  it("joined are the statement", () => {
    fc.assert(
      fc.property(fc.oneof(statement, odd, fc.string()), (sql) => {
        const tokens = statementTokens(sql);
        if (tokens !== null) expect(tokens.map((token) => token.text).join("")).toBe(sql);
      }),
    );
  });
});

describe("no script has what is somebody's", () => {
  it.each(["simple", "prepared"] as const)(
    "of texts, long numbers and comments in a statement, %s",
    (protocol) => {
      fc.assert(
        fc.property(
          fc.array(statement, { minLength: 1, maxLength: 6 }),
          fc.integer({ min: 1, max: 6 }),
          (all, times) => {
            const entries = Array.from({ length: times }, () => all.map((sql) => sent(sql))).flat();
            for (const { text: script } of scriptsOf(entries, protocol)) {
              expect(script).not.toContain(SECRET);
              const numbers = all.flatMap((sql) =>
                (statementTokens(sql) ?? []).filter(
                  ({ kind, text: digits }) => kind === "number" && digits.length > 9,
                ),
              );
              for (const { text: digits } of numbers)
                if (!/0{8}$/.test(digits)) expect(script).not.toContain(digits);
            }
          },
        ),
      );
    },
  );

  it("of parameters, whatever they are", () => {
    fc.assert(
      fc.property(
        fc.array(secret, { minLength: 1, maxLength: 8 }),
        fc.constantFrom<Protocol[]>("simple", "extended"),
        (values, protocol) => {
          const entries = values.map((value) =>
            sent("INSERT INTO t (status, data) VALUES ($1, $2)", [value, `{"a": ${JSON.stringify(value)}}`]),
          );
          for (const { text: script } of scriptsOf(entries, protocol)) expect(script).not.toContain(SECRET);
        },
      ),
    );
  });
});

describe("a script's statement", () => {
  it("is the one of the log but for its values", () => {
    fc.assert(
      fc.property(statement, (sql) => {
        const [script] = scriptsOf([sent(sql)], "simple");
        if (script === undefined) return;
        const body = script!.text
          .replace(/^(?:(?:--|\\).*\n)*/, "")
          .replace(/;\n$/, "")
          .replaceAll(/(?<!:):[a-z_]\w*/g, "1");
        expect(skeleton(body)).toEqual(skeleton(sql));
      }),
    );
  });
});
