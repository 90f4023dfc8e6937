import { USUAL_RULES } from "../config/rules.ts";
import type { Rules } from "../model/rules.ts";
import type { Store } from "../store/store.ts";

/** What a suite was last judged by; the usual where no run says. */
export async function judgedBy(
  store: Pick<Store, "list" | "load">,
  { repository, suite }: Readonly<{ repository: string | null; suite: string }>,
): Promise<Rules> {
  const place = repository === null ? { suite } : { repository, suite };
  const [newest] = await store.list({ ...place, arm: "head", limit: 1 });
  const run = newest === undefined ? undefined : await store.load(newest.id);
  return run?.rules ?? USUAL_RULES;
}
