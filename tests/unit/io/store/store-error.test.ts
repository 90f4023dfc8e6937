import { expect, test } from "vitest";
import { explain, storeError } from "../../../../src/io/store/store-error.ts";
import { PlumblineError } from "../../../../src/model/errors.ts";

const WHERE = "postgres://user:secret@host/db";

test("finds the driver's words wherever Prisma hides them", () => {
  const hidden = Object.assign(new Error("Invalid `prisma.run.upsert()` invocation:\n\nDatabase error."), {
    code: "P2039",
    meta: {
      driverAdapterError: { cause: { originalCode: "53100", originalMessage: "could not extend file" } },
    },
  });
  expect(storeError(hidden, "save the runs", WHERE)).toMatchObject({
    kind: "store",
    message: "store postgres://user:***@host/db: cannot save the runs: could not extend file (53100)",
    remedy: expect.stringContaining("free some space"),
    cause: hidden,
  });
});

test("of several attempts to connect the first is told", () => {
  const refused = Object.assign(new Error("connect ECONNREFUSED ::1:5432"), { code: "ECONNREFUSED" });
  const error = storeError(new AggregateError([refused, refused]), "list the runs", WHERE);
  expect(error.message).toMatch(/: connect ECONNREFUSED ::1:5432$/);
  expect(error.remedy).toContain("check that the server runs");
});

test("an exception that a trigger raises is the database's word and not Prisma's", () => {
  const raised = Object.assign(new Error("not on my watch"), { code: "P0001" });
  expect(storeError(raised, "save the runs", WHERE).message).toMatch(/: not on my watch \(P0001\)$/);
});

test("Prisma's own failure is its last line", () => {
  const error = Object.assign(
    new Error("\nInvalid `x()` invocation in\n/src/a.ts\n\nCan't reach database server"),
    {
      code: "P1001",
    },
  );
  expect(storeError(error, "list the runs", WHERE)).toMatchObject({
    message: expect.stringMatching(/: Can't reach database server \(P1001\)$/),
    remedy: expect.stringContaining("check that the server runs"),
  });
});

test("what is no Error is told as it is", () => {
  expect(storeError("odd", "list the runs", WHERE).message).toMatch(/: odd$/);
  expect(storeError(undefined, "list the runs", WHERE).message).toMatch(/: undefined$/);
  expect(storeError(new Error(""), "list the runs", WHERE).message).toMatch(/: unknown error$/);
});

test("an error that already says everything is passed on", async () => {
  const error = new PlumblineError("usage", "no run", { remedy: "measure again" });
  await expect(explain("list the runs", WHERE, () => Promise.reject(error))).rejects.toBe(error);
});
