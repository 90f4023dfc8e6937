/** The page of a workload in a browser: the server's own words again, for every choice, and a picture to zoom and to point at. */

import type { MetricId } from "../../model/metric.ts";
import { html } from "../../report/html/template.ts";
import { type Choice, paramsOf, readChoice } from "../../report/pages/choice.ts";
import type { WorkloadData } from "../../report/pages/data.ts";
import { pathOf } from "../../report/pages/links.ts";
import { drawPicture, ownPlaces, type Picture } from "../../report/pages/picture.ts";
import { runTable } from "../../report/pages/run-table.ts";
import { sparkCursor, sparkPlaces } from "../../report/pages/spark.ts";
import { otherMetrics, readout, workloadView } from "../../report/pages/workload.ts";
import { formatMetric } from "../../text/units.ts";
import { Chart } from "./chart.ts";
import { equipTables } from "./tables.ts";

/** Time of loading after which a message is shown. */
const PATIENCE_MS = 300;
/** Choices that leave the zoom as it is. */
const KEEP_ZOOM: readonly string[] = ["metric", "axis", "since"];
/** Rest after a zoom before tables and small pictures follow: made for each step, or before the first, they would hold up the picture. */
const SETTLED_MS = 100;

export async function startWorkload(main: HTMLElement, source: string): Promise<void> {
  const says = (text: string) => {
    const line = document.getElementById("readout");
    if (line !== null) line.textContent = text;
  };
  const waiting = setTimeout(() => says("Loading the runs…"), PATIENCE_MS);
  try {
    const answer = await fetch(source);
    if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
    const data = (await answer.json()) as WorkloadData;
    clearTimeout(waiting);
    new WorkloadPage(main, data).begin();
  } catch (error) {
    clearTimeout(waiting);
    says(
      `The runs could not be loaded: ${(error as Error).message}. What is shown is what came with the page. `,
    );
    const retry = document.createElement("button");
    retry.textContent = "Retry";
    retry.addEventListener("click", () => void startWorkload(main, source));
    document.getElementById("readout")?.append(retry);
  }
}

class WorkloadPage {
  readonly #main: HTMLElement;
  readonly #data: WorkloadData;
  #choice: Choice;
  #picture: Picture;
  #chart: Chart | null = null;
  #multiples: Multiples | null = null;
  /** Timer of what follows the picture, once it is left alone. */
  #settling: ReturnType<typeof setTimeout> | undefined;
  /** Pointed at. */
  #place: number | null = null;

  constructor(main: HTMLElement, data: WorkloadData) {
    this.#main = main;
    this.#data = data;
    this.#choice = readChoice(data, new URLSearchParams(location.search)).choice;
    this.#picture = drawPicture(data, this.#choice);
  }

