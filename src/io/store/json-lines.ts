/**
 * A whole store as text, one document on a line: runs, reports and acceptances, each as docs/schema describes it, told apart by
 * `schema`. Every kind of store gives and takes the same lines.
 */
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { Acceptance } from "../../model/acceptance.ts";
import { parseStoredDocument } from "../../model/document.ts";
import { PlumblineError } from "../../model/errors.ts";
import { Report } from "../../model/report.ts";
import { Run } from "../../model/run.ts";

export type StoreLine = Readonly<
  | { kind: "run"; run: Run }
  | { kind: "report"; report: Report }
  | { kind: "acceptance"; acceptance: Acceptance }
>;

/** The `schema` of an acceptance in a line. Elsewhere acceptances are no documents, and need none. */
const ACCEPTANCE = "plumbline.acceptance/1";

export class LineWriter {
  readonly #out: Writable;

  constructor(out: Writable) {
    this.#out = out;
  }

  /** Resolves when there is room for more. @throws what ended the stream, before this line or with it */
  async write(line: StoreLine): Promise<void> {
    if (this.#out.write(`${JSON.stringify(lineDocument(line))}\n`)) return;
    // A stream that has failed, as that of a file which cannot be made, never says again that it has room.
    if (this.#out.errored !== null) throw this.#out.errored;
    await once(this.#out, "drain");
  }
}

function lineDocument(line: StoreLine): object {
  switch (line.kind) {
    case "run":
      return line.run;
    case "report":
      return line.report;
    case "acceptance":
      return { schema: ACCEPTANCE, ...line.acceptance };
  }
}

/**
 * The documents of a stream, one after the other.
 * @param name of the file, for errors
 * @throws PlumblineError of kind "usage" that names the line which is none
 */
export async function* readLines(input: Readable, name: string): AsyncGenerator<StoreLine> {
  let number = 0;
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    number++;
    if (text.trim() !== "") yield parseStoreLine(text, `${name}:${number}`);
  }
}

function parseStoreLine(text: string, place: string): StoreLine {
  const kind = /^\s*\{\s*"schema":\s*"plumbline\.(\w+)\//.exec(text)?.[1] ?? "";
  switch (kind) {
    case "run":
      return { kind, run: parseStoredDocument(Run, text, place) };
    case "report":
      return { kind, report: parseStoredDocument(Report, text, place) };
    case "acceptance": {
      const acceptance = text.replace(/"schema":\s*"[^"]*"\s*,/, "");
      return { kind, acceptance: parseStoredDocument(Acceptance, acceptance, place) };
    }
    default:
      throw new PlumblineError("usage", `${place} is not a run, report or acceptance`, {
        remedy: "name a file that `plumbline store export FILE.jsonl` wrote",
      });
  }
}
