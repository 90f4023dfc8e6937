import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);
import {
  hasZodFastifySchemaValidationErrors
} from "./fastify-type-provider-zod.js";
import {
  VERSION,
  ageOf,
  databaseText,
  displayWidth,
  html,
  isStale,
  left,
  minuteOf,
  padLeft,
  padRight,
  pageHead,
  partText,
  pathOf,
  plainColumns,
  plumbMark,
  right,
  siteRoot,
  widest
} from "./reason.js";
import {
  plainLine,
  plural
} from "./units.js";
import {
  ARMS,
  Acceptance,
  ChangedPart,
  Environment,
  Interval,
  LedgerList,
  MEASURE_MODES,
  MeasuredCommit,
  Metric,
  OVERALL,
  PlumblineError,
  Report,
  Run,
  StandingSum,
  UNITS,
  Verdict,
  Warning,
  external_exports,
  list,
  metricInfo,
  object
} from "./zod.js";

// src/apps/server/address.ts
function addressParts(url) {
  const at = url.indexOf("?");
  return at < 0 ? { path: url, query: "" } : { path: url.slice(0, at), query: url.slice(at + 1) };
}

// src/apps/server/problems.ts
var Problem = external_exports.object({
  type: external_exports.string(),
  title: external_exports.string(),
  status: external_exports.int(),
  detail: external_exports.string().optional(),
  errors: list(external_exports.object({ parameter: external_exports.string(), message: external_exports.string() }).readonly()).optional()
}).readonly();
var PROBLEM_TYPE = "application/problem+json; charset=utf-8";
var RETRY_SECONDS = 5;
var TITLES = {
  400: "Invalid parameter",
  401: "Token needed",
  404: "Not found",
  405: "Method not allowed",
  406: "Not acceptable",
  414: "Address too long",
  421: "Not for this service",
  429: "Too many requests",
  500: "Fault in plumbline itself",
  503: "Not available now"
};
function problem(status, detail, errors) {
  const title = TITLES[status] ?? "Cannot be answered";
  const type = `/problems/${title.toLowerCase().replaceAll(" ", "-")}`;
  return {
    type,
    title,
    status,
    ...detail === void 0 ? {} : { detail },
    ...errors === void 0 ? {} : { errors }
  };
}
var RequestRefusal = class extends Error {
  problem;
  constructor(status, detail) {
    super(detail ?? TITLES[status]);
    this.problem = problem(status, detail);
  }
};
function problemOf(error) {
  if (error instanceof RequestRefusal) return error.problem;
  if (hasZodFastifySchemaValidationErrors(error)) {
    return problem(400, void 0, error.validation.flatMap(parameterIssueText));
  }
  if (error instanceof PlumblineError) return ofPlumbline(error);
  const { statusCode, code } = error;
  if (code === "FST_ERR_BAD_URL") return problem(400, "the address is not percent-encoded as it should be");
  const isKnown = statusCode !== void 0 && statusCode in TITLES;
  return isKnown ? problem(statusCode, DETAILS[statusCode]) : problem(500);
}
var DETAILS = {
  429: "wait as long as Retry-After says",
  503: "the server is busy, or answers took too long: ask for less, or again later"
};
function ofPlumbline(error) {
  switch (error.kind) {
    case "usage": {
      const [, parameter, message] = /^(\w+): (.*)$/s.exec(error.message) ?? [];
      return parameter === void 0 ? problem(400, error.message) : problem(400, void 0, [{ parameter, message: message ?? "" }]);
    }
    case "store":
      return error.unreadable === void 0 ? problem(503, "the store does not answer") : unreadableDocument(error.unreadable);
    case "target":
    case "generator":
    case "github":
    case "machine":
    case "internal":
    case "interrupted":
      return problem(500);
  }
}
function unreadableDocument(name2) {
  const detail = `${name2} cannot be read: a newer version of plumbline wrote it, or it is damaged`;
  return { type: "/problems/unreadable-document", title: "Unreadable document", status: 500, detail };
}
function parameterIssueText({
  instancePath,
  message = "not valid",
  params
}) {
  const { keys } = params ?? {};
  if (keys !== void 0) {
    return keys.map((parameter) => ({ parameter: parameter.slice(0, 50), message: "unknown parameter" }));
  }
  return [{ parameter: instancePath.replace(/^\//, ""), message }];
}

// src/apps/server/api.ts
import { createHash } from "node:crypto";

// src/report/terminal/plain-table.ts
function tableLines({ columns, rows }) {
  const all = [columns.map(({ title }) => title), ...rows];
  const widths = columns.map((_, at) => widest(all.map((row) => row[at])));
  const padded = (cell, at) => columns[at].align === "left" ? padRight(cell, widths[at]) : padLeft(cell, widths[at]);
  return all.map((row) => row.map(padded).join("  ").trimEnd());
}
var GAP = 2;
var KEPT = 7;
function fitted({ columns, rows }, width, order) {
  const widthOf = (at2) => widest([columns[at2].title, ...rows.map((row) => row[at2])]);
  const all = columns.map((_, at2) => widthOf(at2)).reduce((sum, each) => sum + each, GAP * (columns.length - 1));
  const at = columns.findIndex(({ title }) => title === order[0]);
  if (all <= width || order.length === 0) return { columns, rows };
  const most = at < 0 ? 0 : Math.max(KEPT, widthOf(at) - (all - width));
  const cut = rows.map((row) => row.map((cell, i) => i === at ? plainColumns(cell, most) : cell));
  return fitted({ columns, rows: cut }, width, order.slice(1));
}
function oneLine(text2) {
  return text2.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").replaceAll(new RegExp("\\p{Bidi_Control}", "gu"), "");
}
var SUBJECT_LENGTH = 48;
function shortenedSubject(text2) {
  const characters = Array.from(new Intl.Segmenter("en").segment(text2), ({ segment }) => segment);
  return characters.length <= SUBJECT_LENGTH ? text2 : `${characters.slice(0, SUBJECT_LENGTH - 1).join("")}…`;
}
function wrapped(text2, width) {
  const lines = [];
  let line = "";
  for (const word of text2.split(" ").filter((part) => part !== "")) {
    if (line !== "" && displayWidth(line) + 1 + displayWidth(word) > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return line === "" ? lines : [...lines, line];
}

// src/report/terminal/rows.ts
function csvOf({ columns, cells }) {
  return [columns, ...cells].map((row) => `${row.map(csvField).join(",")}\r
`).join("");
}
function csvField(value) {
  const line = value === null ? "" : oneLine(String(value));
  const text2 = typeof value === "string" && /^[=+\-@]/.test(line) ? `'${line}` : line;
  return /[",]/.test(text2) ? `"${text2.replaceAll('"', '""')}"` : text2;
}
function cellTable({ columns, cells }) {
  const heads = columns.map(
    (title, at) => cells.some((row) => typeof row[at] === "number") ? right(title) : left(title)
  );
  const texts = cells.map(
    (row) => row.map((cell) => cell === null ? "–" : shortenedSubject(oneLine(String(cell))))
  );
  return `${tableLines({ columns: heads, rows: texts }).join("\n")}
`;
}

// src/apps/server/formats.ts
var TYPES = {
  json: "application/json",
  csv: "text/csv",
  table: "text/plain"
};
function contentType(format2) {
  return `${TYPES[format2]}; charset=utf-8`;
}
function negotiate(asked, accept, available) {
  if (asked !== void 0) {
    if (available.includes(asked)) return asked;
    throw new RequestRefusal(406, `this is there as ${available.join(", ")}`);
  }
  const ranges = (accept ?? "*/*").split(",").map(rangeOf);
  const [best] = available.map((format2) => ({ format: format2, quality: qualityOf(TYPES[format2], ranges) })).filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality);
  if (best !== void 0) return best.format;
  throw new RequestRefusal(406, `this is there as ${available.map((format2) => TYPES[format2]).join(", ")}`);
}
function rangeOf(text2) {
  const [type = "", ...parameters] = text2.split(";").map((part) => part.trim().toLowerCase());
  const quality = parameters.map((each) => /^q=([\d.]+)$/.exec(each)?.[1]).find((each) => each !== void 0);
  return { type, quality: quality === void 0 ? 1 : Number(quality) };
}
function qualityOf(type, ranges) {
  const [group] = type.split("/");
  const fitting = [type, `${group}/*`, "*/*"].map((wanted) => ranges.find((range) => range.type === wanted));
  return fitting.find((range) => range !== void 0)?.quality ?? 0;
}
function formatCells(rows, format2) {
  return format2 === "csv" ? csvOf(rows) : cellTable(rows);
}

// src/model/answers.ts
var text = external_exports.string();
var time = external_exports.string();
var number = external_exports.number();
var metric = Metric;
var count = external_exports.number().int().nonnegative();
var repository = text.nullable();
var next = text.nullable();
var RunFacts = object({
  id: text,
  measurementId: text,
  mode: external_exports.enum(MEASURE_MODES),
  arm: external_exports.enum(ARMS),
  suite: text,
  repository,
  commit: text,
  branch: text.nullable(),
  subject: text.nullable(),
  /** Name of the commit's author; null where it is not known. */
  author: text.nullable(),
  /** Committer date; with milliseconds, like the two below, so that they compare as text. */
  commitTime: time.nullable(),
  measuredAt: time,
  /**
   * Runs are ordered by this: the committer date, or where that is not known the time of the measurement. So an old commit that is
   * measured late keeps its place.
   */
  orderedAt: time,
  /** Fingerprint of machine, database and options: only runs with equal ones can be compared through history. */
  fingerprint: text
});
var RunPage = object({ runs: list(RunFacts), next });
var Series = object({
  suite: text,
  workload: text,
  metric,
  unit: external_exports.enum(UNITS),
  direction: external_exports.enum(["higher-is-better", "lower-is-better"]),
  /** Place on the axis: 0, 1, 2 ... and no time, for commits are not evenly spread over time. */
  x: list(number),
  run: list(text),
  repository: list(repository),
  commit: list(text),
  subject: list(text.nullable()),
  author: list(text.nullable()),
  branch: list(text.nullable()),
  arm: list(external_exports.enum(ARMS)),
  /** Committer date, else when it was measured. */
  at: list(time),
  measuredAt: list(time),
  /** Index into `machines`. No line may be drawn between points of different machines. */
  machine: list(count),
  value: list(number.nullable()),
  /** Ends of the 95 % interval of the mean over sessions; null for fewer than two. */
  low: list(number.nullable()),
  high: list(number.nullable()),
  sessions: list(count),
  /** The fingerprints that `machine` points to. */
  machines: list(text),
  next
});
var shift = {
  workload: text,
  metric,
  arm: external_exports.enum(ARMS),
  fingerprint: text,
  /** The first run on the new level. */
  runId: text,
  /** Geometric mean levels (plain ones for the failed share) in the metric's unit, since the change before and until the next. */
  before: number,
  after: number,
  /** Runs that the two levels are of. */
  runsBefore: count,
  runsAfter: count,
  /** Relative change after/before - 1; null if the level before was 0. */
  effect: number.nullable(),
  direction: external_exports.enum(["worse", "better"]),
  /** p-value: a series without any change shows one this clear with at most this probability. */
  p: number,
  /** Standard deviation of a run around its level, as a share of that level. */
  noise: number
};
var Shift = object(shift);
var AnsweredShift = object({ ...shift, open: external_exports.boolean() });
var EventAnswer = object({
  repository,
  suite: text,
  branch: text.nullable(),
  /** The change came after the first and with or before the second; both were measured, what lies between was not. */
  lastBefore: MeasuredCommit,
  firstAfter: MeasuredCommit,
  /** `surroundings`: both sides are runs of one commit, so it was not the code but the machine or what runs on it. */
  cause: external_exports.enum(["commit", "surroundings"]),
  /** `recent`: too few runs follow to know whether it lasts. */
  state: external_exports.enum(["lasting", "recent"]),
  open: external_exports.boolean(),
  /** Those that keep it open first, then the clearest. */
  shifts: list(AnsweredShift)
});
var EventPage = object({ events: list(EventAnswer) });
var AcceptancePage = object({ acceptances: list(Acceptance), next });
var EnvironmentAnswer = object({
  fingerprint: text,
  runs: count,
  first: time,
  last: time,
  environment: Environment
});
var EnvironmentPage = object({ environments: list(EnvironmentAnswer) });
var SuiteAnswer = object({
  repository,
  suite: text,
  /** Most measured first. */
  branches: list(text),
  workloads: list(text),
  metrics: list(metric),
  fingerprints: list(text),
  /** Time of its last measurement. */
  newest: time
});
var SuiteList = object({ suites: list(SuiteAnswer) });
var OverviewRow = object({
  repository,
  suite: text,
  branch: text.nullable(),
  workload: text,
  metric,
  unit: external_exports.enum(UNITS),
  direction: external_exports.enum(["higher-is-better", "lower-is-better"]),
  /** The worst verdict of the workload's gates in the newest report, if that report covers it. */
  verdict: Verdict.nullable(),
  /** The largest change of level within the days asked for, in units of its noise; null: none. */
  change: object({
    effect: number.nullable(),
    direction: external_exports.enum(["worse", "better"]),
    noise: number,
    open: external_exports.boolean(),
    commit: MeasuredCommit
  }).nullable(),
  value: number,
  commit: text,
  measuredAt: time,
  /** The newest values of the machine that measured last, oldest first. */
  spark: list(number)
});
var Check = object({
  /** Id of head's run, which is the report's address. */
  id: text,
  repository,
  suite: text,
  job: text.nullable(),
  pullRequest: external_exports.number().int().nullable(),
  /** Address of the workflow's run. */
  runUrl: text.nullable(),
  commit: text,
  subject: text.nullable(),
  branch: text.nullable(),
  verdict: external_exports.enum(OVERALL),
  /** The verdict in a sentence. */
  headline: text,
  createdAt: time
});
var Overview = object({
  /** Time of the last measurement of anything. */
  newest: time.nullable(),
  counts: object({ open: count, accepted: count, unchanged: count }),
  /** Last judged first. */
  checks: list(Check),
  /** Newest first. */
  open: list(EventAnswer),
  /** Accepted changes that landed within the days asked for, newest first. */
  accepted: list(Acceptance),
  /** One for each suite whose branch has lost more than one change may, little by little. */
  sums: list(StandingSum),
  rows: list(OverviewRow)
});
var ReportFacts = object({
  /** Id of head's run, which is the report's address. */
  id: text,
  suite: text,
  commit: text,
  verdict: external_exports.enum(OVERALL),
  createdAt: time,
  repository,
  job: text.nullable(),
  pullRequest: external_exports.number().int().nullable(),
  /** Causes of regressions that were proved by experiment; the whole report has the proofs. */
  causes: list(object({ workload: text, part: ChangedPart }))
});
var ReportList = object({ reports: list(ReportFacts) });
var ComparedChange = object({
  suite: text,
  workload: text,
  metric,
  unit: external_exports.enum(UNITS),
  role: external_exports.enum(["gate", "information"]),
  base: number.nullable(),
  head: number.nullable(),
  effect: number.nullable(),
  interval: Interval.nullable(),
  verdict: Verdict
});
var Comparison = object({
  base: text,
  head: text,
  /** The worst of the suites that both have; null where they have none in common. */
  verdict: external_exports.enum(OVERALL).nullable(),
  /** Reasons not to compare them, or not to trust the numbers. */
  warnings: list(Warning),
  changes: list(ComparedChange)
});

// src/apps/server/parameters.ts
var NAME_MOST = 200;
var PRINTABLE = /^[^\p{Cc}\p{Cs}]*$/u;
var name = (what) => external_exports.string().min(1).max(NAME_MOST).refine((text2) => PRINTABLE.test(text2), "a name without control characters").describe(what);
var COMMIT = /^[0-9A-Za-z._-]{1,64}$/;
var commit = (what) => external_exports.string().regex(COMMIT, "a commit, or as many of its first digits as tell it").describe(what);
var [EARLIEST, LATEST] = ["0001-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"].map(
  (text2) => Date.parse(text2)
);
var instant = (what) => external_exports.union([external_exports.iso.datetime({ offset: true }), external_exports.iso.date()], { error: "a date or time of ISO 8601" }).transform((text2) => new Date(Math.min(Math.max(Date.parse(text2), EARLIEST), LATEST)).toISOString()).describe(what);
var limit = (most, usual) => external_exports.coerce.number().int().min(1).max(most).default(usual).describe("Largest number of entries in the answer.");
var after = external_exports.string().min(1).max(300).regex(/^[\w-]+$/, "the `next` of an earlier answer").exactOptional().describe("The `next` of the page before.");
var FORMATS = ["json", "csv", "table"];
var format = external_exports.enum(FORMATS).exactOptional().describe(
  "Form of the answer. It takes precedence over the Accept header (application/json, text/csv or text/plain)."
);
var repository2 = name("Repository as owner/name. Runs whose repository is unknown belong to each.");
var suite = name("Name of the suite in plumbline.yml.");
var workload = name("Name of the workload in plumbline.yml.");
var branch = name("Branch that was measured.");
var metric2 = Metric.describe("Id of the metric.");
var arm = external_exports.enum(ARMS).describe("Arm of a side-by-side measurement. A head that was measured alone is head.");
var fingerprint = external_exports.string().regex(/^[0-9a-f]{64}$/, "64 hexadecimal digits").describe("Fingerprint of machine, database and options (see environments).");
var id = external_exports.uuid().describe("Id of the run.");
var scope = {
  repository: repository2.exactOptional(),
  suite: suite.exactOptional(),
  branch: branch.exactOptional(),
  arm: arm.exactOptional(),
  fingerprint: fingerprint.exactOptional(),
  from: instant("First moment of the runs.").exactOptional(),
  to: instant("End of the runs: they were measured before it.").exactOptional(),
  fromCommit: commit("First commit, from its first run on.").exactOptional(),
  toCommit: commit("Last commit, up to its last run.").exactOptional()
};

// src/apps/server/resource.ts
function resource(definition) {
  return definition;
}

// src/apps/server/resources.ts
var LIMIT_MOST = 1e3;
var LIMIT_USUAL = 100;
var POINTS_MOST = 1e4;
var CHANGES_MOST = 300;
var CHANGES_USUAL = 20;
var paging = { limit: limit(LIMIT_MOST, LIMIT_USUAL), after };
var place = { repository: repository2.exactOptional(), suite: suite.exactOptional() };
function fields(...names) {
  const columns = names.map((name2) => [name2, (item) => item[name2]]);
  return Object.fromEntries(columns);
}
function cellRows(items, columns) {
  return {
    columns: Object.keys(columns),
    cells: items.map((item) => Object.values(columns).map((cell) => cell(item)))
  };
}
var RESOURCES = [
  resource({
    path: "/overview",
    name: "overview",
    summary: "Recent changes over all suites, open ones first",
    params: {},
    query: {
      ...place,
      branch: branch.exactOptional(),
      days: external_exports.coerce.number().int().min(1).max(3650).default(30).describe("Number of days that changes are looked for in."),
      format
    },
    answer: Overview,
    ask: (questions, question) => questions.overview(question),
    rows: ({ rows }) => cellRows(rows, {
      ...fields("repository", "suite", "branch", "workload", "metric", "unit"),
      verdict: (row) => row.verdict?.kind ?? null,
      change: (row) => row.change?.effect ?? null,
      direction: (row) => row.change?.direction ?? null,
      open: (row) => row.change?.open ?? null,
      ...fields("value", "commit", "measuredAt")
    })
  }),
  resource({
    path: "/suites",
    name: "suites",
    summary: "Suites with their branches, workloads and metrics",
    params: {},
    query: { ...place, format },
    answer: SuiteList,
    ask: (questions, question) => questions.suites(question),
    rows: ({ suites }) => cellRows(suites, {
      ...fields("repository", "suite"),
      branches: (each) => each.branches.join(" "),
      workloads: (each) => each.workloads.join(" "),
      metrics: (each) => each.metrics.join(" "),
      newest: (each) => each.newest
    })
  }),
  resource({
    path: "/series",
    name: "series",
    summary: "A workload's metric over runs, oldest first; `next` leads to older ones",
    params: {},
    query: {
      ...scope,
      suite,
      workload,
      metric: metric2.default("qps"),
      limit: limit(POINTS_MOST, LIMIT_MOST),
      after,
      format
    },
    answer: Series,
    ask: (questions, question) => questions.series(question),
    rows: (series) => cellRows(series.x, {
      at: (i) => series.at[i],
      commit: (i) => series.commit[i],
      branch: (i) => series.branch[i],
      arm: (i) => series.arm[i],
      value: (i) => series.value[i],
      low: (i) => series.low[i],
      high: (i) => series.high[i],
      unit: () => series.unit,
      sessions: (i) => series.sessions[i],
      fingerprint: (i) => series.machines[series.machine[i]],
      run: (i) => series.run[i],
      author: (i) => series.author[i],
      subject: (i) => series.subject[i]
    })
  }),
  resource({
    path: "/runs",
    name: "runs",
    summary: "Summaries of runs, newest commit first",
    params: {},
    query: { ...scope, commit: commit("Only runs of this commit.").exactOptional(), ...paging, format },
    answer: RunPage,
    ask: (questions, question) => questions.runs(question),
    rows: ({ runs }) => cellRows(runs, {
      ...fields("orderedAt", "measuredAt", "commit", "branch", "repository", "suite", "mode", "arm"),
      ...fields("fingerprint", "id", "measurementId", "author", "subject")
    })
  }),
  resource({
    path: "/runs/:id",
    name: "run",
    summary: "The whole document of a run (docs/schema/run.schema.json)",
    params: { id },
    query: {},
    answer: Run,
    ask: (questions, asked) => questions.run(asked.id),
    rows: null
  }),
  resource({
    path: "/reports",
    name: "reports",
    summary: "Summaries of the reports about a commit, by suite and job",
    params: {},
    query: {
      repository: repository2.exactOptional(),
      commit: commit("Commit that the reports are about."),
      format
    },
    answer: ReportList,
    ask: async (questions, asked) => ({
      reports: (await questions.reports(asked)).map(reportFacts)
    }),
    rows: ({ reports }) => cellRows(reports, {
      ...fields("id", "suite", "job", "commit", "verdict", "createdAt", "repository", "pullRequest"),
      causes: ({ causes }) => causes.map(({ part }) => partText(part)).join("; ")
    })
  }),
  resource({
    path: "/reports/:id",
    name: "report",
    summary: "The whole report about the run of that id (docs/schema/report.schema.json)",
    params: { id },
    query: {},
    answer: Report,
    ask: (questions, asked) => questions.report(asked.id),
    rows: null
  }),
  resource({
    path: "/comparisons/:base/:head",
    name: "comparison",
    summary: "Comparison of two commits, judged as `plumbline compare` judges their newest runs",
    params: { base: commit("Commit to compare with."), head: commit("Commit to judge.") },
    query: { ...place, workload: workload.exactOptional(), format },
    answer: Comparison,
    ask: async (questions, { workload: only, ...pair }) => {
      const full = await questions.comparison(pair);
      return full === void 0 ? void 0 : comparedChanges(full, only);
    },
    rows: ({ changes }) => cellRows(changes, {
      ...fields("suite", "workload", "metric", "unit", "role", "base", "head", "effect"),
      low: (change) => change.interval?.low ?? null,
      high: (change) => change.interval?.high ?? null,
      verdict: (change) => change.verdict.kind
    })
  }),
  resource({
    path: "/events",
    name: "events",
    summary: "Changes of level, newest first; one cause is one event",
    params: {},
    query: {
      ...scope,
      workload: workload.exactOptional(),
      metric: metric2.exactOptional(),
      limit: limit(LIMIT_MOST, LIMIT_USUAL),
      format
    },
    answer: EventPage,
    ask: (questions, question) => questions.events(question),
    rows: ({ events }) => cellRows(
      events.flatMap((event) => event.shifts.map((shift2) => ({ ...event, ...shift2 }))),
      {
        at: ({ firstAfter }) => firstAfter.time,
        lastBefore: ({ lastBefore }) => lastBefore.sha,
        firstAfter: ({ firstAfter }) => firstAfter.sha,
        author: ({ firstAfter }) => firstAfter.author,
        ...fields("repository", "suite", "branch", "workload", "metric", "before", "after", "effect"),
        ...fields("direction", "cause", "state", "open", "p")
      }
    )
  }),
  resource({
    path: "/ledger",
    name: "ledger",
    summary: "What the side-by-side measurements of a branch add up to, gate by gate",
    params: {},
    query: {
      ...place,
      branch: branch.exactOptional(),
      workload: workload.exactOptional(),
      metric: metric2.exactOptional(),
      since: commit("Commit after which the sums begin.").exactOptional(),
      changes: limit(CHANGES_MOST, CHANGES_USUAL).describe("Number of the newest changes, without `since`."),
      format
    },
    answer: LedgerList,
    ask: async (questions, question) => ({ ledgers: await questions.ledgers(question) }),
    rows: ({ ledgers }) => cellRows(
      ledgers.flatMap(
        ({ suite: of, branch: on, lines }) => lines.map(({ sum }) => ({ suite: of, branch: on, ...sum }))
      ),
      {
        ...fields("suite", "branch", "workload", "metric", "effect", "low", "high", "limit"),
        ...fields("changes", "red", "gaps"),
        since: ({ since }) => since.sha,
        upTo: ({ upTo }) => upTo.sha
      }
    )
  }),
  resource({
    path: "/acceptances",
    name: "acceptances",
    summary: "Acceptances, including revoked ones, newest first",
    params: {},
    query: { ...place, branch: branch.exactOptional(), ...paging, format },
    answer: AcceptancePage,
    ask: (questions, question) => questions.acceptances(question),
    rows: ({ acceptances }) => cellRows(acceptances, {
      ...fields("at", "by", "repository", "pullRequest", "suite", "workload", "metric", "commit", "reason"),
      landed: (each) => each.landed?.commit ?? null,
      branch: (each) => each.landed?.branch ?? null,
      revokedBy: (each) => each.revoked?.by ?? null
    })
  }),
  resource({
    path: "/environments",
    name: "environments",
    summary: "Environments by fingerprint, last used first",
    params: {},
    query: { ...place, limit: limit(LIMIT_USUAL, 20), format },
    answer: EnvironmentPage,
    ask: (questions, question) => questions.environments(question),
    rows: ({ environments }) => cellRows(environments, {
      ...fields("fingerprint", "runs", "first", "last"),
      cpu: (each) => each.environment.cpuModel,
      cpus: (each) => each.environment.cpuCount,
      memoryBytes: (each) => each.environment.memoryBytes,
      kernel: (each) => each.environment.kernel,
      runner: (each) => each.environment.runner,
      database: (each) => databaseText(each.environment) ?? "",
      build: (each) => each.environment.build?.said ?? "",
      packager: (each) => each.environment.build?.packager ?? "",
      programs: (each) => each.environment.build?.programs ?? ""
    })
  })
];
function reportFacts({
  head,
  suite: of,
  verdict,
  createdAt,
  origin,
  causes = []
}) {
  const { repository: repository3, job = null, pullRequest } = origin;
  return {
    id: head.id,
    suite: of,
    commit: head.commit.sha,
    verdict,
    createdAt,
    repository: repository3,
    job,
    pullRequest,
    causes: causes.flatMap(
      (search) => search.causes.map(({ part }) => ({ workload: search.workload, part }))
    )
  };
}
function comparedChanges({ base, head, reports }, only) {
  const changes = reports.flatMap(
    (report) => report.workloads.flatMap((each) => each.changes).filter((change) => only === void 0 || change.workload === only).map((change) => ({
      suite: report.suite,
      workload: change.workload,
      metric: change.metric,
      unit: metricInfo(change.metric).unit,
      role: change.role,
      base: change.base.estimate,
      head: change.head.estimate,
      effect: change.effect,
      interval: change.interval,
      verdict: change.verdict
    }))
  );
  return {
    base,
    head,
    verdict: OVERALL.find((each) => reports.some(({ verdict }) => verdict === each)) ?? null,
    warnings: reports.flatMap(({ warnings }) => warnings),
    changes
  };
}

// src/apps/server/api.ts
var API = "/api/v1";
function apiRoutes(app, questions, cache) {
  for (const each of RESOURCES) app.route(resourceRoute(each, questions, cache));
}
function resourceRoute(of, questions, cache) {
  const available = of.rows === null ? ["json"] : ["json", "csv", "table"];
  const textual = of.rows === null ? {} : { "text/csv": { schema: external_exports.string() }, "text/plain": { schema: external_exports.string() } };
  const handler = async (request, reply) => {
    const { format: said, ...query } = request.query;
    const format2 = negotiate(said, request.headers.accept, available);
    reply.header("cache-control", cache).header("vary", "accept");
    const tag = tagOf(await questions.revision(), request.url, format2);
    if (tag !== null) {
      reply.header("etag", tag);
      if (matchesTag(request.headers["if-none-match"], tag)) return notModified(reply);
    }
    const answer = await of.ask(questions, { ...request.params, ...query });
    if (answer === void 0) throw new RequestRefusal(404, "the store has nothing of that name");
    const next2 = answer.next;
    if (next2 != null) reply.header("link", `<${nextAddress(request.url, next2)}>; rel="next"`);
    reply.type(contentType(format2));
    return format2 === "json" ? answer : formatCells(of.rows(answer), format2);
  };
  return {
    method: "GET",
    url: `${API}${of.path}`,
    schema: {
      operationId: of.name,
      summary: of.summary,
      params: external_exports.strictObject(of.params),
      querystring: external_exports.strictObject(of.query),
      response: {
        200: { description: of.summary, content: { "application/json": { schema: of.answer }, ...textual } },
        ...PROBLEMS
      }
    },
    handler
  };
}
var problems = (description) => ({
  description,
  content: { "application/problem+json": { schema: Problem } }
});
var PROBLEMS = {
  400: problems("A parameter is unknown, repeated or not valid"),
  401: problems("A token is needed"),
  404: problems("There is no such thing"),
  406: problems("There is no such form of it"),
  414: problems("The address is longer than 4,096 characters"),
  429: problems("Too many requests; see Retry-After"),
  500: problems(
    "A document of the store cannot be read, and `detail` names it; or a fault of plumbline's own"
  ),
  503: problems("The store does not answer, or not in time; see Retry-After")
};
function notModified(reply) {
  return reply.code(304).send();
}
function tagOf(revision, url, format2) {
  if (revision === null) return null;
  const digest = createHash("sha256").update(JSON.stringify([revision, url, format2, VERSION]));
  return `W/"${digest.digest("base64url").slice(0, 27)}"`;
}
function matchesTag(header, tag) {
  const known = (header ?? "").split(",").map((each) => each.trim());
  return known.includes(tag) || known.includes("*");
}
function nextAddress(url, next2) {
  const { path, query } = addressParts(url);
  const words = new URLSearchParams(query);
  words.set("after", next2);
  return `${path}?${words.toString()}`;
}

// src/report/pages/badge.ts
var COLOURS = {
  regressed: "#b3261e",
  accepted: "#7a5c00",
  inconclusive: "#5d6670",
  trade: "#7a5c00",
  improved: "#00694f",
  unchanged: "#00694f",
  unknown: "#5d6670"
};
var GLYPH = 6.6;
var ROOM = 12;
function badgeOf(suite2, verdict) {
  const name2 = plainLine(`performance: ${suite2}`, 60);
  const words = verdict ?? "unknown";
  const [left2, right2] = [name2, words].map((text3) => Math.round(text3.length * GLYPH) + ROOM);
  const text2 = (at, width, of) => html`<text x="${at + ROOM / 2}" y="14" textLength="${width - ROOM}" lengthAdjust="spacingAndGlyphs">${of}</text>`;
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${left2 + right2}" height="20" role="img" aria-label="${name2} ${words}"><title>${name2} ${words}</title><rect width="${left2 + right2}" height="20" rx="3" fill="#3b434b"/><path d="M${left2} 0h${right2 - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1 -3 3h-${right2 - 3}z" fill="${COLOURS[words]}"/><g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${text2(0, left2, name2)}${text2(left2, right2, words)}</g></svg>
`.html;
}

// src/apps/server/badge.ts
var Path = external_exports.strictObject({ suite });
var Query = external_exports.strictObject({ repository: repository2.exactOptional(), branch: branch.exactOptional() });
var RUNS_MOST = 20;
async function newestVerdict(questions, of) {
  const { runs } = await questions.runs({ ...of, arm: "head", limit: RUNS_MOST });
  for (const { id: id2 } of runs) {
    const report = await questions.report(id2);
    if (report !== void 0) return report.verdict;
  }
  return runs.length === 0 ? void 0 : null;
}
function badgeRoute(app, questions, cache) {
  const summary = "The newest verdict of a suite as a badge; of `branch` alone where one is named";
  const schema = {
    operationId: "badge",
    summary,
    params: Path,
    querystring: Query,
    response: {
      200: { description: summary, content: { "image/svg+xml": { schema: external_exports.string() } } },
      ...PROBLEMS
    }
  };
  app.get(`${API}/badges/:suite.svg`, { schema }, async (request, reply) => {
    const asked = {
      ...request.params,
      ...request.query
    };
    reply.header("cache-control", cache).type("image/svg+xml; charset=utf-8");
    const tag = tagOf(await questions.revision(), request.url, "svg");
    if (tag !== null) reply.header("etag", tag);
    if (tag !== null && matchesTag(request.headers["if-none-match"], tag)) return notModified(reply);
    const verdict = await newestVerdict(questions, asked);
    if (verdict === void 0) throw new RequestRefusal(404, "there is no run of that suite");
    return badgeOf(asked.suite, verdict);
  });
}

// src/report/pages/shell.ts
function missingDocument(site, path) {
  const root = siteRoot(path);
  const main = html`<h1>Nothing is here</h1>
<p>The store has no such workload or commit, or the address is not one of a page. <a href="${root === "" ? "./" : root}">The overview</a> has all that was measured.</p>`;
  return documentIn(site, { place: null, title: "Nothing is here", data: null, main }, root);
}
function pageDocument(site, page) {
  return documentIn(site, page, siteRoot(pathOf(page.place)));
}
function documentIn(site, page, root) {
  const title = page.place?.page === "overview" ? site.title : `${page.title} · ${site.title}`;
  return html`<!doctype html>
<html lang="en">
<head>
${pageHead({ title: plainLine(title, 120), policy: POLICY })}
<link rel="icon" href="${root}${site.assets.icon}" type="image/svg+xml">
<link rel="stylesheet" href="${root}${site.assets.style}">
<script src="${root}${site.assets.script}" defer></script>
</head>
<body class="site" data-root="${root === "" ? "./" : root}"${site.isStatic ? html` data-static` : html``}>
<a class="skip" href="#main">Skip to the content</a>
<header>
<a class="home" href="${root === "" ? "./" : root}">${plumbMark(36)}<span>${plainLine(site.title)}</span></a>
<nav aria-label="Pages">${ways(site, page, root)}</nav>
</header>
<main id="main" data-page="${page.place?.page ?? "missing"}"${page.data === null ? html`` : html` data-source="${root}${page.data}"`}>
${(page.notes ?? []).map((note) => html`<p class="note" role="status">${note}</p>`)}${page.main}
</main>
<footer><p>${newestRun(site)}${page.data === null ? html`` : html` · <a href="${root}${page.data}">this page as JSON</a>`} · Plumbline ${plainLine(site.version)}</p></footer>
</body>
</html>
`.html;
}
var POLICY = "default-src 'self'; base-uri 'none'; form-action 'self'; object-src 'none'";
function ways(site, { place: place2 }, root) {
  const way = (to, words) => html`<a href="${root}${pathOf(to)}"${place2?.page === to.page ? html` aria-current="page"` : html``}>${words}</a>`;
  const open = site.open === 0 ? html`` : html` <span class="count" title="${plural(site.open, "open change")}">${site.open}</span>`;
  const home = html`<a href="${root === "" ? "./" : root}"${place2?.page === "overview" ? html` aria-current="page"` : html``}>Overview</a>`;
  return html`${home} ${way({ page: "events" }, html`Changes${open}`)} ${way({ page: "acceptances" }, html`Accepted`)}`;
}
function newestRun({ newest, now }) {
  if (newest === null) return html`no run yet`;
  const stale = isStale(newest, now) ? " stale" : "";
  return html`newest run <time class="age${stale}" datetime="${newest}" data-stale>${minuteOf(newest)} UTC, ${ageOf(newest, now)}</time>`;
}
function age(at, now) {
  return html`<time class="age" datetime="${at}" title="${minuteOf(at)} UTC">${ageOf(at, now)}</time>`;
}
var ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-24 0 72 72"><path d="M2 3H22M12 3V46" fill="none" stroke="#777" stroke-width="4"/><path d="M4 42H20L18 56L12 70L6 56Z" fill="#d55e00"/></svg>
`;

export {
  tableLines,
  fitted,
  oneLine,
  shortenedSubject,
  wrapped,
  csvOf,
  csvField,
  missingDocument,
  pageDocument,
  POLICY,
  age,
  ICON,
  badgeOf,
  addressParts,
  Problem,
  PROBLEM_TYPE,
  RETRY_SECONDS,
  problem,
  RequestRefusal,
  problemOf,
  API,
  apiRoutes,
  tagOf,
  matchesTag,
  newestVerdict,
  badgeRoute
};
