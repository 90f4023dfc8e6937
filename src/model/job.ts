/** Name of a job, which sets it apart from others that measure the same suite. */
import { createHash } from "node:crypto";
import { type Bounds, exceeded } from "./bounds.ts";

const MATRIX: Bounds = { depth: 20, entries: 10_000, containers: 10_000, text: 1_000_000 };

/** Characters of a name; it is shown in the list of checks. */
export const JOB_MOST = 80;

/**
 * The name of a job, or null where it has nothing of its own.
 * @param said a name, or a matrix as GitHub's `toJSON` writes it: then the job is called by its values, as GitHub does, without the
 * one that names the suite. What would be too long is cut, and stays unlike others.
 */
export function jobName(said: string, suite: string): string | null {
  const matrix = matrixIn(said);
  const name = matrix === null ? said.trim() : matrixValues(matrix, suite).join(", ");
  if (name === "") return null;
  if (name.length <= JOB_MOST) return name;
  const mark = createHash("sha256").update(name).digest("hex").slice(0, 8);
  // Half of a surrogate pair is no character.
  const whole = name.slice(0, JOB_MOST - mark.length - 1).replace(/[\ud800-\udbff]$/, "");
  return `${whole}~${mark}`;
}

/** The matrix as an object; null where the text is none. GitHub writes the word null for a job without a matrix. */
function matrixIn(said: string): object | null {
  try {
    const value: unknown = JSON.parse(said);
    // A matrix that nests deeper than anybody writes is a name like any other text.
    return typeof value === "object" && exceeded(value, MATRIX) === null ? (value ?? {}) : null;
  } catch {
    return null;
  }
}

function matrixValues(matrix: object, suite: string): readonly string[] {
  return Object.values(matrix)
    .map((value: unknown) => (typeof value === "string" ? value : JSON.stringify(value)))
    .filter((text) => text !== "" && text !== suite);
}
