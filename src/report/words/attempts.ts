/** Words about the attempts before a check, whose sessions are judged together with its own. */
import type { Overall, Report } from "../../model/report.ts";
import { listed, plural } from "../../text/units.ts";

const PLACES = [
  "",
  "first",
  "second",
  "third",
  "fourth",
  "fifth",
  "sixth",
  "seventh",
  "eighth",
  "ninth",
  "tenth",
];

const ENDINGS = ["th", "st", "nd", "rd"];

const COLORS: Readonly<Record<Overall, string>> = {
  regressed: "red",
  accepted: "green",
  inconclusive: "grey",
  trade: "green",
  improved: "green",
  unchanged: "green",
};

/** "third attempt, 72 sessions on 2 machines; the first was green, the second red"; "" for a first one. */
export function attemptsText({ attempts }: Report): string {
  if (attempts === undefined) return "";
  const { sessions, machines, earlier } = attempts;
  const where = machines > 1 ? ` on ${machines} machines` : "";
  const were = earlier.map(({ verdict }, i) => `the ${placeOf(i + 1)} was ${COLORS[verdict]}`);
  const [first = "", ...more] = were;
  const rest = more.map((text) => text.replace(" was ", " "));
  const others = earlier.flatMap(({ otherLimits }, i) => (otherLimits ? [`the ${placeOf(i + 1)}`] : []));
  const anew = others.length === 0 ? "" : `; ${listed(others)} had other limits, today's judge all sessions`;
  return `${placeOf(earlier.length + 1)} attempt, ${plural(sessions, "session")}${where}; ${listed([first, ...rest])}${anew}`;
}

function placeOf(number: number): string {
  const ending = [11, 12, 13].includes(number % 100) ? "th" : (ENDINGS[number % 10] ?? "th");
  return PLACES[number] ?? `${number}${ending}`;
}
