/** Collects what the sessions of a measurement gave. */

import { asRunBy, type Plan, roleOptions } from "../../config/plan.ts";
import { type Generator, libpqText } from "../../model/build.ts";
import { capacityOptions } from "../../model/capacity.ts";
import { type Warning, warning } from "../../model/document.ts";
import { ARMS, type ArmName, type Session, type WorkloadRun } from "../../model/run.ts";
import { scriptOptions } from "../../model/script.ts";
import { timelineOptions } from "../../model/timeline.ts";
import type { RecordedSession, SweepServer } from "../documents/sweep-files.ts";

/** Facts about a server, without the handles to it. */
export function sweepServerFacts({ product, version, build, settings }: SweepServer): SweepServer {
  return { product, version, ...(build === undefined ? {} : { build }), settings };
}

type ArmRecord = Readonly<{ workloads: readonly WorkloadRun[]; server: SweepServer }>;

/** Results of whole sessions, arm by arm. */
export type Recorded = Readonly<{
  arms: Readonly<Partial<Record<ArmName, ArmRecord>>>;
  generator: Generator;
  /** Whole sessions. */
  sessions: number;
  warnings: readonly Warning[];
}>;

/** Positions of workloads that base has nothing like, and why. */
type Newcomers = ReadonlyMap<number, string>;

/** Collects whole sessions, arm by arm and workload by workload. */
export class Recording {
  readonly #plan: Plan;
  readonly #sessions: Record<ArmName, Session[][]>;
  /** Options by workload; null while no session has shown which took effect. */
  readonly #options: (WorkloadRun["options"] | null)[];
  readonly #servers: Partial<Record<ArmName, SweepServer>> = {};
  /** Warnings by code and workload, with the number of sessions that had them. */
  readonly #warnings = new Map<string, Readonly<{ warning: Warning; sessions: number }>>();
  #generator: Generator = { version: "", profile: "", libpq: 0 };
  /** Builds of all sessions, which a sweep that goes on may have from several days or machines. */
  readonly #builds = new Set<string>();
  readonly #serverBuilds: Readonly<Record<ArmName, Set<string>>> = { base: new Set(), head: new Set() };
  count = 0;

  readonly #newcomers: Newcomers;

  constructor(plan: Plan, newcomers: Newcomers) {
    this.#plan = plan;
    this.#newcomers = newcomers;
    this.#sessions = { base: plan.workloads.map(() => []), head: plan.workloads.map(() => []) };
    this.#options = plan.workloads.map(() => null);
  }

  add({ arms, servers, blocks }: RecordedSession): void {
    this.count += 1;
    const counted = new Set<string>();
    for (const [position, arm] of arms.entries()) {
      const facts = sweepServerFacts(servers[position]!);
      this.#servers[arm] = facts;
      this.#serverBuilds[arm].add(sweepServerName(facts));
    }
    for (const { workload, arms: driven, sessions } of blocks) {
      for (const [position, arm] of driven.entries())
        this.#sessions[arm][workload]!.push(sessions[position]!);
    }
    for (const { workload, options, generator, warnings } of blocks) {
      this.#options[workload] = combined(this.#options[workload] ?? options, options);
      this.#generator = generator;
      this.#builds.add(buildName(generator));
      // The same warning in every session is one warning, and so is that of both servers in one.
      for (const warning of warnings) {
        const key = `${warning.code} ${warning.workload}`;
        const before = this.#warnings.get(key)?.sessions ?? 0;
        this.#warnings.set(key, { warning, sessions: counted.has(key) ? before : before + 1 });
        counted.add(key);
      }
    }
  }

  recorded(): Recorded {
    const arms: Partial<Record<ArmName, ArmRecord>> = {};
    for (const arm of ARMS) {
      const server = this.#servers[arm];
      if (server === undefined) continue;
      const workloads = this.#plan.workloads.flatMap((planned, position) => {
        const { name, workload, options, chosen, script, role, capacity, timeline } = asRunBy(arm, planned);
        const newBecause = this.#newcomers.get(position);
        if (newBecause !== undefined && arm === "base") return [];
        return [
          {
            name,
            workload,
            options: {
              ...(this.#options[position] ?? options),
              ...scriptOptions(script),
              ...roleOptions(role),
              ...capacityOptions(capacity),
              ...timelineOptions(timeline),
            },
            chosen,
            sessions: [...this.#sessions[arm][position]!],
            ...(newBecause === undefined ? {} : { newBecause }),
          },
        ];
      });
      arms[arm] = { workloads, server };
    }
    const warnings = [...this.#warnings.values()].map(({ warning, sessions }) => {
      const all = this.#sessionsOf(warning.workload);
      const often = all > 1 ? ` (in ${sessions} of ${all} sessions)` : "";
      return { ...warning, message: `${warning.message}${often}` };
    });
    const all = [
      ...unlikeBuilds([...this.#builds]),
      ...ARMS.flatMap((arm) => unlikeServers(arm, [...this.#serverBuilds[arm]])),
      ...warnings,
    ];
    return { arms, generator: this.#generator, sessions: this.count, warnings: all };
  }

  /** Sessions that a workload was part of: not all of a sweep, or of a second look. */
  #sessionsOf(name: string | undefined): number {
    const position = this.#plan.workloads.findIndex((workload) => workload.name === name);
    return this.#sessions.head[position]?.length ?? this.count;
  }
}

/** Characters of a program's "sha256:...". */
const PROGRAM_SHOWN = 19;

function buildName({ version, profile, libpq, libc, program }: Generator): string {
  const details = [profile, `libpq ${libpqText(libpq)}`, libc, program?.slice(0, PROGRAM_SHOWN)];
  return `${version} (${details.filter((each) => each !== undefined).join(", ")})`;
}

function sweepServerName({ product, version, build }: SweepServer): string {
  return build?.said ?? `${product} ${version}`;
}

/** Warns of a sweep that went on after the server's packages were renewed. */
function unlikeServers(arm: ArmName, builds: readonly string[]): readonly Warning[] {
  if (builds.length < 2) return [];
  return warning("unlike-servers", {
    message: `the sessions of ${arm} ran on ${builds.length} builds of the server: ${builds.join("; ")}`,
    remedy: "measure all of them on one build: what differs may be the build",
  });
}

function unlikeBuilds(builds: readonly string[]): readonly Warning[] {
  if (builds.length < 2) return [];
  return warning("unlike-generators", {
    message: `the sessions were measured by ${builds.length} builds of the load generator: ${builds.join(", ")}`,
    remedy: "measure all of them by one build: what differs may be the load generator",
  });
}

/**
 * The options of all sessions. What the load generator chooses itself, the placement, may differ between them; a run of both kinds
 * must not pass for one of either.
 */
function combined(before: WorkloadRun["options"], now: WorkloadRun["options"]): WorkloadRun["options"] {
  const values = Object.entries(now).map(([name, value]) => [name, before[name] === value ? value : MIXED]);
  return Object.fromEntries(values);
}

const MIXED = "mixed";
