import { expect, it } from "vitest";
import { z } from "zod";
import { toolAnswer } from "../../../src/model/tool-answer.ts";

const Pods = z.object({ items: z.array(z.object({ name: z.string() })) });

it("reads what was asked for, and leaves out what was not", () => {
  expect(toolAnswer(Pods, '{"kind":"PodList","items":[{"name":"a","uid":"u"}]}', "kubectl get pods")).toEqual(
    {
      items: [{ name: "a" }],
    },
  );
});

it.each([
  ["", /^kubectl get pods answered what Plumbline cannot read: no complete JSON: /],
  ["No resources found", /no complete JSON/],
  ["null", /\(the answer\): /],
  ['{"items":[{"name":7}]}', /items\.0\.name: .*expected string/],
])("says what is wrong with %j", (text, message) => {
  expect(() => toolAnswer(Pods, text, "kubectl get pods")).toThrow(
    expect.objectContaining({
      kind: "target",
      message: expect.stringMatching(message),
      remedy: expect.any(String),
    }),
  );
});
