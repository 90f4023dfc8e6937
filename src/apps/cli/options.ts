/** Options and arguments of the verbs: the rows of the table of fields, and parsers that check values for commander. */

import { PORT_MOST, parseAddress } from "../../config/address.ts";
import { type FIELDS, type Field, fieldsIn } from "../../config/fields.ts";
import { guessedMetric } from "../../config/metrics.ts";
import { parseDurationNs } from "../../config/quantity.ts";
import { asMetric, METRIC_IDS, type MetricId } from "../../model/metric.ts";
import { type Command, InvalidArgumentError, Option, type OptionValues } from "./commander.ts";

type FieldPlace = Field["in"][number];
type FieldRow = (typeof FIELDS)[number];
type FieldOf<P extends FieldPlace, R extends FieldRow = FieldRow> = R extends unknown
  ? P extends R["in"][number]
    ? R
    : never
  : never;
/** The name of an option as commander has it: lockTimeout for "lock-timeout". */
type Camel<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;

/** Values of a verb's fields: text, and never absent if the table has a default. */
export type FieldWords<P extends FieldPlace> = {
  [R in FieldOf<P> as R["default"] extends "" ? never : Camel<R["name"]>]: string;
} & { [R in FieldOf<P> as R["default"] extends "" ? Camel<R["name"]> : never]?: string };

/** Adds the options of one verb from the table of fields. */
export function withFields<A extends unknown[], O extends OptionValues, P extends FieldPlace>(
  command: Command<A, O>,
  place: P,
): Command<A, O & FieldWords<P>> {
  for (const field of fieldsIn(place)) {
    const option = new Option(`--${field.name} <${field.value ?? "value"}>`, field.help);
    if (field.choices !== undefined) option.choices(field.choices);
    if (field.default !== "") option.default(field.default);
    command.addOption(option);
  }
  return command as Command<A, O & FieldWords<P>>;
}

export function wholeNumber(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1) return value;
  throw new InvalidArgumentError("a whole number from 1");
}

/** A parser of numbers within bounds. @param what the noun for the error of a number that is refused */
export function numberFrom(
  least: number,
  most: number,
  { what = "a whole number", isWhole = true }: Readonly<{ what?: string; isWhole?: boolean }> = {},
): (text: string) => number {
  return (text) => {
    const value = Number(text);
    const isWithin = text.trim() !== "" && value >= least && value <= most;
    if (isWithin && (!isWhole || Number.isInteger(value))) return value;
    throw new InvalidArgumentError(`${what} from ${least} to ${most}`);
  };
}

/** A parser of ports. @param least 0 if the caller takes a free port */
export function portFrom(least: 0 | 1): (text: string) => number {
  return numberFrom(least, PORT_MOST, { what: "a port" });
}

export function hostAndPort(text: string): Readonly<{ host: string; port: number }> {
  const { host, port } = parseAddress(text) ?? { host: null, port: 0 };
  if (host !== null && port <= PORT_MOST) return { host, port };
  throw new InvalidArgumentError("a host and a port, such as 10.0.0.1:7000 or [::1]:7000");
}

/** A parser of durations that answers nanoseconds. @param least shortest duration, such as "1s"; absent: any that is not 0 */
export function durationFrom(least?: string): (text: string) => number {
  const leastNs = least === undefined ? Number.MIN_VALUE : parseDurationNs(least)!;
  return (text) => {
    const ns = parseDurationNs(text);
    if (ns !== undefined && ns >= leastNs) return ns;
    const from = least === undefined ? "" : ` from ${least},`;
    throw new InvalidArgumentError(`a duration${from} such as 90s, 30m or 2h`);
  };
}

/** A parser of words of one form. @param expected names the form, for the error of a word that is refused */
export function wordLike(form: RegExp, expected: string): (text: string) => string {
  return (text) => {
    if (form.test(text)) return text;
    throw new InvalidArgumentError(expected);
  };
}

export const repositoryName = wordLike(/^[\w.-]+\/[\w.-]+$/, "a repository such as acme/db");

/** An option that is repeated for each of its values. @param checked throws for a wrong value, or answers it */
export function listOption<F extends string>(
  flags: F,
  help: string,
  checked: (value: string) => string = String,
) {
  const add = (value: string, before: readonly string[] | undefined) => [...(before ?? []), checked(value)];
  return new Option(flags, help).argParser(add);
}

/** A date or time of ISO 8601, as a moment in UTC; a date is the start of its day. */
export function isoDate(text: string): string {
  const time = /^\d{4}-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(time)) return new Date(time).toISOString();
  throw new InvalidArgumentError("a date such as 2026-11-21 or 2026-11-21T08:00:00Z");
}

/** Start of a history: a moment, or a commit by id, tag or branch. */
export type Since = Readonly<{ date: string } | { commit: string }>;

/** A date as `isoDate`, or the name of a tag or commit. What begins with "-" would reach git as an option. */
export function sinceWord(text: string): Since {
  if (/^\d{4}-\d\d/.test(text)) return { date: isoDate(text) };
  if (/^[^\s-][^\s]*$/.test(text)) return { commit: text };
  throw new InvalidArgumentError("a date such as 2026-11-21, a tag or a commit");
}

/** The metrics, as help lists them. */
export const METRIC_WORDS = `${METRIC_IDS.join(", ")}; or p99:KIND, for one kind of events`;

/** A metric of all events, or of one kind of events. */
export function metricWord(text: string): MetricId {
  const metric = asMetric(text);
  if (metric !== null) return metric;
  throw new InvalidArgumentError(guessedMetric(text, METRIC_IDS));
}
