/** plumbline.yml, field by field. Descriptions become the JSON Schema that editors show, and docs/config.md. */
import { z } from "zod";
import { byKey } from "../model/by-key.ts";
import { asMetric, kindMetricParts, type MetricId } from "../model/metric.ts";
import { DECISIONS } from "../model/rules.ts";
import { MEASURE_MODES, OptionValue } from "../model/run.ts";
import { CapacityFields } from "./capacity.ts";
import { Deploy } from "./deploy.ts";
import { duration } from "./duration.ts";
import { gotValue } from "./issue-words.ts";
import { LooksField } from "./looks.ts";
import { SPEED_GATES, unreachableGates, WORK_GATES } from "./metrics.ts";
import { MigrationFields, migrationMisfits } from "./migration.ts";
import { NodesFields, nodesMisfit } from "./nodes.ts";
import { bareNumberProblem, parseDurationNs, parseRatio } from "./quantity.ts";
import { rebuildMisfits } from "./rebuild.ts";
import { SetupSteps } from "./setup.ts";
import { StagesField, stagesMisfits, stagesOption } from "./stages.ts";
import { sweepFields } from "./sweep-fields.ts";
import { TimelineFields, timelineMisfits } from "./timeline.ts";

/** A statement that lost its index takes ten thousand times as long, and a maintainer may accept even that. */
const RATIO_MOST = 1e6;

const ratio = (describe: string) =>
  z
    .union([z.string(), z.number()])
    .transform((value, context) => {
      const parsed = parseRatio(value);
      const bare = bareNumberProblem(value);
      if (parsed !== undefined && parsed >= 0 && parsed < RATIO_MOST && bare === null) return parsed;
      const message = bare ?? `expected a share such as 2% or 0.02, got ${JSON.stringify(value)}`;
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    })
    .describe(describe);

/** Nanoseconds of the shortest and the longest slice that the load generator takes. */
const SLICE = { least: 1e6, most: 60e9 };

const sliceLength = (describe: string) =>
  z
    .string({ error: ({ input }) => sliceProblem(input) })
    .transform((value, context) => {
      if (value === "auto") return value;
      const parsed = parseDurationNs(value);
      if (parsed !== undefined && parsed >= SLICE.least && parsed <= SLICE.most) return parsed;
      context.addIssue({ code: "custom", message: sliceProblem(value) });
      return z.NEVER;
    })
    .describe(describe);

function sliceProblem(got: unknown): string {
  return `expected auto or a duration from 1ms to 60s, got ${gotValue(got)}`;
}

const roleName = (describe: string) => z.string().min(1).max(63).optional().describe(describe);

const Database = z.strictObject({
  dialect: z.string().default("postgres").describe("SQL dialect of the load generator."),
  deploy: Deploy.describe("Source of the database under test."),
  base: Deploy.optional().describe(
    "Source of base's database, if it differs from head's: two builds, or two servers. With database.setup it may be the same url for both: each arm has databases of its own there. Without build commands and set-up SQL, nothing of base's commit is used, and it is called unknown if none is found.",
  ),
  setup: SetupSteps.describe(
    "Steps that fill the database, for each arm from its own commit: SQL files (globs, in the order of migration tools; ! excludes), or { command: ... } that runs a migration tool or a seed program.",
  ),
  role: roleName(
    "Role that the load becomes: its privileges and policies (row-level security) apply. Name the connecting user to bypass policies on purpose (default: that user, on `local` a superuser, whom no policy binds).",
  ),
  nodes: NodesFields.optional(),
  migration: MigrationFields.optional().describe(
    "Apply head's migration while the load runs on servers with base's schema (side by side only). The report says how long statements wait, what fails, and which lock it was.",
  ),
});

const NO_GATE = z.literal(false).transform(() => ({ change: null, floor: null }));
const SHORT_GATE = ratio("Smallest relative change that matters.").transform((change) => ({
  change,
  floor: null,
}));
const gateShape = {
  change: ratio("Smallest relative change that matters."),
  floor: duration("Smallest absolute change that matters, for latencies.").optional(),
};

const GATE_FORMS = {
  error: ({ input }: Readonly<{ input?: unknown }>) =>
    `expected a share such as 2%, false for no gate, or { change: 2% }, got ${gotValue(input)}`,
};

const Gate = z.union(
  [
    NO_GATE,
    SHORT_GATE,
    z.strictObject(gateShape).transform(({ change, floor }) => ({ change, floor: floor ?? null })),
  ],
  GATE_FORMS,
);

