/** Places in head's tree, and their addresses on the code host. */
import type { Report } from "../../model/report.ts";
import { isSha, percentDecoded, percentEncoded, plainLine, webAddress } from "../../text/outside.ts";

/** A file of the repository; text from outside. */
export type CodePlace = Readonly<{ file: string; line: number | null }>;

/** "db/003.sql, line 9". */
export function placeText({ file, line }: CodePlace): string {
  return `${plainLine(file, 120)}${line === null ? "" : `, line ${line}`}`;
}

/** "db/003.sql:9" as a place; null for a text that is none. */
export function parsePlace(text: string | null): CodePlace | null {
  const [, file, line] = /^(.+):(\d+)$/.exec(text ?? "") ?? [];
  return file === undefined ? null : { file, line: Number(line) };
}

/** Path from the root of the repository, where the step runs; null for a file outside of it. */
export function pathInRepository(file: string): string | null {
  const names: string[] = [];
  for (const name of file.split("/")) {
    if (name === "..") {
      if (names.pop() === undefined) return null;
    } else if (name !== ".") names.push(name);
  }
  return names[0] === "" ? null : names.join("/");
}

/** Address of a place at head's commit; null where the host is not known (by the address of the run), or has no such commit. */
export function placeAddress({ origin, head: { commit } }: Report, { file, line }: CodePlace): string | null {
  const run = webAddress(origin.runUrl);
  const path = pathInRepository(file);
  if (run === null || path === null || !isSha(commit.sha) || commit.dirty) return null;
  const [host] = percentDecoded(run).split(`/${origin.repository}/actions/runs/`);
  if (host === undefined || host === percentDecoded(run)) return null;
  const names = path.split("/").map(percentEncoded).join("/");
  const at = line === null ? "" : `#L${line}`;
  return webAddress(`${host}/${origin.repository}/blob/${commit.sha}/${names}${at}`);
}
