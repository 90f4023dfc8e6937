/** Templates of HTML and SVG in which every value is escaped unless it is HTML already. */

import { tiedUnits } from "../../text/units.ts";

export type Html = Readonly<{ html: string }>;
type HtmlValue = string | number | Html | readonly Html[];

/** A number keeps its unit on its line. Text from outside must still pass `plainLine`, which this does not do. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  const parts = strings.map(
    (string, index) => string + (index < values.length ? htmlText(values[index]!) : ""),
  );
  return { html: parts.join("") };
}

/** Marks our own text as HTML. Never for anything from a report. */
export function trusted(text: string): Html {
  return { html: text };
}

/** Text that is copied or compared, such as a command or a field's value: escaped, with the spaces that it has. */
export function verbatim(text: string): Html {
  return { html: escapedHtml(text) };
}

function htmlText(value: HtmlValue): string {
  if (typeof value === "string") return escapedHtml(tiedUnits(value));
  if (typeof value === "number") return String(value);
  if ("html" in value) return value.html;
  return value.map((part) => part.html).join("");
}

function escapedHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
