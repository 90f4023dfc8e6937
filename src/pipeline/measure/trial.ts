/** One event of each script on each arm, before anything is measured: what a schema cannot run is known early, and by its statement. */

import { localeWarning, type OrderedText } from "../../analysis/warnings/text-order.ts";
import { asRunBy, type Plan, type PlannedWorkload } from "../../config/plan.ts";
import { orCrashError } from "../../io/database/place/crash-report.ts";
import type { Server } from "../../io/database/target.ts";
import { EXPLAINING } from "../../io/inspect/plans.ts";
import type { LoadGenerator } from "../../io/load/load-generator.ts";
import type { Warning } from "../../model/document.ts";
import { PlumblineError } from "../../model/errors.ts";
import type { Progress } from "../../model/progress.ts";
import type { ArmName } from "../../model/run.ts";
import type { Script, Statements } from "../../model/script.ts";
import { mixSeed } from "../../stats/mix-seed.ts";
import { withoutRows } from "./fruitless.ts";
import { loadUrl, workloadsWithoutRole } from "./role.ts";
import { sentEvents } from "./sent-events.ts";
import { sqlFindings } from "./sql-findings.ts";
import type { Targets } from "./targets.ts";
import { runOneEvent } from "./try-script.ts";

/** Session number of the servers that only this uses. */
const SESSION = -1;
type PositionedWorkload = readonly [position: number, workload: PlannedWorkload];

/** What the trial found: workloads that base cannot run, by position, with the statement or the role; and what makes events say little. */
export type TriedScripts = Readonly<{ newcomers: ReadonlyMap<number, string>; warnings: readonly Warning[] }>;

/**
 * @throws PlumblineError of kind "usage" if head's own schema cannot run a script
 */
export async function tryScripts(
  plan: Plan,
  { base, head }: Targets,
  generator: LoadGenerator,
  progress: Progress,
  signal: AbortSignal,
): Promise<TriedScripts> {
  const scripted = [...plan.workloads.entries()].filter(([, { script }]) => script !== undefined);
  const hasRoles = plan.workloads.some(({ role }) => role !== undefined);
  if (scripted.length === 0 && !hasRoles) return { newcomers: new Map(), warnings: [] };
  const warnings: Warning[] = [];
  const ordered: OrderedText[] = [];
  progress.stage("trying the scripts");
  const attempt = async (arm: ArmName, server: Server, [position, workload]: PositionedWorkload) => {
    const own = asRunBy(arm, workload);
    const seed = mixSeed(plan.seed, 0, position);
    for (const script of own.script!.files) {
      const refusal = await tryOne(own, script, { server, generator, signal, arm, seed });
      if (refusal !== null) return refusal;
    }
    return null;
  };
  await withServer(head.openSession(SESSION), async (server) => {
    for (const missing of (await workloadsWithoutRole(plan, server, signal)).values()) throw missing;
    for (const entry of scripted) {
      const failed = await attempt("head", server, entry);
      if (failed !== null) throw cannotRunAs(entry[1], failed);
    }
    // What many events write on a running server of the user's would stay there.
    if (!head.fresh || !EXPLAINING.includes(server.product)) return;
    for (const [, workload] of scripted) {
      const events = await sentEvents(workload, server, generator, signal);
      warnings.push(...(await withoutRows(workload, events, server, signal)));
      const found = await sqlFindings(workload, events.statements, server, signal);
      warnings.push(...found.warnings);
      ordered.push(...found.ordered);
    }
    if (plan.isLocaleAssumed) warnings.push(...localeWarning(ordered));
  });
  const newcomers = new Map<number, string>();
  if (base === null) return { newcomers, warnings };
  await withServer(base.openSession(SESSION), async (server) => {
    for (const [position] of await workloadsWithoutRole(plan, server, signal))
      newcomers.set(position, `base's server has no role ${plan.workloads[position]!.role!.name}`);
    for (const entry of scripted.filter(([position]) => !newcomers.has(position))) {
      const failed = await attempt("base", server, entry);
      if (failed !== null) newcomers.set(entry[0], `base's schema cannot run ${failed}`);
    }
  });
  return { newcomers, warnings };
}

function cannotRunAs({ name, role }: PlannedWorkload, failed: string): PlumblineError {
  const create = "fix the script, or let database.setup create what it needs";
  const mayNot = role !== undefined && failed.includes("permission denied");
  return new PlumblineError("usage", `workload ${name}: head's own schema cannot run ${failed}`, {
    remedy: mayNot ? `let database.setup GRANT ${role.name} what it needs, or name another role` : create,
  });
}

async function withServer(opening: Promise<Server>, use: (server: Server) => Promise<void>): Promise<void> {
  const server = await opening;
  try {
    await use(server);
  } finally {
    await server.stop();
  }
}

type Circumstances = Readonly<{
  server: Server;
  generator: LoadGenerator;
  signal: AbortSignal;
  arm: ArmName;
  seed: number;
  /** Called before each event: there are several where values make the first ones fail. */
  onEvent?: () => void;
}>;

/** What refuses some of the values that a workload draws is a finding, which the load counts: a script that cannot run fails with all of them. */
const EVENTS_MOST = 20;

/** @returns why the server refused it, or null; any other failure is thrown */
export async function tryOne(
  planned: PlannedWorkload,
  one: Script,
  { server, generator, signal, arm, seed, onEvent }: Circumstances,
): Promise<string | null> {
  const { workload, dialect, options, script, statements } = planned;
  const place = { url: loadUrl(server, planned), pid: server.pid, signal };
  const request = { workload, dialect, options, variables: script!.variables, seed, ...place };
  try {
    await runOneEvent(generator, one, request, { most: EVENTS_MOST, ...(onEvent && { onEvent }) });
    return null;
  } catch (error) {
    const refusal = trialRefusal(error, one.file, statements);
    if (refusal === null) throw signal.aborted ? error : await orCrashError(error, server, `${arm}: `);
    return refusal;
  }
}

/** "bench/buy.sql:3:1: INSERT INTO orders ...: relation "orders" does not exist (SQLSTATE 42P01)"; null if it is not the SQL that failed. */
function trialRefusal(error: unknown, file: string, statements: Statements): string | null {
  if (!(error instanceof PlumblineError)) return null;
  const { sqlstate } = (error.cause ?? {}) as { sqlstate?: string };
  if (!sqlstate || /^(?:08|57P)/.test(sqlstate)) return null;
  const [, place, statement, words] = REFUSED.exec(error.message) ?? [];
  if (statement === undefined || words === undefined) return `${file}: ${error.message}`;
  const sql = statements[statement]?.replace(/\s+/g, " ").trim() ?? statement;
  const where = place === undefined ? file : `${file}:${place}`;
  return `${where}: ${sql.length > SQL_MOST ? `${sql.slice(0, SQL_MOST)} ...` : sql}: ${words}`;
}

/** "bench/checkout.sql:3:1: checkout.1.insert on connection 1 to 127.0.0.1:5432: what the server says"; pgbench's own have no place. */
const REFUSED = /^(?:.*:(\d+:\d+): )?(\S+) on connection \d+ to \S+: (.*)$/s;
const SQL_MOST = 160;
