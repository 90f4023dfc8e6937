/** A database that is already running: no fresh sessions, and nothing of it is started or stopped. */
import { setTimeout as sleep } from "node:timers/promises";
import { PlumblineError } from "../model/errors.ts";
import type { LoadPlan } from "../model/load-plan.ts";
import { readServerFacts, type ServerFacts } from "./postgres/server-facts.ts";
import { discoverServerPid } from "./postgres/server-pid.ts";
import { withClient } from "./sql/connect.ts";
import { parseConnectionUrl } from "./sql/connection-url.ts";
import { type Owner, PlanDatabases } from "./sql/plan-databases.ts";
import { applySetup, readSetup, tablesMadeBy } from "./sql/setup-sql.ts";
import type { Loader, Server, TablesOf, Target } from "./target.ts";

export type UrlOptions = Readonly<{
  url: string;
  owner: Owner;
  setup: readonly string[];
  tree: string;
  /** Only of these tables, and of what the set-up SQL makes, can it be told that they are ours. */
  tablesOf: TablesOf;
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
  readonly #databases: PlanDatabases;
  #facts: (ServerFacts & { pid: number | null }) | undefined;
  #closed: Promise<void> | undefined;

  constructor(options: UrlOptions) {
    this.#options = options;
    const { url, owner, setup } = options;
    this.#databases = new PlanDatabases(url, { owner, apart: setup.length > 0 });
  }

  async prepare(plans: readonly LoadPlan[], load: Loader, report: (what: string) => void): Promise<void> {
    const { url, tree, setup, tablesOf } = this.#options;
    const files = await readSetup(tree, setup);
    this.#facts = { ...(await readServerFacts(url)), pid: await discoverServerPid(url) };
    await this.#databases.create(plans);
    for (const plan of plans) {
      this.#databases.claim(plan, [...(await tablesOf(plan)), ...tablesMadeBy(files)]);
      report(`loading ${plan.database}`);
      await this.#marking(load(plan, this.#databases.url(plan)));
      if (files.length === 0) continue;
      report(`applying the set-up SQL to ${plan.database}`);
      const place = this.#databases.isShared(plan) ? "shared" : "beside";
      await this.#marking(applySetup(this.#databases.url(plan), files, place));
      await withClient(this.#databases.url(plan), (client) => client.query("ANALYZE"));
    }
  }

  /**
   * A load may take minutes, and be killed: what it makes is marked while it still runs. A server that takes no mark is measured all
   * the same; what a killed job leaves there, somebody has to drop by hand.
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
    if (this.#facts === undefined) throw new PlumblineError("internal", "openSession before prepare");
    return {
      ...this.#facts,
      settings: {},
      url: (plan) => this.#databases.url(plan),
      stop: async () => undefined,
    };
  }

  close(): Promise<void> {
    this.#closed ??= this.#databases.drop();
    return this.#closed;
  }
}
