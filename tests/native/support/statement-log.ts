/** What a server was asked for, read from its own log, and whether two programs asked for the same things as often. */
import { expect } from "vitest";

/** A statement with its numbers taken out: of its table first, then those of its parameters, or of its text where it has none. */
export type Statement = Readonly<{ kind: string; numbers: readonly number[] }>;

/**
 * The statements of one database in a log with `log_statement=all` and `log_line_prefix='%d '`.
 * @param log of connections that never wrote more than a pipe takes at once, so that their lines are whole
 */
export function readStatements(log: string, database: string): Statement[] {
  const lines = log
    .replaceAll("\n\t", " ") // Statements of several lines.
    .split("\n")
    .filter((line) => line.startsWith(`${database} `))
    .map((line) => line.slice(database.length + 1));
  return lines.flatMap((line, at) => {
    const sql = /^LOG: {2}(?:statement|execute [^:]*): (.*)$/.exec(line)?.[1];
    return sql === undefined ? [] : [statementOf(sql, parametersIn(lines[at + 1] ?? ""))];
  });
}

function parametersIn(line: string): string[] {
  if (!line.startsWith("DETAIL:  parameters: ")) return [];
  return [...line.matchAll(/\$\d+ = '([^']*)'/g)].map(([, value]) => value!);
}

function statementOf(sql: string, parameters: readonly string[]): Statement {
  const text = sql.replaceAll(/'[^']*'/g, "''");
  const numbers = [
    ...[...text.matchAll(/\bsbtest(\d+)/g)].map(([, table]) => table!),
    ...[...text.matchAll(LITERAL)].map(([literal]) => literal),
    ...parameters.filter((value) => /^-?\d+$/.test(value)),
  ];
  const kind = text
    .replaceAll(/\bsbtest\d+/g, "sbtest")
    .replaceAll(LITERAL, "#")
    .replaceAll(/\s+/g, "");
  return { kind, numbers: numbers.map(Number) };
}

/** A number that belongs to no name and to no parameter. */
const LITERAL = /(?<![\w$-])-?\d+/g;

/** The values of each number of each kind of statement. */
export function columnsOf(statements: readonly Statement[]): Map<string, number[][]> {
  const columns = new Map<string, number[][]>();
  for (const { kind, numbers } of statements) {
    const own = columns.get(kind) ?? numbers.map(() => []);
    columns.set(kind, own);
    for (const [at, number] of numbers.entries()) own[at]!.push(number);
  }
  return columns;
}

/**
 * Expects two samples to be of one distribution, by chi-square over cells of about a twentieth of both together. Equal ones are
 * refused once in a million; the limit is Wilson and Hilferty's approximation.
 */
export function expectAlike(a: readonly number[], b: readonly number[], what: string): void {
  const cells = cellsOf(a, b);
  const scale = Math.sqrt(b.length / a.length);
  const statistic = cells.reduce(
    (sum, [ours, theirs]) => sum + (ours * scale - theirs / scale) ** 2 / (ours + theirs),
    0,
  );
  const freedom = cells.length - 1;
  const ninth = 2 / (9 * freedom);
  const limit = freedom === 0 ? 0 : freedom * (1 - ninth + 4.753 * Math.sqrt(ninth)) ** 3;
  expect(statistic, `${what}: chi-square with ${freedom} degrees of freedom`).toBeLessThanOrEqual(limit);
}

/** How many of each sample are in each cell; equal values are never parted. */
function cellsOf(a: readonly number[], b: readonly number[]): [number, number][] {
  const counts = new Map<number, [number, number]>();
  for (const [side, values] of [a, b].entries()) {
    for (const value of values) {
      const count = counts.get(value) ?? [0, 0];
      counts.set(value, count);
      count[side]! += 1;
    }
  }
  const enough = (a.length + b.length) / 20;
  const cells: [number, number][] = [];
  let open: [number, number] = [0, 0];
  for (const [, [ours, theirs]] of [...counts].sort(([x], [y]) => x - y)) {
    open = [open[0] + ours, open[1] + theirs];
    if (open[0] + open[1] < enough) continue;
    cells.push(open);
    open = [0, 0];
  }
  const last = cells.pop() ?? [0, 0];
  return [...cells, [last[0] + open[0], last[1] + open[1]]];
}
