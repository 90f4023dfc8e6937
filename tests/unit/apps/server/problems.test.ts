import { expect, it } from "vitest";
import { problemOf, RequestRefusal } from "../../../../src/apps/server/problems.ts";
import { PlumblineError } from "../../../../src/model/errors.ts";

it.each([
  [new RequestRefusal(404, "nothing"), { status: 404, detail: "nothing" }],
  [new PlumblineError("usage", "after: not the `next` of an earlier answer"), { status: 400 }],
  [new PlumblineError("store", "store postgres://db: cannot list: ECONNREFUSED"), { status: 503 }],
  [
    new PlumblineError("store", "store postgres://db: cannot read run 7: no JSON", { unreadable: "run 7" }),
    { status: 500, title: "Unreadable document", detail: expect.stringMatching(/^run 7 cannot be read/) },
  ],
  [Object.assign(new Error("slow down"), { statusCode: 429 }), { status: 429 }],
  [Object.assign(new Error("%"), { statusCode: 400, code: "FST_ERR_BAD_URL" }), { status: 400 }],
  [new TypeError("x is not a function"), { status: 500 }],
  ["thrown", { status: 500 }],
])("%s", (error, expected) => {
  expect(problemOf(error)).toMatchObject(expected);
});

it("tells nothing of what is behind the server", () => {
  const secret = "postgres://reader@db.internal:5432/plumbline: relation run does not exist at /srv/x.ts:3";
  for (const error of [
    new PlumblineError("store", secret),
    new Error(secret),
    new PlumblineError("internal", secret),
  ]) {
    expect(JSON.stringify(problemOf(error))).not.toMatch(/postgres|internal:|relation|\/srv/);
  }
});

it("names the parameter that is wrong", () => {
  const error = new PlumblineError("usage", "after: not the `next` of an earlier answer");
  expect(problemOf(error).errors).toEqual([
    { parameter: "after", message: "not the `next` of an earlier answer" },
  ]);
});
