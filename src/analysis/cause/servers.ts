/** What the servers of two arms differ in, apart from what is in their databases. */

import type { Pair, Run } from "../../model/run.ts";
import { observedDifferences } from "../reason/differences.ts";

const SETTINGS_MOST = 3;

/**
 * "PostgreSQL 18.0 instead of 17.6"; null where nothing is known to differ.
 * @param isConfigured the arms' servers are configured apart, so that settings may be theirs, and not the set-up's
 */
export function serverDifference({ base, head }: Pair, isConfigured: boolean): string | null {
  const [one, other] = [base.environment, head.environment];
  const versions = [one, other].map(({ database, databaseVersion }) => `${database} ${databaseVersion}`);
  if (versions[0] !== versions[1]) {
    const short = one.database === other.database ? one.databaseVersion : versions[0];
    return `${versions[1]} instead of ${short}`;
  }
  const settings = isConfigured ? differingSettings(base, head) : [];
  if (settings.length > 0) return settings.join(", ");
  const [old, now] = [one.build, other.build];
  // What only one of them says is no difference.
  if (old === undefined || now === undefined) return null;
  if (old.said !== now.said) return `${now.said} instead of ${old.said}`;
  const programs = [old, now].flatMap((build) => build.programs ?? []);
  return programs.length < 2 || programs[0] === programs[1] ? null : `another build of ${versions[1]}`;
}

function differingSettings(base: Run, head: Run): readonly string[] {
  if (base.observed === undefined || head.observed === undefined) return [];
  return observedDifferences(base.observed, head.observed)
    .differences.filter(
      ({ kind, base: old, head: now }) => kind === "setting" && old !== null && now !== null,
    )
    .slice(0, SETTINGS_MOST)
    .map(({ name, base: old, head: now }) => `${name} = ${now} instead of ${old}`);
}
