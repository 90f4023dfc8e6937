import { describe, expect, test } from "vitest";
import { readAcceptEvent } from "../../../../src/io/github/accept-event.ts";

const LABEL = "plumbline: accept";
const read = (event: string, payload: unknown) => readAcceptEvent(event, payload, LABEL);

const labeled = (rest: object = {}) => ({
  action: "labeled",
  label: { name: LABEL },
  sender: { login: "ada" },
  pull_request: { number: 7, updated_at: "2026-03-02T11:00:00Z", head: { sha: "b".repeat(40) } },
  ...rest,
});
const commented = (rest: object = {}, comment: object = {}) => ({
  action: "created",
  issue: { number: 7, pull_request: { url: "https://github.example" } },
  comment: {
    id: 5,
    body: "/plumbline accept fine",
    created_at: "2026-03-02T11:00:00Z",
    user: { login: "ada" },
    ...comment,
  },
  ...rest,
});

describe.each(["pull_request", "pull_request_target"])("%s", (event) => {
  test("with the label put or taken away asks to accept", () => {
    expect(read(event, labeled())).toEqual({
      kind: "label",
      put: true,
      label: LABEL,
      pullRequest: 7,
      by: "ada",
      at: "2026-03-02T11:00:00Z",
      head: "b".repeat(40),
    });
    expect(read(event, labeled({ action: "unlabeled" }))).toMatchObject({ kind: "label", put: false });
  });

  test.each([
    ["another label", labeled({ label: { name: "bench" } })],
    ["a push", { action: "synchronize", pull_request: { number: 7 } }],
    ["no action at all", { pull_request: { number: 7 } }],
  ])("with %s is about measuring", (_, payload) => expect(read(event, payload)).toBeNull());

  test("without its sender is not as GitHub describes it", () => {
    expect(() => read(event, labeled({ sender: undefined }))).toThrow("sender");
  });
});

describe("a comment", () => {
  test("with a command asks for it, in the name of its author", () => {
    expect(read("issue_comment", commented())).toEqual({
      kind: "comment",
      id: 5,
      text: "/plumbline accept fine",
      at: "2026-03-02T11:00:00Z",
      pullRequest: 7,
      by: "ada",
    });
  });

  test.each([
    ["edited: it may be another's words", commented({ action: "edited" })],
    ["on an issue", commented({ issue: { number: 7 } })],
    ["without a command", commented({}, { body: "looks good" })],
  ])("%s asks for nothing, and measures nothing", (_, payload) => {
    expect(read("issue_comment", payload)).toMatchObject({ kind: "nothing" });
  });
});

test("a comment that asks to measure is another workflow's, but not one that no workflow knows", () => {
  const kindOf = (body: string) => read("issue_comment", commented({}, { body }))?.kind;
  expect(["run", "rerun", "confirm", "help"].map((verb) => kindOf(`/plumbline ${verb} x`))).toEqual(
    Array(4).fill("nothing"),
  );
  expect(kindOf("/plumbline dance")).toBe("comment");
});

test.each(["push", "schedule", "workflow_dispatch", "merge_group"])("%s is about measuring", (event) => {
  expect(read(event, {})).toBeNull();
});
