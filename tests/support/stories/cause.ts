/** Story of regressions whose causes were looked for by experiment: one is proved, one has two parts, one was not found. */
import type { CauseSearch } from "../../../src/model/cause-search.ts";
import type { Report } from "../../../src/model/report.ts";
import { withItsReason } from "./reason.ts";

const effect = (estimate: number, half: number) => ({
  estimate,
  low: estimate - half,
  high: estimate + half,
});
const FILE = "db/migrations/005_drop_stock_item.sql";
const SEARCH = { metric: "qps", comparisons: 6, seconds: 14.2 } as const;

const PROVED: CauseSearch = {
  ...SEARCH,
  workload: "checkout",
  outcome: "found",
  whole: effect(-0.34, 0.02),
  rest: effect(0.004, 0.019),
  parts: 12,
  causes: [
    {
      part: { kind: "schema", file: FILE, line: 12, text: "DROP INDEX stock_item", statements: 1 },
      alone: effect(-0.335, 0.021),
      without: effect(0.004, 0.019),
      mechanism: [
        {
          workload: "checkout",
          kind: "index-gone",
          shown: true,
          statement: "stock",
          sql: "SELECT quantity FROM stock WHERE item = $1",
          name: "stock_item",
          on: "stock",
          base: "Index Scan on stock with stock_item by item",
          head: "Seq Scan on stock",
        },
      ],
      work: [{ metric: "buffers", base: 7, head: 812 }],
    },
  ],
};

const ADDING_UP: CauseSearch = {
  ...SEARCH,
  workload: "search",
  outcome: "part",
  why: "the time for it was over",
  whole: effect(-0.24, 0.02),
  rest: effect(-0.06, 0.02),
  parts: 12,
  causes: [
    {
      part: {
        kind: "schema",
        file: "db/<b>.sql",
        line: 3,
        text: "CREATE INDEX a|b ON t (x) -- @team",
        statements: 1,
      },
      alone: effect(-0.11, 0.02),
      without: effect(-0.15, 0.03),
      mechanism: [],
      work: [{ metric: "hot-updates", base: 0.97, head: 0.31 }],
    },
    {
      part: {
        kind: "script",
        file: "bench/search.sql",
        line: 2,
        text: "SELECT * FROM t OFFSET 20000",
        statements: 1,
      },
      alone: null,
      without: effect(-0.06, 0.02),
      mechanism: [],
      work: [],
    },
  ],
};

const IN_VAIN: CauseSearch = {
  ...SEARCH,
  workload: "browse",
  outcome: "not-found",
  why: "the copies do not show the effect again",
  whole: effect(-0.01, 0.02),
  rest: null,
  parts: 12,
  causes: [],
};

export function provedCauses(): Report {
  return { ...withItsReason(), causes: [PROVED, ADDING_UP, IN_VAIN] };
}
