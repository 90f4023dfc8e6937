/** Turns the load generator's advice, which names its command line, into words of plumbline.yml. */

import { wordTable } from "../model/by-key.ts";

/** Options of the load generator that the config file has in a place of their own, and that place. */
export const SAID_ELSEWHERE = wordTable<string>({
  time: "measure.seconds",
  "warmup-time": "measure.warmup",
  slice: "measure.slice",
  "rand-seed": "measure.seed",
  dialect: "database.dialect",
  against: "database.base",
  file: "workloads[].script",
  define: "workloads[].variables",
});

/** An option that a workload has a field of its own for, which makes it. */
const FIELDS = wordTable<string>({ stages: "workloads[].stages" });

/** Section of the config file that says how to connect: Plumbline fills those options in. */
export const CONNECTION = "database.deploy";

/** sysbench spells options with `_` or `-`; the load generator, and all but the config file, with `-`. */
export function hyphenated(name: string): string {
  return name.replaceAll("_", "-");
}

/** Options that the config file has no place for, since Plumbline sets them or never uses them. */
const UNSAID =
  /^(?:help|version|output|config-file|report-interval|slice-lines|server-pid|against-server-pid)$/;

/** Not within a word: `a--b` is none. A value ends before the sentence's own comma or full stop. */
const OPTION = /(?<![\w-])--([a-z][a-z-]*)(?:=([\w/-]+(?:\.\w+)*))?/g;

/** "a longer --slice (--slice=auto)" -> "a longer measure.slice (measure.slice: auto)"; a workload's own are `options.rate`. */
export function inConfigWords(text: string): string {
  return text.replace(OPTION, (option: string, name: string, value: string | undefined) => {
    if (UNSAID.test(name)) return option;
    const place =
      SAID_ELSEWHERE[name] ?? FIELDS[name] ?? (name.startsWith("pgsql-") ? CONNECTION : `options.${name}`);
    return value === undefined || place === CONNECTION ? place : `${place}: ${value}`;
  });
}
