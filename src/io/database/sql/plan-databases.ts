/** Places of load plans on a server that Plumbline did not make: what it creates there, and how that is removed. */
import { PlumblineError } from "../../../model/errors.ts";
import type { LoadPlan } from "../../../model/load-plan.ts";
import type { ArmName } from "../../../model/run.ts";
import { parseConnectionUrl, withDatabase } from "../../host/connection-url.ts";
import { errorCode } from "../../host/libpq.ts";
import { createDatabase, dropDatabase } from "./databases.ts";
import { isMeasured, markedTables, markTables } from "./marks.ts";
import { dropTables, quotedName, userTables } from "./tables.ts";

/** Measurement and arm that a database's tables belong to. */
export type DatabaseOwner = Readonly<{ arm: ArmName; measurement: string }>;

/** Says if all plans stay out of the URL's own database. */
export type Apart = "no" | "where-allowed" | "always";

/** PostgreSQL cuts longer names off, and what is cut off could be what tells two of them apart. */
const NAME_BYTES_MOST = 63;

/**
 * The first plan lives in the database that the URL names, each further one in a database of its own next to it, called
 * DATABASE_PLAN_ARM, since both arms may have the same URL. Those are ours by their name: one that an earlier, killed invocation
 * left is dropped first.
 *
 * From the URL's own database only tables go away again, and of those only what was claimed by name and was not there before:
 * others work there, too. They are marked as ours as soon as they are there, and those of a killed invocation are known by their
 * mark. So where more than tables may be made (set-up SQL: functions, types, schemas), the first plan lives apart, too, if the user
 * may create databases; nothing of the URL's own is touched then.
 */
export class PlanDatabases {
  readonly #url: string;
  readonly #owner: DatabaseOwner | null;
  readonly #apart: Apart;
  readonly #signal: AbortSignal;
  /** Plan -> name of its database; null for the URL's own. */
  readonly #names = new Map<string, string | null>();
  readonly #created: string[] = [];
  readonly #claimed = new Set<string>();
  /** Tables that the URL's own database had before. */
  #tablesBefore: ReadonlySet<string> = new Set();
  readonly #marked = new Set<string>();

  /**
   * @param owner whose they are; null on a server that is thrown away with all that is in it
   * @param signal ends all but `drop`
   */
  constructor(
    url: string,
    { owner, apart, signal }: Readonly<{ owner: DatabaseOwner | null; apart: Apart; signal: AbortSignal }>,
  ) {
    this.#url = url;
    this.#signal = signal;
    this.#owner = owner;
    this.#apart = apart;
  }

  /** @throws PlumblineError of kind "target": the server cannot be reached, or further databases may not be made */
  async create(plans: readonly LoadPlan[]): Promise<void> {
    for (const [position, plan] of plans.entries()) {
      const isFirst = position === 0 && this.#apart !== "always";
      const name = isFirst ? await this.#first(plan) : await this.#further(plan, plans);
      this.#names.set(plan.database, name);
    }
  }

  async #first(plan: LoadPlan): Promise<string | null> {
    const name = this.#apart === "where-allowed" ? await this.#separateIfAllowed(plan) : null;
    if (name !== null) return name;
    if (this.#owner !== null) await this.#dropLeft(this.#owner);
    this.#tablesBefore = new Set((await userTables(this.#url, this.#signal)).map(quotedName));
    return null;
  }

  /** Drops what a killed measurement left in the URL's own database. */
  async #dropLeft({ measurement }: DatabaseOwner): Promise<void> {
    const left = await markedTables(this.#url, this.#signal);
    if (left.length === 0) return;
    if (left.some((table) => table.measurement === measurement)) {
      throw new PlumblineError("usage", "both arms have one database: the other arm's tables are in it", {
        remedy: "let database.deploy.url and database.base.url name two databases",
      });
    }
    if (await isMeasured(this.#url, this.#signal)) {
      throw new PlumblineError("target", "another measurement runs in the URL's database now", {
        remedy: "let it end first",
      });
    }
    const tables = left.map(({ table }) => table);
    await dropTables(this.#url, tables, this.#signal).catch((cause: Error) => {
      this.#signal.throwIfAborted();
      throw new PlumblineError("target", `cannot drop what a killed measurement left: ${cause.message}`, {
        remedy: `drop it as its owner: DROP TABLE ${tables.join(", ")}`,
        cause,
      });
    });
  }

  async #separateIfAllowed(plan: LoadPlan): Promise<string | null> {
    return await this.#createSeparate(plan).catch((error: unknown) => {
      if (isForbidden(error)) return null;
      throw error;
    });
  }

  async #further(plan: LoadPlan, plans: readonly LoadPlan[]): Promise<string> {
    return await this.#createSeparate(plan).catch((error: unknown) => {
      if (!isForbidden(error)) throw error;
      throw new PlumblineError(
        "target",
        `the workloads need ${plans.length} sets of tables, each in a database of its own, and the user of the URL may not create databases`,
        {
          remedy: `let the user create databases (ALTER ROLE ... CREATEDB), or give all workloads the same tables (tables, table-size ...): one set fits in the URL's own database`,
          cause: error,
        },
      );
    });
  }

  async #createSeparate(plan: LoadPlan): Promise<string> {
    const suffix = this.#owner === null ? "" : `_${this.#owner.arm}`;
    const name = `${parseConnectionUrl(this.#url).database || "postgres"}_${plan.database}${suffix}`;
    if (Buffer.byteLength(name) > NAME_BYTES_MOST) throw nameTooLong(name);
    await dropDatabase(this.#url, name, this.#signal);
    await createDatabase(this.#url, name, this.#signal).catch((error: unknown) => {
      // One that is interrupted may be made all the same.
      if (this.#signal.aborted) this.#created.push(name);
      throw error;
    });
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

  /** Marks those of the claimed tables as ours that are there by now. */
  async mark(): Promise<void> {
    if (this.#owner === null || this.#claimed.size === 0) return;
    const tables = (await this.#ours(this.#signal)).filter((table) => !this.#marked.has(table));
    if (tables.length === 0) return;
    await markTables(this.#url, tables, this.#owner.measurement, this.#signal);
    for (const table of tables) this.#marked.add(table);
  }

  /**
   * Drops the databases we created, and from the URL's own the claimed tables that were not there before. One that cannot be dropped
   * keeps none of the others.
   */
  async drop(): Promise<void> {
    const databases = this.#created.splice(0).map((name) => dropDatabase(this.#url, name, null));
    const dropped = await Promise.allSettled([...databases, this.#dropClaimed()]);
    for (const each of dropped) if (each.status === "rejected") throw each.reason;
  }

  async #dropClaimed(): Promise<void> {
    if (this.#claimed.size === 0) return;
    const ours = await this.#ours(null);
    this.#claimed.clear();
    await dropTables(this.#url, ours, null);
  }

  /** Tables that this measurement made in the URL's own database. */
  async #ours(signal: AbortSignal | null): Promise<readonly string[]> {
    const claimed = (await userTables(this.#url, signal)).filter(({ name }) => this.#claimed.has(name));
    return claimed.map(quotedName).filter((table) => !this.#tablesBefore.has(table));
  }
}

function nameTooLong(name: string): PlumblineError {
  return new PlumblineError(
    "usage",
    `an additional database would be called ${name}, and names have at most ${NAME_BYTES_MOST} bytes`,
    { remedy: "name a database with a shorter name in the URL" },
  );
}

function isForbidden(error: unknown): error is PlumblineError {
  return error instanceof PlumblineError && errorCode(error.cause) === "42501";
}
