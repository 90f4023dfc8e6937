/** `timeline` of a workload in plumbline.yml: what is done to the server in the midst of the load, and when the load counts as recovered. */
import { z } from "zod";
import type { Act, PlannedEvent, TimelinePlan } from "../model/timeline.ts";
import { duration } from "./duration.ts";
import type { Misfit } from "./misfit.ts";
import { parseRatio } from "./quantity.ts";

const NAME_MOST = 40;

const Event = z
  .strictObject({
    name: z.string().min(1).max(NAME_MOST).optional().describe("how reports call it; default: what it does"),
    at: duration(
      "after the end of the warm-up, at least `hold` after `at` of the event before it; where that one takes longer, when it has ended",
    ).prefault("5s"),
    restart: z
      .literal("server")
      .optional()
      .describe("an orderly restart of the server, as `pg_ctl restart` does it; of `local` deployments"),
    command: z
      .string()
      .min(1)
      .optional()
      .describe(
        "shell command, run in head's checkout with the connection in DATABASE_URL, PGHOST, PGPORT, PGUSER, PGDATABASE, PGPASSWORD: a failover, a backup, a node that is killed",
      ),
    sql: z
      .string()
      .min(1)
      .optional()
      .describe("statements, each sent by itself on one connection, as psql does: DDL, VACUUM, a lock"),
    timeout: duration("it may take no longer").prefault("5m"),
  })
  .transform(({ name, at, timeout, restart, command, sql }, context): PlannedEvent => {
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
      const message = "expected 1s or more: what is usual is measured before the first event";
      context.addIssue({ code: "custom", message, path: ["at"] });
    }
    return { name: name ?? nameOf(act), act, atSeconds: at / 1e9, limitSeconds: timeout / 1e9 };
  });

function nameOf(act: Act): string {
  const said = act.kind === "restart" ? "restart" : act.kind === "command" ? act.command : act.sql;
  const line = said.replace(/\s+/g, " ").trim();
  return line.length > NAME_MOST ? `${line.slice(0, NAME_MOST - 3)}...` : line;
}

export const TimelineFields = z
  .strictObject({
    events: z.array(Event).min(1).max(20).describe("in their order: what is done to the server, and when"),
    after: duration("watched after the last event has ended").prefault("10s"),
    throughput: z
      .union([z.string(), z.number()])
      .transform((value, context) => {
        const parsed = parseRatio(value);
        if (parsed !== undefined && parsed >= 0.1 && parsed <= 0.99) return parsed;
        const message = `expected a share from 10% to 99%, got ${JSON.stringify(value)}`;
        context.addIssue({ code: "custom", message });
        return z.NEVER;
      })
      .describe("share of the throughput before the first event from which on the load is within its limit")
      .prefault("90%"),
    p99: duration(
      "and the 99th percentile of latency, of each 100 ms, up to which it is; default: any",
    ).optional(),
    hold: duration("so long it must stay within it").prefault("1s"),
  })
  .superRefine(({ events, after, hold }, context) => {
    for (const [position, { name, atSeconds }] of events.entries()) {
      if (events.findIndex((other) => other.name === name) !== position) {
        const message = `two events are called ${JSON.stringify(name)}; give each a name of its own`;
        context.addIssue({ code: "custom", message, path: ["events", position] });
      }
      const message = tooEarly(atSeconds, events[position - 1], hold / 1e9);
      if (message !== null) context.addIssue({ code: "custom", message, path: ["events", position, "at"] });
    }
    if (hold < 200e6 || hold > after) {
      const message = "expected from 200ms to `after`";
      context.addIssue({ code: "custom", message, path: ["hold"] });
    }
    if ((events[0]?.atSeconds ?? 0) * 1e9 < hold) {
      const message = "expected no more than `at` of the first event";
      context.addIssue({ code: "custom", message, path: ["hold"] });
    }
  })
  .describe(
    "events in the midst of the load, on a server of their own in each session and on each arm, after the workload itself: the metrics `recovery`, `dip-depth`, `dip-length` and `event-failures` (docs/how-to/events.md)",
  );
export type TimelineFields = z.infer<typeof TimelineFields>;

/** Why an event cannot begin then; null: it can. One that is watched for less than `hold` never counts as recovered. */
function tooEarly(atSeconds: number, before: PlannedEvent | undefined, holdSeconds: number): string | null {
  if (before === undefined) return null;
  if (atSeconds < before.atSeconds) return "expected no less than of the event before it";
  const least = Number((before.atSeconds + holdSeconds).toFixed(6));
  if (atSeconds >= least) return null;
  return `expected ${least}s or more: the event before it begins at ${before.atSeconds}s and is watched for \`hold\` at least`;
}

export function timelinePlanOf({ events, after, throughput, p99, hold }: TimelineFields): TimelinePlan {
  return { events, afterSeconds: after / 1e9, share: throughput, p99Ns: p99 ?? null, holdNs: hold };
}

/** Events that one of the deployments cannot have. @param kinds of the deployments: local, url ... */
export function timelineMisfits(
  workloads: readonly Readonly<{ timeline?: TimelineFields | undefined }>[],
  kinds: readonly string[],
): readonly Misfit[] {
  const other = kinds.find((kind) => kind !== "local");
  if (other === undefined) return [];
  return workloads.flatMap(({ timeline }, workload) =>
    (timeline?.events ?? []).flatMap(({ act }, event): readonly Misfit[] => {
      if (act.kind !== "restart") return [];
      const message = `restart is of local deployments, and this one is ${other}; restart it by a command`;
      return [{ path: ["workloads", workload, "timeline", "events", event, "restart"], message }];
    }),
  );
}