const CpuGate = z.union(
  [
    NO_GATE,
    SHORT_GATE,
    z
      .strictObject({
        ...gateShape,
        trade: z
          .enum(["pass", "fail"])
          .default("pass")
          .describe(
            "How to judge more CPU per query in a workload whose throughput and latency improved: pass calls it a trade, which fails nothing; fail makes it a regression like any other.",
          ),
      })
      .transform(({ change, floor, trade }) => ({ change, floor: floor ?? null, trade })),
  ],
  GATE_FORMS,
);

export type Gate = z.infer<typeof Gate> | z.infer<typeof CpuGate>;

/** Gate of a count, which cannot have a time as its limit. */
const WorkGate = z.union(
  [
    NO_GATE,
    SHORT_GATE,
    z.strictObject({ change: gateShape.change }).transform(({ change }) => ({ change, floor: null })),
  ],
  GATE_FORMS,
);

const Gates = z.strictObject({
  ...byKey(SPEED_GATES, () => Gate.optional()),
  ...byKey(WORK_GATES, () => WorkGate.optional()),
  "server-cpu": CpuGate.optional(),
});

const NamedGates = z.object({
  ...Gates.shape,
  tpmc: Gate.optional(),
  capacity: WorkGate.optional(),
  recovery: Gate.optional(),
  "dip-depth": WorkGate.optional(),
  "dip-length": Gate.optional(),
  "disruption-failures": WorkGate.optional(),
});

/** Gates that include those of kinds of events, whose names come from the load generator (kinds.ts). */
const OwnGates = NamedGates.catchall(z.unknown()).transform((given, context) => {
  const others = Object.entries(given).filter(([word]) => !Object.hasOwn(NamedGates.shape, word));
  const unknown = others.map(([word]) => word).filter((word) => !isKindMetric(word));
  if (unknown.length > 0) {
    context.addIssue({ code: "unrecognized_keys", keys: unknown, input: given });
    return z.NEVER;
  }
  const kinds = others.map(([word, value]) => [word, Gate.safeParse(value)] as const);
  for (const [word, { error }] of kinds)
    for (const issue of error?.issues ?? []) context.addIssue({ ...issue, path: [word, ...issue.path] });
  const gates: { readonly [M in MetricId]?: Gate | undefined } = {
    ...(given as z.output<typeof NamedGates>),
    ...Object.fromEntries(kinds.map(([word, { data }]) => [word, data])),
  };
  for (const issue of unreachableGates(gates)) context.addIssue(issue);
  return gates;
});

function isKindMetric(word: string): boolean {
  const metric = asMetric(word);
  return metric !== null && kindMetricParts(metric) !== null;
}

const suiteFields = byKey(SPEED_GATES, () => ratio("Smallest change of the mean that matters.").optional());

const refuseUnreachable = (gates: object, context: z.RefinementCtx) => {
  for (const issue of unreachableGates({ ...gates })) context.addIssue(issue);
};

const AllGates = z
  .strictObject({
    ...Gates.shape,
    suite: z
      .strictObject(suiteFields)
      .superRefine(refuseUnreachable)
      .optional()
      .describe(
        "Gates for the mean over all workloads. They find many small steps that no single workload shows: { qps: 1% }.",
      ),
  })
  .superRefine(refuseUnreachable);

const ScriptFile = z.strictObject({
  file: z.string().min(1).describe("Script in pgbench's language; plain SQL is one."),
  weight: z
    .int()
    .min(1)
    .max(1_000_000)
    .default(1)
    .describe("How often the script is drawn, relative to the others."),
});

/** Protocols of scripts; other workloads have no choice. */
const PROTOCOLS = ["simple", "extended", "prepared"] as const;

/** Arms whose scripts base can run. */
const BASE_SCRIPTS = ["own", "head"] as const;

