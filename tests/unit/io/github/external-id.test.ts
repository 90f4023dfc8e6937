/** What a check run keeps about itself. */
import { expect, it } from "vitest";
import { readExternalId, workflowRunIn, writeExternalId } from "../../../../src/io/github/external-id.ts";
import { commentMarker } from "../../../../src/report/markdown/marker.ts";

const marker = commentMarker("oltp", "pg17");

it.each([
  { marker, run: 4711, claim: "neutral", origin: null },
  { marker, run: 4711, claim: null, origin: "0a1b2c3d4e" },
  { marker, run: null, claim: "success", origin: null },
  { marker, run: null, claim: null, origin: null },
] as const)("is read as it was written: %j", (id) => {
  expect(readExternalId(writeExternalId(id))).toEqual(id);
});

it("is one readable line", () => {
  expect(writeExternalId({ marker, run: 4711, claim: "success", origin: "0a1b2c3d4e" })).toBe(
    "<!-- plumbline:oltp:pg17 --> run=4711 claim=success origin=0a1b2c3d4e",
  );
});

it("of somebody else is none", () => {
  for (const text of [null, "", "run=1", "x <!-- plumbline:a -->", "<!-- plumbline:a -->x"])
    expect(readExternalId(text)).toBeNull();
});

it("keeps to the fields that it knows, and takes no name for one", () => {
  expect(readExternalId(`${marker} colour=blue run=4711 later`)).toEqual({
    marker,
    run: 4711,
    claim: null,
    origin: null,
  });
  expect(readExternalId(`${marker} run=-1 claim=whatever`)).toEqual({
    marker,
    run: null,
    claim: null,
    origin: null,
  });
  const hostile = commentMarker("a --> run=666 claim=success");
  expect(readExternalId(`${hostile} run=7`)).toEqual({ marker: hostile, run: 7, claim: null, origin: null });
});

it("takes the run from an address of GitHub or of an Enterprise server", () => {
  expect(workflowRunIn("https://github.com/acme/db/actions/runs/4711/attempts/2")).toBe(4711);
  expect(workflowRunIn("https://github.acme.example/acme/db/actions/runs/4711")).toBe(4711);
  expect(workflowRunIn("https://github.com/acme/db")).toBeNull();
});
