/** The published JSON Schemas, as another program would check a document with them. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { Ajv, type ValidateFunction } from "ajv";
import ajvFormats from "ajv-formats";
import { expect } from "vitest";

const FOLDER = path.resolve(import.meta.dirname, "../../../../docs/schema");
const ajv = new Ajv({ allErrors: true, strict: false });
ajvFormats.default(ajv);

const known = new Map<string, ValidateFunction>();

/** @param kind of document */
export function expectValid(kind: "run" | "report" | "sweep" | "shards", document: unknown): void {
  const validate =
    known.get(kind) ??
    ajv.compile(JSON.parse(readFileSync(path.join(FOLDER, `${kind}.schema.json`), "utf8")));
  known.set(kind, validate);
  validate(document);
  expect(validate.errors ?? []).toEqual([]);
}
