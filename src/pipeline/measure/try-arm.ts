/** One event of each script on an arm, with what a reader of it wants to know: rows, plans, empty tables, policies. */
import { rowsOfTag } from "../../analysis/samples/command-tags.ts";
import type { SentStatement } from "../../analysis/samples/sent-statements.ts";
import { policyWarnings } from "../../analysis/warnings/policies.ts";
import { localeWarning } from "../../analysis/warnings/text-order.ts";
import { asRunBy, type Plan, type PlannedWorkload } from "../../config/plan.ts";
import { withClient } from "../../io/database/sql/connect.ts";
import type { Server, Target } from "../../io/database/target.ts";
import { functionTables } from "../../io/inspect/draft-tables.ts";
import { EXPLAINING } from "../../io/inspect/plans.ts";
import { tableFacts } from "../../io/inspect/tables.ts";
import type { LoadGenerator } from "../../io/load/load-generator.ts";
import type { Warning } from "../../model/document.ts";
import type { Progress } from "../../model/progress.ts";
import type { ArmName } from "../../model/run.ts";
import type { Script } from "../../model/script.ts";
import type { TriedArm, TriedScript, TriedStatement } from "../../model/tried.ts";
import { prepareTarget } from "./prepare.ts";
import { loadUrl, workloadsWithoutRole } from "./role.ts";
import { triedDraft } from "./rows-draft.ts";
import { sentPlan } from "./sent-plan.ts";
import { lookAround } from "./snapshot.ts";
import { type SqlFindings, sqlFindings } from "./sql-findings.ts";
import { tapServer } from "./tapped.ts";
import { tryOne } from "./trial.ts";

/** Session number of the servers that only this uses. */
const SESSION = -1;
/** A plan that takes longer is not waited for. */
const STATEMENT_LIMIT_MS = 5_000;

/** @throws PlumblineError of the set-up, and of a server that dies; what a server refuses of a script is an answer */
export async function tryArm(
  arm: ArmName,
  target: Target,
  plan: Plan,
  generator: LoadGenerator,
  progress: Progress,
  signal: AbortSignal,
): Promise<TriedArm> {
  const started = performance.now();
  await prepareTarget(arm, target, plan, generator, progress, signal);
  const setupSeconds = (performance.now() - started) / 1000;
  progress.stage(`trying the scripts on ${arm}`);
  const server = await target.openSession(SESSION);
  try {
    const scripts: TriedScript[] = [];
    const findings: SqlFindings[] = [];
    const met = new Set<string>();
    const facts = await readTriedServer(server, plan, signal);
    const without = await workloadsWithoutRole(plan, server, signal);
    if (arm === "head") for (const missing of without.values()) throw missing;
    for (const [position, workload] of plan.workloads.entries()) {
      const own = asRunBy(arm, workload);
      const missing = without.get(position);
      for (const script of own.script?.files ?? []) {
        const about = { workload: own.name, file: script.file };
        if (missing !== undefined) {
          scripts.push({ ...about, refusal: missing.message, statements: [] });
          continue;
        }
        const place = { generator, arm, seed: plan.seed, signal };
        const { refusal, sent, statements, relations } = await triedScript(own, script, server, place);
        for (const relation of relations) met.add(relation);
        scripts.push({ ...about, refusal, statements });
        if (EXPLAINING.includes(server.product)) findings.push(await sqlFindings(own, sent, server, signal));
      }
    }
    const about = { arm, server: `${server.product} ${server.version}`, setupSeconds, tables: facts.length };
    const tableNames = facts
      .toSorted((a, b) => Number(a.isEmpty) - Number(b.isEmpty))
      .map(({ quoted }) => quoted);
    const emptyTables = facts.filter(({ isEmpty }) => isEmpty).map(({ name }) => name);
    const warnings = [
      ...(await bypassed(arm, server, plan, generator, signal)),
      ...findings.flatMap((each) => each.warnings),
      ...(plan.isLocaleAssumed ? localeWarning(findings.flatMap(({ ordered }) => ordered)) : []),
    ];
    // A running server of the user's is left alone: rows that are rolled back lock others, and move sequences.
    const load = arm === "head" && target.fresh ? scriptedLoad(plan) : undefined;
    const rowsDraft =
      load === undefined || met.size === 0 ? null : await triedDraft(server.url(load), facts, met, signal);
    return { ...about, tableNames, emptyTables, rowsDraft, scripts, warnings };
  } finally {
    await server.stop();
  }
}