const WorkloadFields = z.strictObject({
  name: z.string().min(1).max(80).describe("Name in reports."),
  run: z.string().optional().describe("Workload of the load generator, for example oltp_point_select."),
  script: z
    .union([z.string().min(1), z.array(ScriptFile).min(1).max(128)])
    .optional()
    .describe(
      "SQL of your own, instead of `run`: a file in pgbench's language, or several that are drawn by weight.",
    ),
  queries: z
    .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
    .optional()
    .describe(
      "Query files as they lie in the repository, instead of `run` (globs): each query is a script, whose parameters ($1, :name) get values by their types and by the rows of `database.setup`.",
    ),
  "base-script": z
    .enum(BASE_SCRIPTS)
    .optional()
    .describe(
      "Scripts that base runs if they differ from head's (side by side only): own runs those of base's commit, against base's schema; head runs head's on both. A file that base's commit lacks is head's (default: own).",
    ),
  variables: z
    .record(z.string().regex(/^[A-Za-z_]\w*$/), z.union([z.string(), z.number()]))
    .optional()
    .describe("Variables of the scripts, as with pgbench's -D: { scale: 10 }."),
  protocol: z
    .enum(PROTOCOLS)
    .optional()
    .describe(
      "How scripts send values, as with pgbench's -M: in the text (simple), as parameters (extended), or prepared (default: simple).",
    ),
  options: z
    .record(z.string(), OptionValue)
    .default({})
    .describe("Options of the load generator: threads, tables, table-size ..."),
  role: roleName("Role of this workload's load (default: `database.role`)."),
  stages: StagesField.optional(),
  capacity: CapacityFields.optional(),
  timeline: TimelineFields.optional(),
  gates: OwnGates.optional().describe(
    "Gates of this workload alone, which override those of all workloads, and further ones: of kinds of events (`p99:new_order`), `tpmc`, `capacity`, and of a timeline. `false` removes a gate from this workload.",
  ),
});

/** The load generator's workload that runs scripts. */
const SCRIPT = "script";

/** Transformed: what runs, and with which files. */
const Workload = WorkloadFields.transform(
  ({ run, script, queries: globs, "base-script": asked, variables, protocol, ...rest }, context) => {
    const options =
      rest.stages === undefined ? rest.options : { ...rest.options, stages: stagesOption(rest.stages) };
    const problem = (message: string) => {
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    };
    const baseScript = asked ?? "own";
    const queries = globs === undefined ? [] : typeof globs === "string" ? [globs] : globs;
    const given = [run, script, globs].filter((each) => each !== undefined).length;
    if (given !== 1)
      return problem(`expected run, script or queries, got ${given === 0 ? "neither" : "several"}`);
    if (run !== undefined) {
      if ((variables ?? protocol ?? asked) !== undefined)
        return problem("variables, protocol and base-script are of a script: `run` has none of them");
      return { ...rest, run, scripts: [], baseScript, queries, variables: {}, options };
    }
    const scripts = typeof script === "string" ? [{ file: script, weight: 1 }] : (script ?? []);
    const sent = protocol === undefined ? options : { protocol, ...options };
    return { ...rest, run: SCRIPT, scripts, baseScript, queries, variables: variables ?? {}, options: sent };
  },
);

const Measure = z.strictObject({
  mode: z
    .enum(MEASURE_MODES)
    .default("side-by-side")
    .describe("Measure base and head together, or head alone against stored history."),
  sessions: z
    .int()
    .min(1)
    .max(200)
    .default(8)
    .describe(
      "Planned number of fresh server sessions; a clear answer takes fewer, an open one more (`looks`). A session is one measurement, however long it is.",
    ),
  looks: LooksField.default("auto").describe(
    "Plan of the looks at the sessions (side by side only). early: from three sessions on; what looks worse or is undecided gets up to three times `sessions`. thorough: fewer wrong greens, up to six times `sessions`. auto: thorough for pushes in a workflow, else early. 1, 2, 3: equal looks of `sessions` each.",
  ),
  seconds: z
    .number()
    .positive()
    .max(3600)
    .default(8)
    .describe("Measured seconds per workload and session, for both arms together."),
  budget: duration(
    "Time that measuring may take, including starts of servers, for example 10m (side by side only). It decides the number of sessions.",
  ).optional(),
  cause: duration(
    "Time for the search by experiment where a workload regressed (side by side only): copies of base get parts of head's change, and are measured side by side with base until one part is proved to be the cause. 0s does not search.",
  ).prefault("60s"),
  builds: z
    .enum(["alike", "compared"])
    .default("alike")
    .describe(
      "How to treat servers whose compilers, packagers or configure lines differ between arms or targets: alike passes no verdict on their versions; compared says that the build is what is compared, and verdicts are passed.",
    ),
  warmup: z.number().min(0).max(600).default(2).describe("Seconds of load before each measurement."),
  preflight: z
    .enum(["warn", "fail", "off"])
    .default("warn")
    .describe(
      "What to do if the machine is busy, throttled or short of disk before the start: warn and measure, fail, or do not check (off).",
    ),
  slice: sliceLength(
    "Length of the alternating slices, for example 250ms. auto takes 50 ms, or as much more as is needed to keep 98 % of the connections busy; the warm-up shows how much.",
  ).prefault("auto"),
  seed: z
    .int()
    .min(0)
    .max(2 ** 31 - 1)
    .optional()
    .describe("Seed of every random choice (default: drawn and recorded)."),
});

