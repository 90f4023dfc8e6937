/**
 * Config files of suites that are small enough for a test. None but those that ask for it look at the machine before the start: beside
 * other tests it is always busy, and looking takes three seconds. None looks for causes by experiment: cause.test.ts does.
 */

export type SuiteOptions = Readonly<{
  /** YAML of `database`, indented by two. */
  database: string;
  sessions?: number;
  seconds?: number;
  preflight?: "warn" | "off";
  /** More lines at the top level. */
  more?: string;
}>;

export const LOCAL = "  deploy: { local: {} }";

/** Head on one running database, base on another. */
export function running(head: string, base?: string): string {
  const lines = [`  deploy: { url: ${JSON.stringify(head)} }`];
  if (base !== undefined) lines.push(`  base: { url: ${JSON.stringify(base)} }`);
  return lines.join("\n");
}

/** Two workloads on one small table. */
export function suite({
  database,
  sessions = 2,
  seconds = 0.4,
  preflight = "off",
  more = "",
}: SuiteOptions): string {
  return `suite: small
database:
${database}
workloads:
  - name: look-up
    run: oltp_point_select
    options: { tables: 1, table-size: 200, threads: 2 }
  - name: change
    run: oltp_update_non_index
    options: { tables: 1, table-size: 200, threads: 2 }
measure: { sessions: ${sessions}, seconds: ${seconds}, warmup: 0, preflight: ${preflight}, cause: 0s }
${more}`;
}
