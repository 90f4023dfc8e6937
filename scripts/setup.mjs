// npm run setup: everything that building, testing and the demo need. Idempotent; quick when nothing is to be done.
import { setUp } from "./lib/set-up.mjs";

const { postgres, loadGenerator } = await setUp();
console.log(`ready: PostgreSQL in ${postgres}, load generator ${loadGenerator}`);
