/** How `native.ts` prints what it measured. */

import type { Promised } from "./scenario.ts";

/** Progress goes to standard error: standard output is the table. */
export const say = (text: string) => process.stderr.write(`${text}\n`);

/** Linear between the neighbours, as R's default. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * q;
  const low = sorted[Math.floor(at)] ?? Number.NaN;
  return low + ((sorted[Math.ceil(at)] ?? low) - low) * (at - Math.floor(at));
}

/** As many digits as mean something. */
export const number = (value: number) =>
  value >= 1000
    ? Math.round(value).toLocaleString("en")
    : value < 0.01
      ? value.toPrecision(2)
      : value.toFixed(value < 10 ? 2 : 1);

/**
 * Prints one line: the figure, its quartiles when it has any, the promise (`most` or `least`, and `stretch`), and whether it holds.
 * @returns it holds, or nothing is promised
 */
export function line(what: string, figure: number, quartiles: string, promise: Promised): boolean {
  const holds =
    promise.most !== undefined
      ? figure <= promise.most
      : promise.least !== undefined
        ? figure >= promise.least
        : undefined;
  const promised =
    promise.most !== undefined
      ? `<= ${number(promise.most)}`
      : promise.least !== undefined
        ? `>= ${number(promise.least)}`
        : "";
  const stretch =
    promise.stretch === undefined
      ? ""
      : (promise.most !== undefined ? figure <= promise.stretch : figure >= promise.stretch)
        ? ", stretch too"
        : "";
  const verdict = holds === undefined ? "" : holds ? `holds${stretch}` : "DOES NOT HOLD";
  console.log(
    `  ${what.padEnd(50)} ${number(figure).padStart(8)} ${quartiles.padEnd(15)} ${promised.padStart(9)}  ${verdict}`.trimEnd(),
  );
  return holds !== false;
}
