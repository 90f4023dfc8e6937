/** The series as uPlot draws it: the page's own picture, to zoom and to point at. */
import uPlot from "uplot";
import type { MetricId } from "../../model/metric.ts";
import type { WorkloadData } from "../../report/pages/data.ts";
import { levelColour, SERIES, seriesPlot } from "../../report/pages/figure.ts";
import {
  dayAt,
  edgeOf,
  extentOf,
  type Picture,
  pictureEnds,
  placesBetween,
  WHISKERS_FROM_PX,
} from "../../report/pages/picture.ts";
import type { RunLine } from "../../report/pages/run-lines.ts";
import { circled, stepSize } from "../../report/pages/words.ts";
import { valueTicks } from "../../text/ticks.ts";
import { minuteOf } from "../../text/time.ts";

type Listener = Readonly<{
  /** The run that is pointed at, as its place; null: none. */
  onPoint: (place: number | null) => void;
  onPin: (place: number) => void;
  /** Called with what a zoom leaves in view; null: all that was chosen. */
  onZoom: (shown: Picture["shown"] | null) => void;
}>;

const FONT = "12px system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif";
/** Closer together, marks of their own would be one smear: the line is enough. */
const DOTS_FROM_PX = 6;
/** Pixels that a hand may move in a click. */
const CLICK_PX = 4;

export class Chart {
  readonly #plot: uPlot;
  readonly #box: HTMLElement;
  readonly #data: WorkloadData;
  readonly #metric: MetricId;
  readonly #picture: Picture;
  readonly #listener: Listener;
  readonly #ending = new AbortController();
  readonly #watch: ResizeObserver;
  #pinned: number | null;
  /** Ends of the x axis. */
  #seen: readonly [number, number] = [0, 1];
  /** Range that the listener was last given. */
  #reported: Picture["shown"];

  constructor(box: HTMLElement, data: WorkloadData, metric: MetricId, picture: Picture, listener: Listener) {
    this.#box = box;
    this.#data = data;
    this.#metric = metric;
    this.#picture = picture;
    this.#listener = listener;
    this.#pinned = picture.pinned;
    this.#reported = picture.shown;
    const { clientWidth: width, clientHeight: height } = box;
    // The picture that came with the page is there for paper, which is as wide as it is.
    this.paper(picture.shown);
    const values = picture.lines.map(({ value }) => value as (number | null | undefined)[]);
    this.#plot = new uPlot(
      { width, height, ...this.#options() },
      [picture.x, ...values] as uPlot.AlignedData,
      box,
    );
    this.#watch = new ResizeObserver(() => this.#fit());
    this.#watch.observe(box);
    // Paper is light, whatever the screen is.
    for (const query of ["(prefers-color-scheme: dark)", "print"]) {
      const { signal } = this.#ending;
      matchMedia(query).addEventListener("change", () => this.#plot.redraw(), { signal });
    }
    this.#listen();
  }

  /** Sets the size if it is another one: an observer also reports it unchanged, and drawing again costs as much as the first time. */
  #fit(): void {
    const { clientWidth: width, clientHeight: height } = this.#box;
    if (width !== this.#plot.width || height !== this.#plot.height) this.#plot.setSize({ width, height });
  }

  end(): void {
    this.#ending.abort();
    this.#watch.disconnect();
    this.#plot.destroy();
  }

  /** Makes the picture again that paper gets. */
  paper(shown: Picture["shown"]): void {
    const drawing = seriesPlot(this.#data, this.#metric, { ...this.#picture, shown });
    this.#box.querySelector(":scope > svg")?.remove();
    if (drawing !== null) this.#box.insertAdjacentHTML("afterbegin", drawing.html);
  }

  /** Points at a run, as a mouse would. */
  point(place: number): void {
    const [from, to] = this.shown();
    if (place < from || place > to) {
      const half = (to - from) / 2;
      this.zoom([place - half, place + half]);
    }
    this.#plot.setCursor({
      left: this.#plot.valToPos(this.#picture.x[place]!, "x"),
      top: this.#plot.bbox.height / 2 / devicePixelRatio,
    });
  }

