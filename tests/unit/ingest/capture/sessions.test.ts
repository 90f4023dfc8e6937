import { describe, expect, it } from "vitest";
import { type CapturedUnit, LogSessions } from "../../../../src/ingest/capture/sessions.ts";

/** Statements of one connection, one a line; a line of `!` is the error of the one before. */
function unitsOf(script: string): { units: readonly string[]; lost: Readonly<Record<string, number>> } {
  const units: string[] = [];
  const sessions = new LogSessions((unit) => units.push(shown(unit)));
  const said = (severity: string, message: string, statement = "") =>
    sessions.add({ session: "1", time: "", database: "shop", severity, message, detail: "", statement });
  const lines = script
    .trim()
    .split("\n")
    .map((line) => line.trim());
  for (const [at, line] of lines.entries()) {
    if (line === "!") said("ERROR", "no", lines[at - 1]);
    else said("LOG", `statement: ${line}`);
  }
  sessions.end();
  return { units, lost: Object.fromEntries(sessions.lost) };
}

function shown({ frame, executions }: CapturedUnit): string {
  const statements = executions.map(({ reading }) => reading.shape.key).join("; ");
  return frame === null ? statements : `${frame.begin}: ${statements}: ${frame.end}`;
}

describe("transactions", () => {
  it("are what stands between BEGIN and COMMIT; the rest stands alone", () => {
    expect(
      unitsOf("UPDATE a SET b = 1\nBEGIN\nUPDATE c SET b = 1\nUPDATE d SET b = 1\nCOMMIT\nUPDATE e SET b = 1")
        .units,
    ).toEqual([
      "update a set b = ?",
      "BEGIN: update c set b = ?; update d set b = ?: COMMIT",
      "update e set b = ?",
    ]);
  });

  it("keep their isolation, and their savepoints under names of their own", () => {
    const { units } = unitsOf(
      "START TRANSACTION ISOLATION LEVEL SERIALIZABLE\nSAVEPOINT s140_x7\nUPDATE a SET b = 1\nRELEASE SAVEPOINT s140_x7\nCOMMIT",
    );
    expect(units).toEqual([
      "BEGIN ISOLATION LEVEL SERIALIZABLE: savepoint sp1; update a set b = ?; release savepoint sp1: COMMIT",
    ]);
  });

  it("that are rolled back by a test are what the program would have committed", () => {
    const { units } = unitsOf(`BEGIN
      INSERT INTO a VALUES (1)
      SAVEPOINT one
      UPDATE b SET c = 1
      SAVEPOINT two
      UPDATE d SET c = 1
      RELEASE SAVEPOINT two
      RELEASE SAVEPOINT one
      SELECT e FROM f
      ROLLBACK`);
    expect(units).toEqual([
      "insert into a values ( ? )",
      "BEGIN: update b set c = ?; update d set c = ?: COMMIT",
      "select e from f",
    ]);
  });

  it("of a class of tests are those of the program, whatever its tests undo", () => {
    const test = (n: number) => `SAVEPOINT t${n}
      INSERT INTO a VALUES (1)
      SAVEPOINT p${n}
      UPDATE b SET c = 1
      SAVEPOINT q${n}
      UPDATE x SET c = 1
      !
      ROLLBACK TO SAVEPOINT q${n}
      RELEASE SAVEPOINT q${n}
      RELEASE SAVEPOINT p${n}
      ROLLBACK TO SAVEPOINT t${n}
      RELEASE SAVEPOINT t${n}`;
    const { units, lost } = unitsOf(`BEGIN\n${test(1)}\n${test(2)}\nROLLBACK`);
    const program = ["insert into a values ( ? )", "BEGIN: update b set c = ?: COMMIT"];
    expect(units).toEqual([...program, ...program]);
    expect(lost).toEqual({ failed: 2 });
  });

  it("of a class of tests may be many: none of them is long", () => {
    const tests = Array.from(
      { length: 600 },
      (_, n) => `SAVEPOINT t${n}\nUPDATE b SET c = 1\nROLLBACK TO t${n}`,
    );
    expect(unitsOf(`BEGIN\n${tests.join("\n")}\nROLLBACK`).units).toHaveLength(600);
    const long = Array<string>(501).fill("UPDATE b SET c = 1").join("\n");
    expect(unitsOf(`BEGIN\nSAVEPOINT t\n${long}\nRELEASE t\nROLLBACK`)).toEqual({
      units: [],
      lost: { huge: 501 },
    });
  });

  it("go without what failed and was undone in them", () => {
    expect(
      unitsOf(`BEGIN
        UPDATE a SET b = 1
        SAVEPOINT s
        UPDATE c SET b = 1
        UPDATE x SET b = 1
        !
        ROLLBACK TO s
        UPDATE d SET b = 1
        COMMIT`),
    ).toEqual({
      units: [
        "BEGIN: update a set b = ?; savepoint sp1; rollback to savepoint sp1; update d set b = ?: COMMIT",
      ],
      lost: { failed: 1 },
    });
  });

  it("that are rolled back without savepoints stay so", () => {
    expect(unitsOf("BEGIN\nUPDATE a SET b = 1\nROLLBACK").units).toEqual([
      "BEGIN: update a set b = ?: ROLLBACK",
    ]);
  });

  it("that met an error, that migrate, or that are not over are left out", () => {
    expect(unitsOf("BEGIN\nUPDATE a SET b = 1\nUPDATE x SET b = 1\n!\nROLLBACK")).toEqual({
      units: [],
      lost: { failed: 2 },
    });
    expect(unitsOf("BEGIN\nCREATE TABLE a (b int)\nUPDATE a SET b = 1\nCOMMIT")).toEqual({
      units: [],
      lost: { schema: 2 },
    });
    expect(unitsOf("BEGIN\nUPDATE a SET b = 1")).toEqual({ units: [], lost: { open: 1 } });
  });

  it("of one message are one", () => {
    expect(unitsOf("UPDATE a SET b = 1; UPDATE c SET b = 2").units).toEqual([
      "BEGIN: update a set b = ?; update c set b = ?: COMMIT",
    ]);
    expect(unitsOf("BEGIN; UPDATE a SET b = 1; COMMIT; UPDATE c SET b = 2").units).toEqual([
      "BEGIN: update a set b = ?: COMMIT",
      "update c set b = ?",
    ]);
  });
});

it("a statement that fails is none, and the one before it is not blamed", () => {
  expect(unitsOf("UPDATE a SET b = 1\nUPDATE x SET b = 1\n!")).toEqual({
    units: ["update a set b = ?"],
    lost: { failed: 1 },
  });
});

it("what cannot be read for sure is left out, its transaction too", () => {
  expect(unitsOf("SELECT 'a FROM t").lost).toEqual({ unreadable: 1 });
  expect(unitsOf("SELECT '\ufffd' FROM t").lost).toEqual({ unreadable: 1 });
  expect(unitsOf("BEGIN\nUPDATE a SET b = 1\nSELECT 'a FROM t\nCOMMIT")).toEqual({
    units: [],
    lost: { unreadable: 1, failed: 1 },
  });
});

it("follows as many connections as memory allows", () => {
  const sessions = new LogSessions(() => undefined);
  for (let session = 0; session < 10_002; session++) {
    const message = "statement: BEGIN; UPDATE a SET b = 1";
    sessions.add({
      session: String(session),
      time: "",
      database: null,
      severity: "LOG",
      message,
      detail: "",
      statement: "",
    });
  }
  expect(sessions.lost.get("open")).toBe(2);
  sessions.end();
  expect(sessions.lost.get("open")).toBe(10_002);
});
