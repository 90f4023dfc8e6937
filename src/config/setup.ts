/** `database.setup` of plumbline.yml: the steps that fill a database. */
import { z } from "zod";
import { duration } from "./duration.ts";

/** True for a pattern that takes files away. */
export function isExclusion(glob: string): boolean {
  return glob.startsWith("!");
}

/** One way to fill a database: SQL files, or a program that gets the connection. Transformed: either one, with the moment it runs at. */
const SetupStep = z
  .union([
    z.string(),
    z.strictObject({
      sql: z
        .union([z.string(), z.array(z.string()).min(1)])
        .optional()
        .describe("SQL files (globs)."),
      command: z
        .string()
        .min(1)
        .optional()
        .describe(
          "Shell command, run in the arm's own checkout. The connection is in PGHOST, PGPORT, PGUSER, PGDATABASE, PGPASSWORD, PGSSLMODE and DATABASE_URL.",
        ),
      env: z.record(z.string(), z.string()).optional().describe("Additional environment of the command."),
      timeout: duration("How long the command may take (default: 30m).").optional(),
      inputs: z
        .array(z.string().min(1))
        .min(1)
        .optional()
        .describe(
          "Files that decide what the command makes (globs): it runs once while they stay the same (docs/how-to/own-sql.md).",
        ),
      needs: z
        .array(z.string().min(1))
        .min(1)
        .optional()
        .describe(
          "Files without which the command cannot run (globs): where base lacks one of head's, base is left out (docs/how-to/own-sql.md).",
        ),
      incremental: z
        .boolean()
        .optional()
        .describe("Whether the command applies only what the database lacks, as migration tools do."),
      before: z
        .literal("load")
        .optional()
        .describe("Run the step before the load generator's own tables are loaded."),
      after: z
        .literal("load")
        .optional()
        .describe("Run the step after the load generator's own tables are loaded, which is the default."),
    }),
  ])
  .transform((step, context): SetupStep => {
    if (typeof step === "string") return { kind: "sql", globs: [step], when: "after" };
    const { sql, command, env = {}, timeout = 30 * 60e9, inputs, needs, incremental, before, after } = step;
    const problem = (message: string) => {
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    };
    if (before !== undefined && after !== undefined) return problem("expected before or after, got both");
    const when = before === undefined ? "after" : "before";
    if (sql !== undefined && command !== undefined)
      return problem("expected sql or command, got both: make two steps of it");
    if (inputs?.every(isExclusion) === true) return problem("inputs: expected a pattern without !");
    if (incremental !== undefined && inputs === undefined)
      return problem("incremental is of a command with inputs");
    if (command !== undefined) {
      const known = {
        ...(inputs && { inputs }),
        ...(needs && { needs }),
        ...(incremental && { incremental }),
      };
      return { kind: "command", command, env, limitMs: timeout / 1e6, ...known, when };
    }
    if (sql === undefined) return problem("expected sql or command, got neither");
    if ([step.env, step.timeout, inputs, needs].some((each) => each !== undefined))
      return problem("env, timeout, inputs and needs are of a command: SQL files have none");
    return { kind: "sql", globs: typeof sql === "string" ? [sql] : sql, when };
  });

/** A step of the set-up, before any file is looked for. */
export type SetupStep = Readonly<{
  /** Step before or after the load generator's tables are loaded. */
  when: "before" | "after";
}> &
  (
    | Readonly<{ kind: "sql"; globs: readonly string[] }>
    | Readonly<{
        kind: "command";
        command: string;
        env: Readonly<Record<string, string>>;
        limitMs: number;
        inputs?: readonly string[];
        needs?: readonly string[];
        incremental?: boolean;
      }>
  );

/** Steps of which each has the exclusions that stand by themselves in the list. */
export const SetupSteps = z
  .array(SetupStep)
  .prefault([])
  .transform((steps, context): readonly SetupStep[] => {
    const isNone = (step: SetupStep) => step.kind === "sql" && step.globs.every(isExclusion);
    const excluded = steps.flatMap((step) => (step.kind === "sql" && isNone(step) ? step.globs : []));
    const kept = steps.filter((step) => !isNone(step));
    if (excluded.length > 0 && kept.length === 0)
      context.addIssue({ code: "custom", message: `${excluded[0]} excludes files, and no step names any` });
    return kept.map((step) =>
      step.kind === "sql" ? { ...step, globs: [...step.globs, ...excluded] } : step,
    );
  });
