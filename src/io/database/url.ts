/** A database that is already running: no fresh sessions, and nothing of it is started or stopped. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Build } from "../../model/build.ts";
import { PlumblineError } from "../../model/errors.ts";
import type { LoadPlan } from "../../model/load-plan.ts";
import { parseConnectionUrl } from "../host/connection-url.ts";
import { Lifetime, prepared } from "./lifetime.ts";
import { WorkFolder } from "./place/work-folder.ts";
import { readServerFacts, type ServerFacts } from "./postgres/server-facts.ts";
import { discoverServerPid } from "./postgres/server-pid.ts";
import { applySteps, assureTables, type Database } from "./setup/apply.ts";
import { tablesMadeBy } from "./setup/sql-file.ts";
import { isSql, type PreparedStep, readSetup } from "./setup/steps.ts";
import { type DatabaseOwner, PlanDatabases } from "./sql/plan-databases.ts";
import { analyze } from "./sql/tables.ts";
import type { Loader, Server, TablesOf, Target, TargetOptions } from "./target.ts";

export type UrlOptions = TargetOptions &
  Readonly<{
    url: string;
    owner: DatabaseOwner;
    /** The URL's own database has another use in this invocation. */
    isTaken?: boolean;
    /** Tables that are known to be ours, as are those that the set-up SQL makes. */
    tablesOf: TablesOf;
    /** Origin of its programs, if it is known; else it ran already. */
    known?: Partial<Pick<Build, "origin" | "programs">>;
  }>;

const MARK_MS = 1_000;

/** @throws PlumblineError of kind "usage" where the URL is none */
export function createUrlTarget(options: UrlOptions): Target {
  parseConnectionUrl(options.url);
  return new UrlTarget(options);
}

class UrlTarget implements Target {
  readonly fresh = false;
  readonly #options: UrlOptions;
  readonly #life: Lifetime;
  readonly #databases: PlanDatabases;
  #facts: (ServerFacts & { pid: number | null }) | undefined;

  constructor(options: UrlOptions) {
    this.#options = options;
    this.#life = new Lifetime(options.signal);
    const { url, owner, setup, isTaken = false } = options;
    const { signal } = this.#life;
    const apart = isTaken ? "always" : setup.length > 0 ? "where-allowed" : "no";
    this.#databases = new PlanDatabases(url, { owner, apart, signal });
  }

  async prepare(plans: readonly LoadPlan[], load: Loader, report: (what: string) => void): Promise<void> {
    const { url, tree, tablesOf } = this.#options;
    const { signal } = this.#life;
    const { before, after } = await readSetup(tree, this.#options.setup);
    const steps = [...before, ...after];
    this.#facts = {
      ...(await readServerFacts(url, { origin: "running", ...this.#options.known }, signal)),
      pid: await discoverServerPid(url, signal),
    };
    await this.#databases.create(plans);
    for (const plan of plans) {
      const isShared = this.#databases.isShared(plan);
      if (isShared) refuseCommands(steps);
      this.#databases.claim(plan, [...(await tablesOf(plan)), ...tablesMadeBy(steps.filter(isSql))]);
      const database = { url: this.#databases.url(plan), place: isShared ? "shared" : "separate" } as const;
      const apply = async (some: readonly PreparedStep[]) => {
        if (some.length > 0) await this.#marking(this.#apply(some, database, report));
      };
      await apply(before);
      await this.#marking(load(plan, database.url));
      await apply(after);
      await assureTables(after, database.url, signal);
      if (steps.length > 0) await analyze(database.url, signal);
    }
  }

  async #apply(
    steps: readonly PreparedStep[],
    database: Database,
    report: (what: string) => void,
  ): Promise<void> {
    const folder = await WorkFolder.open(null);
    try {
      await applySteps(steps, database, { folder, report, signal: this.#life.signal });
    } finally {
      await folder.remove();
    }
  }

  /**
   * Marks what a load makes while it still runs: it may take minutes, and be killed. A server that takes no mark is measured all
   * the same; what a killed job leaves there has to be dropped by hand.
   */
  async #marking(work: Promise<void>): Promise<void> {
    const ended = work.then(
      () => true,
      () => true,
    );
    for (let isDone = false; !isDone; ) {
      isDone = await Promise.race([ended, sleep(MARK_MS, false, { ref: false })]);
      await this.#databases.mark().catch(() => undefined);
    }
    await work;
  }

  async openSession(): Promise<Server> {
    return {
      ...prepared(this.#facts),
      settings: {},
      url: (plan) => this.#databases.url(plan),
      // Its log is on its own machine.
      crashReport: async () => null,
      stop: async () => undefined,
    };
  }

  close(): Promise<void> {
    return this.#life.end(() => this.#databases.drop());
  }
}

/** Refuses commands in a user's own database: only what is known to be ours can be removed from it. */
function refuseCommands(steps: readonly PreparedStep[]): void {
  if (steps.every(isSql)) return;
  throw new PlumblineError(
    "usage",
    "database.setup has a command, and what it makes in the URL's own database could not be removed again",
    {
      remedy:
        "let the user of the URL create databases (ALTER ROLE ... CREATEDB): then each arm gets databases of its own, which are dropped in the end",
    },
  );
}
