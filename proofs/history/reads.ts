/** What `check` reads of a store (its URL is the argument), as a process of its own. */
import { openStore } from "../../src/pipeline/invocation/open-store.ts";
import { storeAt } from "../../src/pipeline/invocation/store-location.ts";
import { baselineOf, earlierMeasurements } from "../../src/pipeline/queries/baseline.ts";

const store = await openStore(storeAt(process.argv[2] ?? "", "/"), "read");
const [like] = await store.baseline({ suite: "real", branch: "main", mode: "history", limit: 1 });
if (like === undefined) throw new Error("the store has no run of the suite real");
const { runs } = await baselineOf(like, { branch: "main", runs: 20 }, store);
// Of a config, what decides which measurements are read.
const config = { suite: "real", measure: { mode: "side-by-side" } } as Parameters<
  typeof earlierMeasurements
>[0];
const pairs = await earlierMeasurements(
  config,
  { overrides: {}, origin: { repository: null, runUrl: null, attempt: null, pullRequest: null } },
  store,
);
console.log(`${runs.length} runs, ${pairs.length} measurements`);
await store.close();
