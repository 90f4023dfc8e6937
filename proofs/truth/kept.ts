/** Cases that were measured, in a folder: a run that was stopped goes on with those that are missing. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { KeptOtherwise } from "../kept-otherwise.ts";
import type { Taken } from "./takes.ts";

export { KeptOtherwise };

/** How long was measured, and the like: cases of one table are measured alike. */
export type Manner = Readonly<Record<string, string | number | boolean>>;

export type KeptCases = Readonly<{
  /** The case as it was measured, or null. */
  read: (title: string) => Taken | null;
  keep: (taken: Taken) => void;
}>;

/** Keeps nothing. */
export const NOTHING_KEPT: KeptCases = { read: () => null, keep: () => undefined };

export function keptCases(folder: string, manner: Manner): KeptCases {
  const fileOf = (title: string) => path.join(folder, `${slugOf(title)}.json`);
  return {
    read(title) {
      const file = fileOf(title);
      if (!existsSync(file)) return null;
      const kept = JSON.parse(readFileSync(file, "utf8")) as { manner: Manner; taken: Taken };
      const [held, wanted] = [kept.manner, manner].map((each) => JSON.stringify(each));
      if (held !== wanted) throw new KeptOtherwise(file, held!, wanted!);
      return kept.taken;
    },
    keep(taken) {
      mkdirSync(folder, { recursive: true });
      const file = fileOf(taken.title);
      writeFileSync(`${file}.part`, JSON.stringify({ manner, taken }));
      renameSync(`${file}.part`, file);
    },
  };
}

export function slugOf(title: string): string {
  return title.replaceAll(/[^\w.+]+/g, "-");
}
