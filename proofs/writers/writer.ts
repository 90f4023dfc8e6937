/** A writer of proofs/writers.ts: keeps runs until it is killed, and prints the seed of each that is kept. Version 0 means: what there is. */
import { writeSync } from "node:fs";
import { openStore } from "../../src/pipeline/invocation/open-store.ts";
import { storeAt } from "../../src/pipeline/invocation/store-location.ts";
import { openVersion, runOf } from "./versions.ts";

const [location = "", cwd = "", index, version] = process.argv.slice(2);
const store =
  version === "0" ? await openStore(storeAt(location, cwd)) : await openVersion(location, Number(version));
for (let i = 0; ; i++) {
  const seed = Number(index) * 10_000 + i;
  await store.save([runOf(seed)]);
  writeSync(1, `${seed}\n`);
}
