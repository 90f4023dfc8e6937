/** Where load plans live on a server that Plumbline did not make: what it creates there, and how that goes away again. */
import pg from "pg";
import { PlumblineError } from "../model/errors.ts";
import type { LoadPlan } from "../model/load-plan.ts";
import { codeOf, withClient } from "./connect.ts";
import { parseConnectionUrl, withDatabase } from "./connection-url.ts";
import { createDatabase, dropDatabase } from "./databases.ts";

/**
 * The first plan lives in the database that the URL names, each further one in a database of its own beside it, called
 * DATABASE_PLAN. Those are ours by their name: one that an earlier, killed invocation left is dropped first.
 *
 * From the URL's own database only tables go away again, and of those only what was claimed by name and was not there before:
 * others work there, too. So where more than tables may be made (set-up SQL: functions, types, schemas), the first plan lives
 * apart, too, if the user may create databases; nothing of the URL's own is touched then.
 */
export class PlanDatabases {
  readonly #url: string;
  readonly #apart: boolean;
  /** Plan -> name of its database; null for the URL's own. */
  readonly #names = new Map<string, string | null>();
  readonly #created: string[] = [];
  readonly #claimed = new Set<string>();
  /** In the URL's own database. */
  #tablesBefore: ReadonlySet<string> = new Set();

  /** @param apart whether no plan is to live in the URL's own database, where that can be had */
  constructor(url: string, { apart }: Readonly<{ apart: boolean }>) {
    this.#url = url;
    this.#apart = apart;
  }

  /** @throws PlumblineError of kind "target": the server cannot be reached, or further databases may not be made */
  async create(plans: readonly LoadPlan[]): Promise<void> {
    for (const [position, plan] of plans.entries()) {
      const name = position === 0 ? await this.#first(plan) : await this.#further(plan, plans);
      this.#names.set(plan.database, name);
    }
  }

  async #first(plan: LoadPlan): Promise<string | null> {
    const name = this.#apart ? await this.#besideWhereAllowed(plan) : null;
    if (name === null) this.#tablesBefore = new Set((await userTables(this.#url)).map(quoted));
    return name;
  }

  async #besideWhereAllowed(plan: LoadPlan): Promise<string | null> {
    return await this.#createBeside(plan).catch((error: unknown) => {
      if (isForbidden(error)) return null;
      throw error;
    });
  }

  async #further(plan: LoadPlan, plans: readonly LoadPlan[]): Promise<string> {
    return await this.#createBeside(plan).catch((error: unknown) => {
      if (!isForbidden(error)) throw error;
      throw new PlumblineError(
        "target",
        `the workloads need ${plans.length} sets of tables, each in a database of its own, and the user of the URL may not create databases`,
        {
          remedy: `ALTER ROLE ... CREATEDB; or give all workloads the same tables (tables, table-size ...): one set fits in the URL's own database`,
          cause: error,
        },
      );
    });
  }

  async #createBeside(plan: LoadPlan): Promise<string> {
    const name = `${parseConnectionUrl(this.#url).database || "postgres"}_${plan.database}`;
    await dropDatabase(this.#url, name);
    await createDatabase(this.#url, name);
    this.#created.push(name);
    return name;
  }

  /** True where the plan's tables are in the URL's own database, and with them whatever else is made there. */
  isShared(plan: LoadPlan): boolean {
    return this.#names.get(plan.database) === null;
  }

  /** Says which tables are about to be made for a plan, so that `drop` takes them away where they are not alone. */
  claim(plan: LoadPlan, tables: readonly string[]): void {
    if (this.isShared(plan)) for (const table of tables) this.#claimed.add(table);
  }

  /** @param server URL of a server that has the same databases; default: the one they were made on */
  url(plan: LoadPlan, server = this.#url): string {
    const name = this.#names.get(plan.database);
    if (name === undefined) throw new PlumblineError("internal", `no database was made for ${plan.database}`);
    return name === null ? server : withDatabase(server, name);
  }

  /** Drops the databases we created, and from the URL's own the claimed tables that were not there before. */
  async drop(): Promise<void> {
    for (let name = this.#created.pop(); name !== undefined; name = this.#created.pop()) {
      await dropDatabase(this.#url, name);
    }
    if (this.#claimed.size === 0) return;
    const claimed = (await userTables(this.#url)).filter(({ name }) => this.#claimed.has(name));
    const ours = claimed.map(quoted).filter((table) => !this.#tablesBefore.has(table));
    this.#claimed.clear();
    if (ours.length === 0) return;
    await withClient(this.#url, (client) => client.query(`DROP TABLE IF EXISTS ${ours.join(", ")} CASCADE`));
  }
}

function isForbidden(error: unknown): error is PlumblineError {
  return error instanceof PlumblineError && codeOf(error.cause) === "42501";
}

type Table = Readonly<{ schema: string; name: string }>;

/** Everything that is not the system's. */
async function userTables(url: string): Promise<readonly Table[]> {
  return await withClient(url, async (client) => {
    const { rows } = await client.query<Table>(
      `SELECT table_schema AS schema, table_name AS name FROM information_schema.tables
       WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema', 'crdb_internal', 'rw_catalog')`,
    );
    return rows;
  });
}

function quoted({ schema, name }: Table): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
}
