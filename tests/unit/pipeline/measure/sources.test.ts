import { expect, it } from "vitest";
import { parseConfig } from "../../../../src/config/parse.ts";
import { buildWarnings } from "../../../../src/pipeline/measure/sources.ts";

const databaseOf = (deploy: string) =>
  parseConfig(`database: { ${deploy} }\nworkloads: [{ name: a, run: oltp_read_only }]\n`, "plumbline.yml")
    .database;
const BUILT = databaseOf(
  'deploy: { command: { build: make, start: ./run, url: "postgres://u@127.0.0.1:$PLUMBLINE_PORT/d" } }',
);
const STARTED = databaseOf(
  'deploy: { command: { start: ./run, url: "postgres://u@127.0.0.1:$PLUMBLINE_PORT/d" } }',
);
const rebuilt = (rebuild: string) =>
  databaseOf(
    `deploy: { command: { build: make, rebuild: ${rebuild}, start: ./run, url: "postgres://u@127.0.0.1:$PLUMBLINE_PORT/d" } }`,
  );
const MIXED = databaseOf(
  'deploy: { local: {} }, base: { command: { build: make, start: ./run, url: "postgres://u@127.0.0.1:$PLUMBLINE_PORT/d" } }',
);
const head = { sha: "b".repeat(40), dirty: false };
const other = { base: { sha: "a".repeat(40) }, head };
const codesOf = (...args: Parameters<typeof buildWarnings>) => buildWarnings(...args).map(({ code }) => code);

it("says what the layout of a build may do, on either arm, and against a history", () => {
  expect(codesOf(BUILT, other)).toEqual(["code-layout"]);
  expect(codesOf(MIXED, other)).toEqual(["code-layout"]);
  expect(codesOf(BUILT, { base: null, head })).toEqual(["code-layout"]);
  expect(codesOf(BUILT, { base: head, head: { ...head, dirty: true } })).toEqual(["code-layout"]);
});

it("says nothing where nothing is built, or one commit is both", () => {
  expect(codesOf(STARTED, other)).toEqual([]);
  expect(codesOf(databaseOf("deploy: { local: {} }"), other)).toEqual([]);
  expect(codesOf(BUILT, { base: head, head })).toEqual([]);
});

it("names a build for each session as the remedy, and is silent where there is one", () => {
  expect(buildWarnings(BUILT, other)).toMatchObject([
    {
      message: expect.stringMatching(/^each commit was built once:/),
      remedy: expect.stringContaining("rebuild"),
    },
  ]);
  expect(buildWarnings(rebuilt("each-look"), other)).toMatchObject([
    { message: expect.stringMatching(/once for each look/), remedy: expect.stringContaining("each-session") },
  ]);
  expect(buildWarnings(rebuilt("each-session"), other)).toEqual([]);
});

it("of two deployments tells the worse", () => {
  const database = { ...rebuilt("each-session"), base: BUILT.deploy };
  expect(buildWarnings(database, other)).toEqual(buildWarnings(BUILT, other));
});
