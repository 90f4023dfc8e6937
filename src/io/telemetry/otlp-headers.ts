/** Headers of requests to an OpenTelemetry collector, by the variables that OpenTelemetry's own exporters read. */
import { PlumblineError } from "../../model/errors.ts";
import { percentDecoded } from "../../text/outside.ts";

/** The first that has a value decides alone: a variable of one signal overrides the one of all. */
const VARIABLES = ["OTEL_EXPORTER_OTLP_METRICS_HEADERS", "OTEL_EXPORTER_OTLP_HEADERS"] as const;

/** https://www.rfc-editor.org/rfc/rfc9110#name-tokens */
const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
/** Values that can be sent: no control character but a tab, and none beyond Latin-1. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * Read from NAME=VALUE by commas, values percent-encoded.
 * @throws PlumblineError of kind "usage" that names an entry by its place or name, for its value may be a secret
 */
export function otlpHeaders(env: NodeJS.ProcessEnv): Readonly<Record<string, string>> {
  const variable = VARIABLES.find((name) => (env[name] ?? "").trim() !== "");
  if (variable === undefined) return {};
  const entries = env[variable]!.split(",").map((entry) => entry.trim());
  return Object.fromEntries(
    entries.flatMap((entry, index) => (entry === "" ? [] : [headerOf(entry, index + 1, variable)])),
  );
}

function headerOf(entry: string, place: number, variable: string): readonly [name: string, value: string] {
  const end = entry.indexOf("=");
  const name = entry.slice(0, Math.max(0, end)).trim();
  // An entry without a valid name may be a secret as a whole, also what stands before an equals sign.
  if (!NAME.test(name)) throw headerRefusal(`${variable}: entry ${place} is not NAME=VALUE`);
  const value = percentDecoded(entry.slice(end + 1).trim());
  if (!VALUE.test(value)) throw headerRefusal(`${variable}: the value of ${name} cannot be a header's`);
  return [name, value];
}

function headerRefusal(message: string): PlumblineError {
  return new PlumblineError("usage", message, {
    remedy:
      "write NAME=VALUE, with commas between entries, and percent-encode what is special in a value: a space is %20, as in Bearer%20TOKEN",
  });
}
