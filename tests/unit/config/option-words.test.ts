import { expect, it } from "vitest";
import { inConfigWords } from "../../../src/config/option-words.ts";

it.each([
  [
    "longer slices (--slice=auto), or a longer --time, leave less waiting",
    "longer slices (measure.slice: auto), or a longer measure.seconds, leave less waiting",
  ],
  ["measure again, or with --placement=free", "measure again, or with options.placement: free"],
  ["did not keep up with --rate: 3 of 7", "did not keep up with options.rate: 3 of 7"],
  ["did not keep up with --stages: 3 of 7", "did not keep up with workloads[].stages: 3 of 7"],
  ["raise --forced-shutdown=2.5s.", "raise options.forced-shutdown: 2.5s."],
  ["in PGPASSWORD, --pgsql-password or the URL", "in PGPASSWORD, database.deploy or the URL"],
  [
    "did you mean --table-size? `plumbline-load --help` lists all options",
    "did you mean options.table-size? `plumbline-load --help` lists all options",
  ],
  ["where --server-pid is known; a--b -- c", "where --server-pid is known; a--b -- c"],
])("%s", (said, told) => {
  expect(inConfigWords(said)).toBe(told);
});