const Baseline = z.strictObject({
  branch: z.string().default("main").describe("Branch whose stored runs are the baseline in history mode."),
  runs: z.int().min(1).max(200).default(20).describe("Number of its newest runs to use, at most."),
});

/** Pages lie below the address, so it ends with its path; and it is shown in public comments. */
const SiteAddress = z.url({ protocol: /^https?$/ }).refine(
  (text) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    return url === null || [url.username, url.password, url.search, url.hash].every((part) => part === "");
  },
  { message: "expected an address without ?, # and password, such as https://acme.github.io/shop/" },
);

export const ConfigFile = z
  .strictObject({
    suite: z
      .string()
      .min(1)
      .max(80)
      .default("default")
      .describe("Name of this set of workloads. Each suite has one comment."),
    database: Database,
    workloads: z
      .array(Workload)
      .min(1)
      .max(500, "at most 500 workloads: each takes its seconds in every session; write several config files")
      .describe("Workloads to measure, one after the other in every session."),
    measure: Measure.prefault({}).describe("How to measure."),
    sweep: sweepFields(Deploy)
      .optional()
      .describe(
        "Sweep: measure the workloads over values of their options, and over databases (`plumbline sweep`).",
      ),
    gates: AllGates.prefault({}).describe(
      "Metrics that can fail the check, each with the smallest change that matters. `false` removes a default gate.",
    ),
    errors: ratio(
      "Increase in the share of failed events that counts as a regression, whatever the speed.",
    ).prefault("0.1%"),
    alpha: z.number().gt(0).lt(0.5).default(0.05).describe("Chance of any false regression in one check."),
    decide: z
      .enum(DECISIONS)
      .default("significant-and-relevant")
      .describe(
        "How certain a regression must be: margin-proven also asks that the change is shown to exceed the margin, and so flags fewer small changes.",
      ),
    baseline: Baseline.prefault({}).describe("History that counts in history mode."),
    alerts: z
      .strictObject({
        labels: z
          .array(z.string().min(1).max(50))
          .max(20)
          .default([])
          .describe("Labels of an alert's issue."),
        assignees: z
          .array(z.string().min(1))
          .max(10)
          .default([])
          .describe("Logins of the issue's assignees."),
      })
      .prefault({})
      .describe("Issues about a shift of the base branch. The action's input `alerts` turns them on."),
    dashboard: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe("Address of a page of your own with the history. Comments link to it."),
    site: SiteAddress.optional().describe(
      "Address of this repository's pages, as `plumbline serve` or `render --as site` makes them. Comments, checks, summaries and report.html link to the page of their commit, alerts to both sides of the change. For a store with several repositories the address ends with /r/OWNER/NAME/.",
    ),
    store: z.string().optional().describe("Location of the store: postgres://..., file:DIR or git:BRANCH."),
  })
  .superRefine(({ database, workloads, measure }, context) => {
    const { base, deploy, migration } = database;
    const isRunning = (base ?? deploy).kind === "url";
    const misfits = [
      ...migrationMisfits({ migration, workloads, isRunning }).map(({ path, message }) => ({
        path: ["migration", ...path],
        message,
      })),
      ...rebuildMisfits(database, measure),
    ];
    const unfit = nodesMisfit(database.nodes, measure.mode);
    if (unfit !== null) context.addIssue({ code: "custom", path: ["database", "nodes"], message: unfit });
    for (const { path, message } of misfits)
      context.addIssue({ code: "custom", path: ["database", ...path], message });
    const kinds = [deploy.kind, (base ?? deploy).kind];
    for (const { path, message } of [
      ...timelineMisfits(workloads, kinds),
      ...stagesMisfits(workloads, migration !== undefined),
    ])
      context.addIssue({ code: "custom", path: [...path], message });
  });
export type ConfigFile = z.infer<typeof ConfigFile>;