  pin(place: number | null): void {
    this.#pinned = place;
    this.#plot.redraw();
  }

  shown(): Picture["shown"] {
    return this.#seenIn(this.#plot.scales);
  }

  /** Reports a zoom to the listener: uPlot sets its scales also without one. */
  #tell({ scales }: uPlot): void {
    const shown = this.#seenIn(scales);
    const isSame = (other: Picture["shown"]) => shown[0] === other[0] && shown[1] === other[1];
    if (isSame(this.#reported)) return;
    this.#reported = shown;
    this.#listener.onZoom(isSame(this.#picture.shown) ? null : shown);
  }

  /** @param shown null: all that was chosen */
  zoom(shown: readonly [number, number] | null): void {
    const [from, to] = shown ?? this.#picture.shown;
    const last = this.#picture.runs.length - 1;
    const [min, max] = pictureEnds(this.#picture, [
      Math.max(0, from),
      Math.min(last, Math.max(to, from + 1)),
    ]);
    this.#plot.setScale("x", { min, max });
  }

  #seenIn(scales: uPlot["scales"]): Picture["shown"] {
    const { min = 0, max = 0 } = scales["x"] ?? {};
    return placesBetween(this.#picture, min, max);
  }

  #options(): Omit<uPlot.Options, "width" | "height"> {
    const [from, to] = pictureEnds(this.#picture, this.#picture.shown);
    const colour = (name: string) => () => cssColour(name);
    return {
      legend: { show: false },
      padding: [26, 30, 0, 0],
      cursor: { y: false, drag: { x: true, y: false, dist: CLICK_PX }, points: { size: 9 } },
      scales: {
        x: {
          time: false,
          range: (_, min, max) => [...this.#see([min ?? 0, max ?? 1])],
          min: from,
          max: to,
        },
        y: { range: () => [...this.#extent()] },
      },
      axes: this.#axes(),
      series: [
        {},
        ...this.#picture.lines.map(({ isOwn }, i) => ({
          stroke: colour(seriesColour(i)),
          width: 1.25,
          alpha: LINE_ALPHA,
          ...(isOwn ? {} : { dash: [5, 3] }),
          points: { show: false },
        })),
      ],
      hooks: {
        drawAxes: [(plot) => this.#drawSteps(plot)],
        draw: [(plot) => this.#drawRuns(plot)],
        setCursor: [
          ({ cursor: { idx, left = -1 } }) => this.#listener.onPoint(left < 0 ? null : (idx ?? null)),
        ],
        setScale: [(plot, key) => key === "x" && this.#tell(plot)],
      },
    };
  }

  #axes(): uPlot.Axis[] {
    const colour = (name: string) => () => cssColour(name);
    const axis = {
      font: FONT,
      stroke: colour("--muted"),
      grid: { stroke: colour("--grid"), width: 1 },
      ticks: { show: false },
    };
    const ticksOf = (min: number, max: number, height: number) =>
      valueTicks(this.#metric, min, max, Math.max(2, Math.floor(height / 56)));
    return [
      {
        ...axis,
        grid: { show: false },
        size: 32,
        space: 110,
        incrs: STEPS[this.#picture.axis],
        values: (_, at, __, ___, step) => at.map((value) => this.#labelAt(value, step)),
      },
      {
        ...axis,
        size: 68,
        splits: (plot, _, min, max) => ticksOf(min, max, plot.height).map(({ at }) => at),
        values: (plot, at) => {
          const { min = 0, max = 1 } = plot.scales["y"] ?? {};
          const labels = new Map(ticksOf(min, max, plot.height).map((tick) => [tick.at, tick.label]));
          return at.map((each) => labels.get(each) ?? "");
        },
      },
    ];
  }

  #labelAt(value: number, step: number): string {
    const isWithinDay = this.#picture.axis === "time" && step < DAY_MS;
    return isWithinDay ? minuteOf(new Date(value).toISOString()) : dayAt(this.#data, this.#picture, value);
  }

  #see(ends: readonly [number, number]): readonly [number, number] {
    this.#seen = ends;
    return ends;
  }

  /** uPlot sets x first; its own words of it come only when all scales are set. */
  #extent(): readonly [number, number] {
    const [min, max] = this.#seen;
    return extentOf(this.#picture, placesBetween(this.#picture, min, max)) ?? [0, 1];
  }

  /** Behind the line: where the environment and the level changed. */
  #drawSteps(plot: uPlot): void {
    const { ctx, bbox } = plot;
    const ratio = devicePixelRatio;
    const at = (place: number) => plot.valToPos(edgeOf(this.#picture, place), "x", true);
    const isSeen = (place: number) => at(place) >= bbox.left && at(place) <= bbox.left + bbox.width;
    const upright = (place: number) => {
      ctx.beginPath();
      ctx.moveTo(at(place), bbox.top);
      ctx.lineTo(at(place), bbox.top + bbox.height);
      ctx.stroke();
    };
    ctx.save();
    ctx.lineWidth = ratio;
    ctx.strokeStyle = cssColour("--muted");
    ctx.setLineDash([2 * ratio, 4 * ratio]);
    for (const place of this.#picture.borders.filter(isSeen)) upright(place);
    ctx.setLineDash([]);
    ctx.textAlign = "center";
    ctx.font = `600 ${13 * ratio}px system-ui, 'DejaVu Sans', sans-serif`;
    const seen = this.#picture.steps.filter((step) => isSeen(step.at));
    let free = Number.NEGATIVE_INFINITY;
    for (const [i, step] of seen.entries()) {
      ctx.strokeStyle = ctx.fillStyle = cssColour(STEP_COLOURS[step.kind]);
      upright(step.at);
      const [short, long] = [circled(step.number), `${circled(step.number)} ${stepSize(step)}`];
      const [narrow, half] = [ctx.measureText(short).width / 2, ctx.measureText(long).width / 2];
      const next = seen[i + 1] === undefined ? Number.POSITIVE_INFINITY : at(seen[i + 1]!.at) - narrow;
      // The size is left out where it would touch a neighbour.
      const hasRoom = at(step.at) - half > free && at(step.at) + half < next;
      free = at(step.at) + (hasRoom ? half : narrow);
      ctx.fillText(hasRoom ? long : short, at(step.at), bbox.top - 8 * ratio);
    }
    ctx.restore();
  }

  /** Before the line: the levels, which noise hides. */
  #drawLevels(plot: uPlot): void {
    const { ctx } = plot;
    const colour = levelColour(this.#picture);
    ctx.lineWidth = 2 * devicePixelRatio;
    for (const each of this.#picture.levels) {
      const { from, to, value } = each;
      ctx.strokeStyle = cssColour(`--${colour(each)}`);
      const y = plot.valToPos(value, "y", true);
      ctx.beginPath();
      ctx.moveTo(plot.valToPos(edgeOf(this.#picture, from), "x", true), y);
      ctx.lineTo(plot.valToPos(edgeOf(this.#picture, to + 1), "x", true), y);
      ctx.stroke();
    }
  }

  /** uPlot's own markers take twice as long as all the rest for ten thousand points. */
  #drawRuns(plot: uPlot): void {
    const [from, to] = this.#seenIn(plot.scales);
    const apart = plot.bbox.width / devicePixelRatio / (to - from + 1);
    plot.ctx.save();
    plot.ctx.setLineDash([]);
    plot.ctx.beginPath();
    plot.ctx.rect(plot.bbox.left, plot.bbox.top, plot.bbox.width, plot.bbox.height);
    plot.ctx.clip();
    for (const [i, line] of this.#picture.lines.entries()) {
      plot.ctx.strokeStyle = plot.ctx.fillStyle = cssColour(seriesColour(i));
      if (apart < WHISKERS_FROM_PX) continue;
      const spots = this.#spotsOf(plot, line, [from, to]);
      drawWhiskers(plot, line, spots, apart);
      if (apart >= DOTS_FROM_PX) drawDots(plot, line, spots);
    }
    this.#drawLevels(plot);
    if (this.#pinned !== null) this.#drawPinned(plot, this.#pinned);
    plot.ctx.restore();
  }

  /** Places of a line's runs that are in view. */
  #spotsOf(plot: uPlot, { value }: RunLine, [from, to]: Picture["shown"]): readonly Spot[] {
    const spots: Spot[] = [];
    for (let place = from; place <= to; place++) {
      if (value[place] != null) spots.push({ place, x: plot.valToPos(this.#picture.x[place]!, "x", true) });
    }
    return spots;
  }

  #drawPinned(plot: uPlot, place: number): void {
    const { ctx, bbox } = plot;
    const value = this.#picture.lines.find(({ value: values }) => values[place] != null)?.value[place];
    const x = plot.valToPos(this.#picture.x[place]!, "x", true);
    if (value == null || x < bbox.left || x > bbox.left + bbox.width) return;
    ctx.lineWidth = 2 * devicePixelRatio;
    ctx.strokeStyle = cssColour("--ink");
    ctx.beginPath();
    ctx.arc(x, plot.valToPos(value, "y", true), 7 * devicePixelRatio, 0, 2 * Math.PI);
    ctx.stroke();
  }

  #listen(): void {
    const { over } = this.#plot;
    const { signal } = this.#ending;
    let down = { x: 0, y: 0 };
    over.addEventListener("pointerdown", ({ clientX: x, clientY: y }) => (down = { x, y }), { signal });
    over.addEventListener(
      "click",
      ({ clientX, clientY }) => {
        const { idx } = this.#plot.cursor;
        if (Math.hypot(clientX - down.x, clientY - down.y) <= CLICK_PX && idx != null)
          this.#listener.onPin(idx);
      },
      { signal },
    );
    // A finger points; scrolling up and down stays the page's (touch-action in the style sheet).
    over.addEventListener(
      "pointermove",
      ({ pointerType, clientX }) => {
        if (pointerType !== "touch") return;
        const left = clientX - over.getBoundingClientRect().left;
        this.#plot.setCursor({ left, top: over.clientHeight / 2 });
      },
      { signal },
    );
    over.addEventListener("dblclick", () => this.zoom(null), { signal });
    this.#box.dataset["drawn"] = "yes";
  }
}

/** Single runs are drawn lightly: they are the noise around the levels. */
const LINE_ALPHA = 0.7;

const STEP_COLOURS = { worse: "--bad", better: "--good", taken: "--open" } as const;

function seriesColour(line: number): string {
  return `--s${line % SERIES}`;
}

const DAY_MS = 86_400_000;

/** Whole runs; hours and days. */
const STEPS: Readonly<Record<Picture["axis"], number[]>> = {
  commits: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000],
  time: [1 / 24, 1 / 4, 1, 2, 7, 14, 28, 56, 91, 182, 364, 728].map((days) => days * DAY_MS),
};

/** A run, and how far from the left it is; pixels of the canvas. */
type Spot = Readonly<{ place: number; x: number }>;

function drawWhiskers(plot: uPlot, { low, high }: RunLine, spots: readonly Spot[], apart: number): void {
  const { ctx } = plot;
  ctx.lineWidth = devicePixelRatio * Math.min(1.5, apart / 3);
  ctx.globalAlpha = 0.35;
  ctx.beginPath();
  for (const { place, x } of spots) {
    const [least, most] = [low[place], high[place]];
    if (least == null || most == null) continue;
    ctx.moveTo(x, plot.valToPos(least, "y", true));
    ctx.lineTo(x, plot.valToPos(most, "y", true));
  }
  ctx.stroke();
  ctx.globalAlpha = 1;
}

/** Draws circles for what was asked for, and squares for what lies over it. */
function drawDots(plot: uPlot, { isOwn, value }: RunLine, spots: readonly Spot[]): void {
  const { ctx } = plot;
  const radius = 3 * devicePixelRatio;
  ctx.beginPath();
  for (const { place, x } of spots) {
    const y = plot.valToPos(value[place]!, "y", true);
    ctx.moveTo(x + radius, y);
    if (isOwn) ctx.arc(x, y, radius, 0, 2 * Math.PI);
    else ctx.rect(x - radius, y - radius, 2 * radius, 2 * radius);
  }
  ctx.fill();
}

function cssColour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name);
}
