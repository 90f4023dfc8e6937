/**
 * A new server for each session, whatever starts it: on a copy of data that was loaded once, or, where data cannot be copied, filled again
 * each time.
 */
import type { LoadPlan } from "../../model/load-plan.ts";
import { type Lifetime, prepared } from "./lifetime.ts";
import { orCrashError } from "./place/crash-report.ts";
import type { ServerFacts } from "./postgres/server-facts.ts";
import { fillServer } from "./setup/fill-server.ts";
import { readSetup } from "./setup/steps.ts";
import { LoadedTables } from "./sql/loaded-tables.ts";
import type { PlanDatabases } from "./sql/plan-databases.ts";
import type { Loader, Server, Target, TargetOptions } from "./target.ts";

export type Running = Readonly<{ url: string }> & Pick<Server, "pid" | "crashReport">;

/** Servers of a kind of deployment. `Data` names the place of a server's data; null if only the server knows it. */
export interface Servers<One extends Running, Data extends string | null> {
  readonly life: Lifetime;
  /** Said before the first of them starts. */
  readonly starting: string;
  /** Remedy if a copy of the data lacks some of what was loaded. */
  readonly notAllData: string;
  /** Prepares what all servers need, before the first of them. */
  begin(report: (what: string) => void): Promise<void>;
  renew?: Target["renew"];
  empty(name: string): Promise<Data>;
  copy(loaded: string, name: string): Promise<Data>;
  start(data: Data): Promise<One>;
  facts(server: One): Promise<ServerFacts>;
  /** Ends a filled server so that its data can be copied. @returns what is to be copied, or null: there is nothing */
  keep(server: One, data: Data): Promise<string | null>;
  throwAway(server: One, data: Data): Promise<void>;
  /** Ends all that run, for good. */
  close(): Promise<void>;
}

type Prepared<One> = Readonly<{
  loaded: string | null;
  databases: PlanDatabases;
  tables: LoadedTables;
  fill: (server: One, report: (what: string) => void) => Promise<PlanDatabases>;
}>;

type Source = Pick<TargetOptions, "tree" | "setup">;

export class FreshTarget<One extends Running, Data extends string | null> implements Target {
  readonly fresh = true;
  readonly #source: Source;
  readonly #servers: Servers<One, Data>;
  readonly #life: Lifetime;
  #prepared: Prepared<One> | undefined;

  /** @param source the arm's tree, and the set-up that is read from it */
  constructor(source: Source, servers: Servers<One, Data>) {
    this.#source = source;
    this.#servers = servers;
    this.#life = servers.life;
  }

  async prepare(plans: readonly LoadPlan[], load: Loader, report: (what: string) => void): Promise<void> {
    const setup = await readSetup(this.#source.tree, this.#source.setup);
    const folder = await this.#life.folder();
    await this.#servers.begin(report);
    const { signal } = this.#life;
    const fill: Prepared<One>["fill"] = async (server, say) => {
      const filling = fillServer(server.url, plans, load, setup, { folder, report: say, signal });
      return await filling.catch(async (error: unknown) => {
        throw signal.aborted ? error : await orCrashError(error, server);
      });
    };
    report(this.#servers.starting);
    const data = await this.#servers.empty("template");
    const server = await this.#servers.start(data);
    const databases = await fill(server, report);
    const tables = await LoadedTables.read(plans, databases, server.url, signal);
    const loaded = await this.#servers.keep(server, data);
    this.#prepared = { loaded, databases, tables, fill };
  }

  async renew(...request: Parameters<NonNullable<Target["renew"]>>): Promise<void> {
    await this.#servers.renew?.(...request);
  }

  async openSession(index: number): Promise<Server> {
    const { loaded, tables, fill, ...once } = prepared(this.#prepared);
    const name = `session-${index}`;
    const data = await (loaded === null ? this.#servers.empty(name) : this.#servers.copy(loaded, name));
    const server = await this.#servers.start(data);
    const databases = loaded === null ? await fill(server, () => undefined) : once.databases;
    if (loaded !== null)
      await tables.assureIn(databases, server.url, this.#servers.notAllData, this.#life.signal);
    const facts = await this.#servers.facts(server);
    return {
      ...facts,
      pid: server.pid,
      settings: {},
      url: (plan) => databases.url(plan, server.url),
      crashReport: server.crashReport,
      stop: () => this.#servers.throwAway(server, data),
    };
  }

  close(): Promise<void> {
    return this.#life.end(() => this.#servers.close());
  }
}
