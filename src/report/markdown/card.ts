/** The verdict's card in GitHub's markdown: an alert box, which is a quotation where a host knows no alerts. */
import { NBSP } from "../../text/units.ts";
import type { Card, CardCause, Onward, Tone } from "../words/card.ts";
import { capital } from "../words/headline.ts";
import { link, markdownText } from "./markdown.ts";

const ALERTS: Readonly<Record<Exclude<Tone, "fine">, string>> = {
  bad: "CAUTION",
  open: "WARNING",
  note: "NOTE",
  good: "TIP",
};

const TEXT_MOST = 400;
/** Ends a line, rather than begin one. */
const DOT = `${NBSP}· `;

/** @param level of the heading, "###"; null where the headline stands above as a title */
export function cardText(card: Card, level: string | null): string {
  const { tone, said, cause, figures, ways } = card;
  const mark = tone === "fine" ? "✅ " : "";
  const lines = [
    ...(level === null ? [] : [`${level} ${mark}Plumbline: ${markdownText(said, 200)}`]),
    ...(cause === null ? [] : [cardCauseText(cause)]),
    figures.map((figure) => markdownText(figure, 200)).join(DOT),
    ways.map(wayText).join(DOT),
  ].filter((line) => line !== "");
  if (tone === "fine") return `${lines.join("\n\n")}\n\n`;
  const quoted = [`[!${ALERTS[tone]}]`, lines.join("\n\n")].join("\n").split("\n");
  return `${quoted.map((line) => `> ${line}`.trimEnd()).join("\n")}\n\n`;
}

function cardCauseText({ code, text, place }: CardCause): string {
  const said = markdownText(code === null ? capital(text) : text, TEXT_MOST);
  const words = place === null ? "" : markdownText(place.words, 140);
  const where = place === null ? [] : [place.address === null ? words : link(words, place.address)];
  return [...(code === null ? [] : [`<code>${markdownText(code, TEXT_MOST)}</code>`]), said, ...where].join(
    " ",
  );
}

function wayText(way: Onward): string {
  const words = markdownText(way.words, 80);
  return "address" in way
    ? link(words, way.address)
    : `${words}: <code>${markdownText(way.command, 200)}</code>`;
}
