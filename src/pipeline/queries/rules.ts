import { USUAL_RULES } from "../../config/rules.ts";
import type { Store } from "../../io/store/store.ts";
import type { Rules } from "../../model/rules.ts";
import { firstReadable } from "./readable.ts";

/** Of the newest runs: how many may be unreadable before the usual rules hold. */
const TRIED = 5;

/** What a suite was last judged by; the usual where no run says. */
export async function judgedBy(
  store: Pick<Store, "list" | "load">,
  { repository, suite }: Readonly<{ repository: string | null; suite: string }>,
): Promise<Rules> {
  const place = repository === null ? { suite } : { repository, suite };
  const newest = await store.list({ ...place, arm: "head", limit: TRIED });
  const ids = newest.toReversed().map(({ id }) => id);
  const run = await firstReadable(ids, (id) => store.load(id));
  return run?.rules ?? USUAL_RULES;
}
