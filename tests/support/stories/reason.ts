/** Story of a regression whose reason was found: an index is gone, and more differs. */
import type { Reason } from "../../../src/model/reason.ts";
import type { Report } from "../../../src/model/report.ts";
import { muchSlower } from "./regressions.ts";

const SQL = "SELECT quantity FROM stock WHERE item = $1";
const FILE = "db/migrations/005_drop_stock_item.sql";
const WHERE = { workload: "checkout", statement: "stock", sql: SQL };

const counted = (buffers: number) => ({ executions: 3, rows: 4, buffers, temporary: 0, triggers: [] });
const scanned = (buffers: number, ms: number) => ({ rows: 1, actual: { rows: 4, loops: 1, buffers, ms } });

const REASON: Reason = {
  differences: [
    { kind: "setting", name: "work_mem", base: "4096 kB", head: "64 kB", workloads: ["checkout", "search"] },
    {
      kind: "index",
      name: "stock_item",
      on: "stock",
      base: "CREATE INDEX stock_item ON public.stock USING btree (item)",
      head: null,
      workloads: ["checkout"],
    },
    {
      kind: "trigger",
      name: "audit<script>",
      on: "stock",
      base: null,
      head: "CREATE TRIGGER audit AFTER UPDATE ON public.stock FOR EACH ROW EXECUTE FUNCTION audit()",
      workloads: ["checkout"],
    },
  ],
  sizes: [
    {
      name: "stock",
      base: { rows: 1_000, bytes: 819_200 },
      head: { rows: 10_000, bytes: 8_192_000 },
      workloads: ["checkout"],
    },
  ],
  plans: [
    {
      ...WHERE,
      base: [{ depth: 0, type: "Index Scan", relation: "stock", index: "stock_item", ...scanned(7, 0.031) }],
      head: [{ depth: 0, type: "Seq Scan", relation: "stock", ...scanned(812, 3.4) }],
    },
  ],
  executions: [{ ...WHERE, base: counted(7), head: counted(812) }],
  profiles: [
    {
      workload: "checkout",
      event: "cpu-clock",
      hertz: 997,
      base: { events: 2000, samples: 1200 },
      head: { events: 500, samples: 1500 },
      stacks: [
        { frames: ["PostgresMain", "ExecutorRun", "heap_getnextslot"], base: 0, head: 900 },
        { frames: ["PostgresMain", "ExecutorRun", "ExecInterpExpr<b>"], base: 100, head: 400 },
        { frames: ["PostgresMain", "ExecutorRun", "_bt_search"], base: 500, head: 0 },
        { frames: ["PostgresMain", "pq_getbyte"], base: 600, head: 200 },
      ],
    },
  ],
  files: [{ file: FILE, change: "new", about: ["stock_item"] }],
  more: 0,
  causes: [
    {
      ...WHERE,
      kind: "index-gone",
      shown: true,
      share: 0.93,
      name: "stock_item",
      on: "stock",
      base: "Index Scan on stock with stock_item",
      head: "Seq Scan on stock",
      file: FILE,
      buffers: { base: 7, head: 812 },
    },
    { ...WHERE, kind: "size", shown: false, share: 0.93, name: "stock", head: "10" },
    { workload: "checkout", kind: "setting", shown: false, name: "work_mem", base: "4096 kB", head: "64 kB" },
  ],
};

export const withItsReason = (): Report => muchSlower({ reason: REASON });