async function bypassed(
  arm: ArmName,
  server: Server,
  plan: Plan,
  generator: LoadGenerator,
  signal: AbortSignal,
): Promise<readonly Warning[]> {
  if (!EXPLAINING.includes(server.product)) return [];
  return policyWarnings(plan.workloads, [await lookAround(arm, server, plan, generator, signal)]);
}

/** All databases of scripts have the same tables; of another product than PostgreSQL nothing is asked. */
async function readTriedServer(server: Server, plan: Plan, signal: AbortSignal) {
  const load = scriptedLoad(plan);
  if (load === undefined || !EXPLAINING.includes(server.product)) return [];
  return await withClient(
    server.url(load),
    { what: "for its tables", signal },
    async (ask) => await tableFacts(ask),
  );
}

function scriptedLoad({ loads }: Plan): Plan["loads"][number] | undefined {
  return loads.find(({ isEmpty }) => isEmpty === true) ?? loads[0];
}

type ArmTrying = Readonly<{ generator: LoadGenerator; arm: ArmName; seed: number; signal: AbortSignal }>;

async function triedScript(
  workload: PlannedWorkload,
  script: Script,
  server: Server,
  { signal, ...rest }: ArmTrying,
): Promise<Pick<TriedScript, "refusal"> & TriedStatements & Readonly<{ sent: readonly SentStatement[] }>> {
  const sent: SentStatement[] = [];
  const tags: string[] = [];
  const url = loadUrl(server, workload);
  const tap = await tapServer(
    url,
    signal,
    (each) => sent.push(each),
    true,
    (tag) => tags.push(tag),
  );
  try {
    const tapped = { ...server, url: () => tap.url };
    const { role: _, ...asTapped } = workload;
    const onEvent = () => {
      sent.length = 0;
      tags.length = 0;
    };
    const refusal = await tryOne(asTapped, script, { server: tapped, signal, onEvent, ...rest });
    return { refusal, sent, ...(await tryStatements(url, server, sent, tags, signal)) };
  } finally {
    await tap.stop();
  }
}

/** The query of a comment "plumbline: values", as the load generator asks it: it is no statement of the script. */
const OF_VALUES = /^\(.*\) LIMIT \d+$/s;

/** Relations are those that any statement reads or writes, also one that was refused. */
type TriedStatements = Pick<TriedScript, "statements"> & Readonly<{ relations: readonly string[] }>;

async function tryStatements(
  url: string,
  { product }: Server,
  sent: readonly SentStatement[],
  tags: readonly string[],
  signal: AbortSignal,
): Promise<TriedStatements> {
  return await withClient(url, { what: "for plans", signal }, async (ask) => {
    await ask(`SET statement_timeout = ${STATEMENT_LIMIT_MS}`);
    const statements: TriedStatement[] = [];
    const relations = new Set<string>();
    for (const [at, statement] of sent.entries()) {
      if (OF_VALUES.test(statement.sql)) continue;
      const tag = tags[at];
      const rows = tag === undefined ? null : rowsOfTag(tag);
      const hasPlan = (rows !== null || tag === undefined) && EXPLAINING.includes(product);
      const all = (hasPlan ? await sentPlan(ask, statement) : null)?.nodes ?? [];
      for (const { relation } of all) if (relation !== undefined) relations.add(relation);
      if (tag === undefined) continue;
      const nodes = all.filter(({ type, relation }) => relation !== undefined && type !== "ModifyTable");
      const steps = nodes.map(
        ({ type, relation, index }) =>
          `${type}${index === undefined ? "" : ` using ${index}`} on ${relation}`,
      );
      const tables = [...new Set(nodes.map(({ relation }) => relation!))];
      statements.push({ sql: statement.sql, rows, steps: [...new Set(steps)], tables });
    }
    const texts = EXPLAINING.includes(product) ? sent.map(({ sql }) => sql) : [];
    const called = texts.length === 0 ? [] : await functionTables(ask, texts);
    return { statements, relations: [...relations, ...called] };
  });
}
