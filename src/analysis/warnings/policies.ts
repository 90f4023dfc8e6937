/** Row-level security that a load bypasses: what it costs, and what a change makes of that, is in no figure. */
import { type Warning, warning } from "../../model/document.ts";
import type { Observed } from "../../model/observed.ts";
import { listed, plural } from "../../text/units.ts";
import { indexOfObjects, objectKey, reachOf } from "../reason/reach.ts";

/** Tables with row-level security that does not bind a user, by the names that its objects have. */
export type UnboundTables = Readonly<{ user: string; tables: readonly string[] }>;

/** What was seen of one arm. */
type SeenArm = Readonly<{ observed: Observed; unbound: ReadonlyMap<string, UnboundTables> }>;

/** A script that says itself as whom it runs. */
const SAYS_ROLE =
  /\bset\s+(?:local\s+|session\s+)?role\b|\bset\s+(?:local\s+|session\s+)?session\s+authorization\b|\bset_config\s*\(\s*'role'/i;
const TABLES_MOST = 4;
const POLICIES_MOST = 2;

/**
 * A warning for each workload whose statements reach tables with row-level security, as a user whom it does not bind. A config file that
 * names a role has answered the question, whatever that role may do.
 */
export function policyWarnings(
  workloads: readonly Readonly<{ name: string; role?: unknown }>[],
  arms: readonly SeenArm[],
): readonly Warning[] {
  return workloads.flatMap(({ name, role }) => {
    if (role !== undefined) return [];
    const found = arms.map((arm) => bypassedBy(name, arm));
    const tables = new Map<string, Set<string>>();
    for (const { policies } of found)
      for (const [table, names] of policies)
        tables.set(table, new Set([...(tables.get(table) ?? []), ...names]));
    if (tables.size === 0) return [];
    const user = found.find(({ policies }) => policies.size > 0)!.user;
    return warning("policies-bypassed", {
      workload: name,
      message: `${name} runs as ${user}, whom row-level security does not bind: ${tableWords(tables)}, so whatever policies cost or change is in no figure`,
      remedy: `set database.role, or the workload's role, to the role of the application; or to ${user}, if it bypasses them in production, too`,
    });
  });
}

type Bypassed = Readonly<{ user: string; policies: ReadonlyMap<string, readonly string[]> }>;

function bypassedBy(workload: string, { observed, unbound }: SeenArm): Bypassed {
  const nothing = { user: "", policies: new Map<string, readonly string[]>() };
  const database = observed.databases.find(({ workloads }) => workloads.includes(workload));
  const own = database === undefined ? undefined : unbound.get(database.database);
  if (database === undefined || own === undefined || own.tables.length === 0) return nothing;
  const sent = observed.plans.filter((each) => each.workload === workload);
  const statements = sent.flatMap(({ plans, others = [] }) => [
    ...plans,
    ...others.map((other) => ({ ...other, nodes: [] })),
  ]);
  if (statements.some(({ sql }) => SAYS_ROLE.test(sql))) return nothing;
  const reached = reachOf(statements, indexOfObjects(database.objects));
  const met = database.objects.filter((each) => reached.has(objectKey(each)));
  const tables = met.filter(({ kind, name }) => kind === "row-security" && own.tables.includes(name));
  const policies = new Map(
    tables.map(({ name }) => [
      name,
      met.filter(({ kind, on }) => kind === "policy" && on === name).map((each) => each.name),
    ]),
  );
  return { user: own.user, policies };
}

/** "doc (own_rows, shared) and member (no policy for this)" */
function tableWords(tables: ReadonlyMap<string, ReadonlySet<string>>): string {
  const words = [...tables].map(([table, names]) => `${table} (${policyWords([...names])})`);
  const shown = words.slice(0, TABLES_MOST);
  const more = words.length - shown.length;
  return listed(more === 0 ? shown : [...shown, plural(more, "more table")]);
}

/** Names of policies may be sentences. */
function policyWords(names: readonly string[]): string {
  if (names.length === 0) return "no policy for this";
  const shown = names.slice(0, POLICIES_MOST).join(", ");
  return names.length > POLICIES_MOST ? `${shown} and ${names.length - POLICIES_MOST} more` : shown;
}
