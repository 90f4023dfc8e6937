/** `timeline` of a workload in plumbline.yml: what is done to the server in the midst of the load, and when the load counts as recovered. */
import { z } from "zod";
import type { Act, PlannedDisruption, TimelinePlan } from "../model/timeline.ts";
import { decimal } from "../stats/round.ts";
import { duration } from "./duration.ts";
import type { Misfit } from "./misfit.ts";
import { parseRatio } from "./quantity.ts";

const NAME_MOST = 40;

const Disruption = z
  .strictObject({
    name: z.string().min(1).max(NAME_MOST).optional().describe("Name in reports (default: what it does)."),
    at: duration(
      "Start, counted from the end of the warm-up; at least `hold` after the start of the previous disruption. It is later if the previous disruption takes longer.",
    ).prefault("5s"),
    restart: z
      .literal("server")
      .optional()
      .describe("Orderly restart of the server, like `pg_ctl restart` (deploy: local only)."),
    command: z
      .string()
      .min(1)
      .optional()
      .describe(
        "Shell command, run in head's checkout: a failover, a backup, a killed node. The connection is in DATABASE_URL, PGHOST, PGPORT, PGUSER, PGDATABASE and PGPASSWORD.",
      ),
    sql: z
      .string()
      .min(1)
      .optional()
      .describe("Statements, each sent by itself on one connection, as psql does: DDL, VACUUM, a lock."),
    timeout: duration("How long it may take.").prefault("5m"),
  })
  .transform(({ name, at, timeout, restart, command, sql }, context): PlannedDisruption => {
    const acts: readonly Act[] = [
      ...(restart === undefined ? [] : [{ kind: "restart" } as const]),
      ...(command === undefined ? [] : [{ kind: "command", command } as const]),
      ...(sql === undefined ? [] : [{ kind: "sql", sql } as const]),
    ];
    const [act] = acts;
    if (act === undefined || acts.length > 1) {
      const got = acts.length === 0 ? "none" : acts.map(({ kind }) => kind).join(" and ");
      context.addIssue({ code: "custom", message: `expected one of restart, command and sql, got ${got}` });
      return z.NEVER;
    }
    if (at < 1e9) {
      const message = "expected 1s or more: what is usual is measured before the first disruption";
      context.addIssue({ code: "custom", message, path: ["at"] });
    }
    return { name: name ?? actName(act), act, atSeconds: at / 1e9, limitSeconds: timeout / 1e9 };
  });

function actName(act: Act): string {
  const said = act.kind === "restart" ? "restart" : act.kind === "command" ? act.command : act.sql;
  const line = said.replace(/\s+/g, " ").trim();
  return line.length > NAME_MOST ? `${line.slice(0, NAME_MOST - 3)}...` : line;
}

export const TimelineFields = z
  .strictObject({
    disruptions: z
      .array(Disruption)
      .min(1)
      .max(20)
      .describe("Actions on the server and their times, in order."),
    after: duration("How long to watch the load after the last disruption has ended.").prefault("10s"),
    throughput: z
      .union([z.string(), z.number()])
      .transform((value, context) => {
        const parsed = parseRatio(value);
        if (parsed !== undefined && parsed >= 0.1 && parsed <= 0.99) return parsed;
        const message = `expected a share from 10% to 99%, got ${JSON.stringify(value)}`;
        context.addIssue({ code: "custom", message });
        return z.NEVER;
      })
      .describe(
        "Share of the throughput before the first disruption that the load must reach to count as recovered.",
      )
      .prefault("90%"),
    p99: duration("Highest p99 of 100 ms that counts as recovered (default: no limit).").optional(),
    hold: duration("How long the load must stay within its limits to count as recovered.").prefault("1s"),
  })
  .superRefine(({ disruptions, after, hold }, context) => {
    for (const [position, { name, atSeconds }] of disruptions.entries()) {
      if (disruptions.findIndex((other) => other.name === name) !== position) {
        const message = `two disruptions are called ${JSON.stringify(name)}; give each a name of its own`;
        context.addIssue({ code: "custom", message, path: ["disruptions", position] });
      }
      const message = tooEarly(atSeconds, disruptions[position - 1], hold / 1e9);
      if (message !== null)
        context.addIssue({ code: "custom", message, path: ["disruptions", position, "at"] });
    }
    if (hold < 200e6 || hold > after) {
      const message = "expected from 200ms to `after`";
      context.addIssue({ code: "custom", message, path: ["hold"] });
    }
    if ((disruptions[0]?.atSeconds ?? 0) * 1e9 < hold) {
      const message = "expected no more than `at` of the first disruption";
      context.addIssue({ code: "custom", message, path: ["hold"] });
    }
  })
  .describe(
    "Disruptions during the load, on a server of their own in each session and on each arm, after the workload itself. They give the metrics `recovery`, `dip-depth`, `dip-length` and `disruption-failures` (docs/how-to/disruptions.md).",
  );
export type TimelineFields = z.infer<typeof TimelineFields>;

/** Returns why a disruption cannot begin then, or null. One that is watched for less than `hold` never counts as recovered. */
function tooEarly(
  atSeconds: number,
  before: PlannedDisruption | undefined,
  holdSeconds: number,
): string | null {
  if (before === undefined) return null;
  if (atSeconds < before.atSeconds) return "expected no less than that of the disruption before it";
  const least = decimal(before.atSeconds + holdSeconds, 6);
  if (atSeconds >= least) return null;
  return `expected ${least}s or more: the disruption before it begins at ${before.atSeconds}s and is watched for \`hold\` at least`;
}

export function timelinePlanOf({ disruptions, after, throughput, p99, hold }: TimelineFields): TimelinePlan {
  return { disruptions, afterSeconds: after / 1e9, share: throughput, p99Ns: p99 ?? null, holdNs: hold };
}

/** Disruptions that one of the deployments cannot have. @param kinds of the deployments: local, url ... */
export function timelineMisfits(
  workloads: readonly Readonly<{ timeline?: TimelineFields | undefined }>[],
  kinds: readonly string[],
): readonly Misfit[] {
  const other = kinds.find((kind) => kind !== "local");
  if (other === undefined) return [];
  return workloads.flatMap(({ timeline }, workload) =>
    (timeline?.disruptions ?? []).flatMap(({ act }, disruption): readonly Misfit[] => {
      if (act.kind !== "restart") return [];
      const message = `restart is of local deployments, and this one is ${other}; restart it by a command`;
      return [{ path: ["workloads", workload, "timeline", "disruptions", disruption, "restart"], message }];
    }),
  );
}
