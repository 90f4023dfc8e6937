/** Source of an arm's database. Implementations: local.ts, url.ts, command.ts, docker.ts, kubernetes.ts. */
import type { Deploy } from "../../config/deploy.ts";
import type { SetupStep } from "../../config/setup.ts";
import type { Build } from "../../model/build.ts";
import type { LoadPlan } from "../../model/load-plan.ts";
import type { CrashReport } from "./place/crash-report.ts";

/**
 * One arm's database. Call order: prepare once, then renew, copyAhead, openSession and Server.stop for each session, then close. close() is
 * safe at any time, also twice, also after a failure: it stops every server and removes every folder that this target made.
 */
export interface Target {
  /** False where the database is already running and is shared by all sessions. */
  readonly fresh: boolean;
  /** Deploys a server, calls `load` with it once for each of the plans, applies the set-up SQL, and keeps the data as the template. */
  prepare(plans: readonly LoadPlan[], load: Loader, report: (what: string) => void): Promise<void>;
  /** Builds again, before any server of a session starts, what is to be built for each session or each look. Absent: nothing is. */
  renew?(session: Readonly<{ index: number; look: number }>, report: (what: string) => void): Promise<void>;
  /**
   * Makes what a session's server needs before it starts, so that this may be done together with other work; never while something is
   * measured. Answers when it ended, also where it failed: openSession tries it again, and says why. Absent: there is nothing to make.
   */
  copyAhead?(index: number): Promise<void>;
  /**
   * Starts a server on its own copy of the template (fresh), or answers the running one.
   * @param index below 0 where nothing is timed on it
   */
  openSession(index: number): Promise<Server>;
  close(): Promise<void>;
}

/** Options of every target, in addition to what the config file says of its kind. */
export type TargetOptions = Readonly<{
  setup: readonly SetupStep[];
  /** Source tree of the arm: where globs of the set-up start, and commands run. */
  tree: string;
  /** Source tree of base, of a head whose set-up comes on top of base's. */
  baseTree?: string | undefined;
  /** Path prefix for log and core file of a server that dies (place/crash-report.ts). */
  keep?: string | undefined;
  /** Hears what a person should remember of the set-up. */
  note?: ((text: string) => void) | undefined;
  /** Ends preparing and starting early. */
  signal?: AbortSignal | undefined;
}>;

/** Settings of a kind in the config file, except its limits of time, which are given in milliseconds. */
export type Said<Kind extends Deploy["kind"]> = Readonly<
  Omit<Extract<Deploy, { kind: Kind }>, "kind" | "timeout" | "build-timeout" | "cache">
>;

/** Fills one database through the load generator. */
export type Loader = (plan: LoadPlan, url: string) => Promise<void>;

/** Names of the tables that a load makes. */
export type TablesOf = (plan: LoadPlan) => Promise<readonly string[]>;

export interface Server {
  /** Connection URI of the database that a load plan was loaded into. */
  url(plan: LoadPlan): string;
  /** Root of the server's process tree; null for a server on another machine. */
  readonly pid: number | null;
  /** "PostgreSQL" and "15.18", for example, read from the server itself. */
  readonly product: string;
  readonly version: string;
  /** Absent if the server was not asked. */
  readonly build?: Build;
  /** Settings that were given to the server on purpose. */
  readonly settings: Readonly<Record<string, string>>;
  /** Reports how it ended, or lost a process, without being stopped; its log and core file are kept. Null: there is no sign of that. */
  crashReport(): Promise<CrashReport | null>;
  /** Stops it as an orderly shutdown does, connections cut, and starts it on the same data and port. Absent: it is not ours to start. */
  restart?(): Promise<void>;
  stop(): Promise<void>;
}