  begin(): void {
    this.#listen();
    addEventListener("popstate", () => this.#show(new URLSearchParams(location.search)));
    // A server has answered this address; a file knows no parameters.
    const isAnswered = document.body.dataset["static"] === undefined || location.search === "";
    if (isAnswered) this.#mount();
    else this.#show(new URLSearchParams(location.search));
  }

  #show(params: URLSearchParams): void {
    clearTimeout(this.#settling);
    const focused = document.activeElement?.id ?? "";
    const opened = [...this.#main.querySelectorAll<HTMLDetailsElement>(".filters, .more, .keyboard")].filter(
      ({ open }) => open,
    );
    const { choice, notes } = readChoice(this.#data, params);
    this.#choice = choice;
    this.#picture = drawPicture(this.#data, choice);
    this.#chart?.end();
    this.#chart = null;
    const said = notes.map((note) => html`<p class="note" role="status">${note}</p>`);
    this.#main.innerHTML = html`${said}${workloadView(this.#data, choice, this.#picture)}`.html;
    for (const { className } of opened)
      this.#main.querySelector<HTMLDetailsElement>(`.${className}`)!.open = true;
    equipTables();
    this.#mount();
    if (focused !== "") document.getElementById(focused)?.focus({ preventScroll: true });
  }

  #mount(): void {
    const box = document.getElementById("plot");
    if (box !== null) this.#draw(box);
    this.#point(null);
    this.#settling = setTimeout(() => this.#follow(this.#picture), SETTLED_MS);
  }

  #draw(box: HTMLElement): void {
    const start = performance.now();
    this.#place = this.#picture.pinned;
    this.#chart = new Chart(box, this.#data, this.#choice.metric, this.#picture, {
      onPoint: (place) => this.#point(place),
      onPin: (place) => this.#pin(place),
      onZoom: (shown) => this.#zoomed(shown),
    });
    // The measure ends in the frame that shows the picture: proofs/page.ts reads it.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => performance.measure("plumbline-chart", { start })),
    );
    box.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param seen the picture as it is zoomed */
  #follow(seen: Picture): void {
    const section = document.getElementById("others");
    this.#multiples =
      section === null
        ? null
        : new Multiples(section, this.#data, this.#choice, seen, (place) => this.#chart?.point(place));
    this.#multiples?.point(this.#place);
  }

  #point(place: number | null): void {
    this.#place = place ?? this.#picture.pinned;
    const line = document.getElementById("readout");
    if (line !== null) line.innerHTML = readout(this.#data, this.#choice, this.#picture, this.#place).html;
    this.#multiples?.point(this.#place);
  }

  #pin(place: number): void {
    const isAgain = this.#picture.pinned === place;
    const point = isAgain ? null : this.#data.runs.commit[this.#picture.runs[place]!]!;
    this.#choice = { ...this.#choice, point };
    this.#picture = { ...this.#picture, pinned: isAgain ? null : place };
    this.#chart?.pin(this.#picture.pinned);
    this.#point(place);
    this.#remember("push");
  }

  #zoomed(shown: readonly [number, number] | null): void {
    const shaAt = (place: number) => this.#data.runs.commit[this.#picture.runs[place]!] ?? null;
    this.#choice = {
      ...this.#choice,
      from: shown === null ? null : shaAt(shown[0]),
      to: shown === null ? null : shaAt(shown[1]),
    };
    const reset = document.getElementById("reset");
    if (reset !== null) reset.hidden = shown === null;
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => this.#settle(shown ?? this.#picture.shown), SETTLED_MS);
  }

  #settle(shown: Picture["shown"]): void {
    const table = document.getElementById("runs");
    const seen = { ...this.#picture, shown };
    this.#chart?.paper(shown);
    if (table !== null) table.outerHTML = runTable(this.#data, this.#choice, seen).html;
    equipTables();
    const small = document.getElementById("others");
    if (small !== null) small.outerHTML = otherMetrics(this.#data, this.#choice, seen).html;
    this.#follow(seen);
    this.#remember("replace");
  }

  #remember(how: "push" | "replace"): void {
    const params = paramsOf(this.#data, this.#choice);
    const sort = new URLSearchParams(location.search).get("sort");
    if (sort !== null) params.set("sort", sort);
    const words = params.toString();
    const address = words === "" ? location.pathname : `?${words}`;
    if (how === "push") history.pushState(null, "", address);
    else history.replaceState(null, "", address);
  }

  #listen(): void {
    this.#main.addEventListener("change", (event) => {
      const chosen = (event.target as HTMLElement).closest("select");
      if (chosen === null) return;
      const params = paramsOf(this.#data, this.#choice);
      params.set(chosen.name, chosen.value);
      if (chosen.value === "") params.delete(chosen.name);
      if (!KEEP_ZOOM.includes(chosen.name)) for (const name of ["from", "to"]) params.delete(name);
      this.#go(params);
    });
    this.#main.addEventListener("submit", (event) => event.preventDefault());
    this.#main.addEventListener("click", (event) => {
      const link = (event.target as HTMLElement).closest<HTMLAnchorElement>("a[data-choice]");
      if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.#go(new URLSearchParams(link.search));
      document.getElementById("series")?.scrollIntoView({ block: "nearest" });
    });
  }

  #go(params: URLSearchParams): void {
    const { choice } = readChoice(this.#data, params);
    this.#choice = choice;
    this.#remember("push");
    this.#show(new URLSearchParams(location.search));
  }

  /** All keys are the picture's own, while it has the focus: nothing else on the page listens to single keys. */
  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || this.#chart === null) return;
    const does = this.#deed(event);
    if (does === undefined) return;
    event.preventDefault();
    does(this.#chart);
  }

  #deed({ key, shiftKey }: KeyboardEvent): ((chart: Chart) => void) | undefined {
    const step = shiftKey ? 10 : 1;
    const marks = this.#picture.steps.map(({ at }) => at);
    const here = this.#place ?? this.#picture.runs.length - 1;
    const deeds: Record<string, (chart: Chart) => void> = {
      ArrowLeft: (chart) => chart.point(Math.max(0, here - (this.#place === null ? 0 : step))),
      ArrowRight: (chart) => chart.point(Math.min(this.#picture.runs.length - 1, here + step)),
      n: (chart) =>
        this.#goTo(
          chart,
          marks.find((at) => at > here),
        ),
      p: (chart) =>
        this.#goTo(
          chart,
          marks.findLast((at) => at < here),
        ),
      "+": (chart) => this.#scale(chart, 0.5),
      "=": (chart) => this.#scale(chart, 0.5),
      "-": (chart) => this.#scale(chart, 2),
      Escape: () => this.#reset(),
      Enter: () => this.#open(false),
      c: () => this.#open(true),
      "?": () => document.getElementById("keyboard")?.setAttribute("open", ""),
    };
    return deeds[key];
  }

  /** Everything in the chosen time, nothing pinned. */
  #reset(): void {
    const params = paramsOf(this.#data, this.#choice);
    for (const name of ["from", "to", "point"]) params.delete(name);
    this.#go(params);
  }

  #goTo(chart: Chart, place: number | undefined): void {
    if (place !== undefined) chart.point(place);
  }

  #scale(chart: Chart, factor: number): void {
    const [from, to] = chart.shown();
    const middle = this.#place ?? (from + to) / 2;
    const half = Math.max(2, ((to - from) / 2) * factor);
    chart.zoom([Math.round(middle - half), Math.round(middle + half)]);
  }

  #open(isCompared: boolean): void {
    const run = this.#place === null ? undefined : this.#picture.runs[this.#place];
    if (run === undefined) return;
    const links = document.querySelectorAll<HTMLAnchorElement>("#readout a");
    const compared = [...links].find(({ href }) => href.includes("/compare/"));
    const sha = this.#data.runs.commit[run]!;
    const root = document.body.dataset["root"] ?? "../../../";
    if (!isCompared) location.href = root + pathOf({ page: "commit", sha });
    else if (compared !== undefined) location.href = compared.href;
  }
}

const SVG = "http://www.w3.org/2000/svg";

type Small = Readonly<{ metric: MetricId; number: Element; newest: string; cursor: Element }>;

/** The small pictures of the other metrics follow the series: one cursor, and what the run under it has in each of them. */
export class Multiples {
  readonly #data: WorkloadData;
  readonly #picture: Picture;
  readonly #places: readonly number[];
  readonly #all: readonly Small[];

  /** @param onPoint gets the run that is pointed at in one of them */
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

  /** @param place null: nothing is pointed at, and the newest values are shown again */
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
