/** The small pictures of the other metrics follow the series: one cursor, and what the run under it has in each of them. */
import type { MetricId } from "../../model/metric.ts";
import type { Choice } from "../../report/pages/choice.ts";
import type { WorkloadData } from "../../report/pages/data.ts";
import { ownPlaces, type Picture } from "../../report/pages/picture.ts";
import { sparkCursor, sparkPlaces } from "../../report/pages/spark.ts";
import { formatMetric } from "../../text/units.ts";

const SVG = "http://www.w3.org/2000/svg";

type Small = Readonly<{ metric: MetricId; number: Element; newest: string; cursor: Element }>;

export class Multiples {
  readonly #data: WorkloadData;
  readonly #picture: Picture;
  readonly #places: readonly number[];
  readonly #all: readonly Small[];

  /** @param onPoint told of the run that somebody points at in one of them */
  constructor(
    section: HTMLElement,
    data: WorkloadData,
    choice: Choice,
    picture: Picture,
    onPoint: (place: number) => void,
  ) {
    this.#data = data;
    this.#picture = picture;
    this.#places = ownPlaces(data, choice, picture);
    this.#all = [...section.querySelectorAll<HTMLElement>("[data-metric]")].flatMap((link) => smallIn(link));
    const { nearest } = sparkPlaces(this.#places.length);
    for (const spark of section.querySelectorAll("svg.spark")) {
      spark.addEventListener("pointermove", (event) => {
        const { left, width } = spark.getBoundingClientRect();
        const place = this.#places[nearest(((event as PointerEvent).clientX - left) / width)];
        if (place !== undefined) onPoint(place);
      });
    }
  }

  /** @param place null: nothing is pointed at, and the newest values are told again */
  point(place: number | null): void {
    const at = place === null ? -1 : this.#places.indexOf(place);
    const run = at < 0 ? undefined : this.#picture.runs[this.#places[at]!];
    for (const { metric, number, newest, cursor } of this.#all) {
      const value = run === undefined ? undefined : this.#data.metrics[metric]?.value[run];
      number.textContent = run === undefined ? newest : value == null ? "–" : formatMetric(metric, value);
      cursor.setAttribute("d", at < 0 ? "" : sparkCursor(at, this.#places.length));
    }
  }
}

function smallIn(link: HTMLElement): readonly Small[] {
  const [number, spark] = [link.querySelector(".number"), link.querySelector("svg.spark")];
  if (number === null || spark === null) return [];
  const cursor = document.createElementNS(SVG, "path");
  cursor.setAttribute("class", "cursor");
  spark.append(cursor);
  return [{ metric: link.dataset["metric"] as MetricId, number, newest: number.textContent ?? "", cursor }];
}
