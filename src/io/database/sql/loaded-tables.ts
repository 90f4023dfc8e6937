/** Checks that a copy of the loaded data has what was loaded: only then was the copied folder the server's. */
import { PlumblineError } from "../../../model/errors.ts";
import type { LoadPlan } from "../../../model/load-plan.ts";
import { errorCode } from "../../host/libpq.ts";
import type { PlanDatabases } from "./plan-databases.ts";
import { quotedName, userTables } from "./tables.ts";

/** The database of one plan tells: a folder has all of a server's data, or is another. */
export class LoadedTables {
  readonly #plan: LoadPlan | undefined;
  readonly #names: readonly string[];
  #isKnown = false;

  private constructor(plan: LoadPlan | undefined, names: readonly string[]) {
    this.#plan = plan;
    this.#names = names;
  }

  /** @param url of the server that was just loaded */
  static async read(
    plans: readonly LoadPlan[],
    databases: PlanDatabases,
    url: string,
    signal: AbortSignal,
  ): Promise<LoadedTables> {
    const [plan] = plans;
    // A server that cannot list its tables is measured all the same.
    const names =
      plan === undefined ? [] : await quotedUserTables(databases.url(plan, url), signal).catch(() => []);
    return new LoadedTables(plan, names);
  }

  /**
   * Looks at the first copy that it is given.
   * @param remedy where the copy lacks what was loaded
   * @throws PlumblineError of kind "target"
   */
  async assureIn(databases: PlanDatabases, url: string, remedy: string, signal: AbortSignal): Promise<void> {
    if (this.#isKnown || this.#plan === undefined || this.#names.length === 0) return;
    const there = new Set(
      await quotedUserTables(databases.url(this.#plan, url), signal).catch((error: unknown) => {
        if (errorCode(error instanceof PlumblineError ? error.cause : error) === undefined) throw error;
        return [];
      }),
    );
    const missing = this.#names.find((name) => !there.has(name));
    if (missing !== undefined) {
      throw new PlumblineError("target", `the table ${missing} was loaded, and a copy of the data lacks it`, {
        remedy,
      });
    }
    this.#isKnown = true;
  }
}

async function quotedUserTables(url: string, signal: AbortSignal): Promise<readonly string[]> {
  return (await userTables(url, signal)).map(quotedName);
}
