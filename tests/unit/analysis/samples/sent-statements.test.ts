import { expect, it } from "vitest";
import { SentStatements } from "../../../../src/analysis/samples/sent-statements.ts";

const int16 = (value: number) => {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
};
const int32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};
const text = (value: string) => Buffer.from(`${value}\0`);
const message = (kind: string, ...parts: readonly Buffer[]) => {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(kind), int32(body.length + 4), body]);
};
const startup = message("", int32(196608), text("user"), text("me"), text(""));
const parse = (name: string, sql: string, types: readonly number[] = []) =>
  message("P", text(name), text(sql), int16(types.length), ...types.map(int32));
/** @param formats 1: binary */
const bind = (name: string, formats: readonly number[], values: readonly (Buffer | null)[]) =>
  message(
    "B",
    text(""),
    text(name),
    int16(formats.length),
    ...formats.map(int16),
    int16(values.length),
    ...values.flatMap((value) => (value === null ? [int32(-1)] : [int32(value.length), value])),
    int16(0),
  );
const int8 = Buffer.from([0, 0, 0, 0, 0, 0, 1, 0]);

it("reads values of each execution, binary ones by their types", () => {
  const statements = new SentStatements();
  const sent = statements.read(
    Buffer.concat([
      startup,
      parse("s", "SELECT $1, $2, $3, $4", [23, 20, 17, 25]),
      bind("s", [1], [int32(7), null, Buffer.from("a"), Buffer.from("b")]),
      bind("s", [1, 1, 1, 0], [int32(-7), int8, Buffer.from([255, 0]), Buffer.from("é")]),
      bind("s", [0], [null, Buffer.from("2"), null, Buffer.from("")]),
    ]),
  );
  const sql = "SELECT $1, $2, $3, $4";
  expect(sent).toEqual([
    { sql, values: ["7", null, "\\x61", "b"] },
    { sql, values: ["-7", "256", "\\xff00", "é"] },
    { sql, values: [null, "2", null, ""] },
  ]);
});

it("reads a stream however it is cut, and behind a question for TLS", () => {
  const refused = message("", int32(80877103));
  const bytes = Buffer.concat([refused, startup, parse("", "SELECT $1"), bind("", [], [Buffer.from("1")])]);
  const statements = new SentStatements();
  const sent = [...bytes].flatMap((byte) => statements.read(Buffer.from([byte])));
  expect(sent).toEqual([{ sql: "SELECT $1", values: ["1"] }]);
});

it("leaves out what it cannot spell, and what nobody has parsed", () => {
  const statements = new SentStatements();
  const sent = statements.read(
    Buffer.concat([startup, parse("s", "SELECT $1", [701]), bind("s", [1], [int8]), bind("t", [], [])]),
  );
  expect(sent).toEqual([]);
});

it("knows each name's newest text, smaller numbers and other letters, and passes over what it has no use for", () => {
  const other = message("Q", text("SELECT 1"));
  const sent = new SentStatements().read(
    Buffer.concat([
      message("", int32(80877104)),
      startup,
      other,
      parse("a", "SELECT 1, $1", [21]),
      parse("b", "SELECT 2, $1", [1042]),
      parse("c", "SELECT 3, $1", [1043]),
      bind("a", [1], [int16(-2)]),
      bind("b", [1], [Buffer.from("x")]),
      other,
      bind("c", [1], [Buffer.from("y")]),
      parse("a", "SELECT 4, $1"),
      bind("a", [], [Buffer.from("z")]),
      bind("a", [1], [int32(1)]),
      bind("a", [1], [null]),
    ]),
  );
  expect(sent).toEqual([
    { sql: "SELECT 1, $1", values: ["-2"] },
    { sql: "SELECT 2, $1", values: ["x"] },
    { sql: "SELECT 3, $1", values: ["y"] },
    { sql: "SELECT 4, $1", values: ["z"] },
    { sql: "SELECT 4, $1", values: [null] },
  ]);
});

it("with a format for each value reads each by its own", () => {
  const statements = new SentStatements();
  const bytes = [
    startup,
    parse("s", "SELECT $1, $2", [23, 23]),
    bind("s", [0, 1], [Buffer.from("12"), int32(7)]),
  ];
  expect(statements.read(Buffer.concat(bytes))).toEqual([{ sql: "SELECT $1, $2", values: ["12", "7"] }]);
});

it("reads texts of every type as they are, binary or not", () => {
  const statements = new SentStatements();
  const types = [25, 1042, 1043];
  const bytes = [
    startup,
    parse("s", "SELECT $1, $2, $3", types),
    bind(
      "s",
      [1],
      types.map(() => Buffer.from("é")),
    ),
  ];
  expect(statements.read(Buffer.concat(bytes))[0]!.values).toEqual(["é", "é", "é"]);
});
