/** `database.migration` of plumbline.yml: what is applied under load, under which load, and what it may cost. */
import { z } from "zod";
import type { MeasureMode } from "../model/run.ts";
import { duration } from "./duration.ts";
import type { Misfit } from "./misfit.ts";
import { nearest } from "./nearest.ts";

const Gates = z.strictObject({
  stall: z
    .union([z.literal(false).transform(() => null), duration("Longest wait.")])
    .prefault("500ms")
    .describe("Longest time that a statement of the load may wait for its answer; false for no limit."),
  failed: z
    .union([z.literal(false).transform(() => null), z.int().min(0)])
    .default(0)
    .describe(
      "Number of events of the load that may fail in a session, from the start of the migration; false for no limit.",
    ),
});

export const MigrationFields = z
  .strictObject({
    files: z
      .union([z.string().transform((glob) => [glob]), z.array(z.string()).min(1)])
      .optional()
      .describe(
        "SQL files (globs) of head's commit, in the order of migration tools. Files that base's commit has too are part of its schema and left out. Each statement is sent by itself, as psql does.",
      ),
    command: z
      .string()
      .optional()
      .describe(
        "Shell command in head's tree that applies the migration, for example a migration tool. The connection is in DATABASE_URL, PGHOST, PGPORT, PGUSER, PGDATABASE and PGPASSWORD.",
      ),
    under: z
      .array(z.string())
      .min(1)
      .optional()
      .describe("Names of the workloads that run meanwhile, one after the other (default: all)."),
    sessions: z
      .int()
      .min(1)
      .max(50)
      .default(3)
      .describe("Number of tries under each workload, each on a fresh server with base's schema."),
    before: z
      .number()
      .min(0.5)
      .max(600)
      .default(3)
      .describe("Seconds of load (after measure.warmup) before the migration starts."),
    after: z.number().min(0.5).max(600).default(2).describe("Seconds of load after the migration has ended."),
    timeout: duration("Time after which a migration counts as failed.").prefault("10m"),
    p99: duration(
      "Latency that 99 % of the events should stay below. The report says for how long they did not.",
    ).prefault("100ms"),
    gates: Gates.prefault({}).describe("Limits that fail the check."),
  })
  .superRefine(({ files, command }, context) => {
    if ((files === undefined) !== (command === undefined)) return;
    const got = files === undefined ? "neither" : "both";
    context.addIssue({ code: "custom", message: `expected files or command, got ${got}` });
  });
export type MigrationFields = z.infer<typeof MigrationFields>;

type Beside = Readonly<{
  migration?: MigrationFields | undefined;
  workloads: readonly Readonly<{ name: string }>[];
  /** Base's database is one that is running already. */
  isRunning: boolean;
}>;

/** Finds the fields of the section that do not fit the file's other sections. */
export function migrationMisfits({ migration, workloads, isRunning }: Beside): readonly Misfit[] {
  if (migration === undefined) return [];
  const names = workloads.map(({ name }) => name);
  const unknown = (migration.under ?? []).flatMap((name, position): readonly Misfit[] => {
    if (names.includes(name)) return [];
    const guess = nearest(name, names);
    const hint =
      guess === undefined ? `there are ${names.join(", ")}` : `did you mean ${JSON.stringify(guess)}?`;
    const message = `unknown workload ${JSON.stringify(name)}; ${hint}`;
    return [{ path: ["under", position], message }];
  });
  if (!isRunning) return unknown;
  const message =
    "a migration is tried on a fresh server for each session, and base's is one that is running already (url); deploy it by local or command";
  return [{ path: [], message }, ...unknown];
}

/** A migration and the workloads under which it is tried. */
export type MigrationPlan = Omit<MigrationFields, "under"> &
  Readonly<{
    /** Positions in the plan's workloads. */
    under: readonly number[];
  }>;

/** @returns null where there is nothing to try: head alone has no base whose schema could be migrated */
export function migrationPlanOf(
  migration: MigrationFields | undefined,
  workloads: readonly Readonly<{ name: string }>[],
  mode: MeasureMode,
): MigrationPlan | null {
  if (migration === undefined || mode === "history") return null;
  const { under, ...rest } = migration;
  const positions = [...workloads.keys()].filter((at) => under?.includes(workloads[at]!.name) ?? true);
  return { ...rest, under: positions };
}
