/** What is traced: every workload in every dialect and compat mode, and the options that change what is sent. */
import path from "node:path";

/** What the server of a trace says that it has. */
export const TPCC_WAREHOUSES = 3;

/** One way to use a workload. */
export type TraceCase = Readonly<{
  name: string;
  workload: string;
  args: readonly string[];
  /** Of `run` alone. */
  runArgs: readonly string[];
  /** Prepare with several connections, which share the rows. */
  prepareThreads?: number;
  /** The executed statement of the run that meets a serialization failure once. */
  failing?: number;
  /** Prepare is not traced: it would be long. */
  isPrepared?: boolean;
}>;

const SBTEST = ["--tables=2", "--table-size=120"];

/** The workloads of each family, and what they need beside their defaults: small tables and a few of each kind of event. */
const FAMILIES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  sbtest: {
    oltp_point_select: SBTEST,
    oltp_read_only: SBTEST,
    oltp_read_write: SBTEST,
    oltp_write_only: SBTEST,
    oltp_update_index: SBTEST,
    oltp_update_non_index: SBTEST,
    select_random_points: SBTEST,
    select_random_ranges: SBTEST,
    oltp_insert: SBTEST,
    oltp_delete: SBTEST,
    bulk_insert: [...SBTEST, "--batch-insert-count=7"],
    oltp_read_write_pct: [...SBTEST, "--read-percent=6", "--write-percent=3"],
    oltp_multi_insert: SBTEST,
    oltp_multi_value_insert: [...SBTEST, "--batch-insert-count=5"],
    oltp_simple_ranges: SBTEST,
    oltp_sum_scan: SBTEST,
    oltp_primarykey_scan: SBTEST,
    oltp_sequential_scan: SBTEST,
    oltp_join: SBTEST,
    select_one: SBTEST,
    oltp_count_all: SBTEST,
    load_test: SBTEST,
    select_random_limits: SBTEST,
  },
  kv: {
    kv: [
      "--read-percent=50",
      "--del-percent=10",
      "--span-percent=10",
      "--span-limit=10",
      "--batch=3",
      "--insert-count=120",
      "--max-block-bytes=20",
    ],
  },
  sql_inserts: { sql_inserts: ["--read-percent=50", "--max-written-key=100"] },
  // All of its operations.
  ycsb: {
    ycsb_a: [
      "--record-count=60",
      "--field-count=3",
      "--field-length=10",
      "--insert-proportion=0.3",
      "--scan-proportion=0.3",
      "--readmodifywrite-proportion=0.3",
    ],
  },
};

const DIALECTS = ["postgres", "yugabytedb", "cockroachdb", "risingwave"];
const COMPATS = ["none", "sysbench-1.0.20", "sysbench-1.1", "yugabyte", "risingwave"];

/** Every workload of a family in every dialect and compat mode; what is refused is a case, too. */
function matrix(family: string): TraceCase[] {
  return Object.entries(FAMILIES[family]!).flatMap(([workload, args]) =>
    DIALECTS.flatMap((dialect) =>
      COMPATS.map((compat) => ({
        name: `${workload} ${dialect} ${compat}`,
        workload,
        args: [...args, `--dialect=${dialect}`, `--compat=${compat}`],
        runArgs: [],
      })),
    ),
  );
}

/** One case for each list of options, named by them. */
function variants(workload: string, lists: readonly string[]): TraceCase[] {
  const family = Object.values(FAMILIES).find((workloads) => workload in workloads)!;
  return lists.map((list) => ({
    name: `${workload} ${list}`,
    workload,
    args: [...family[workload]!, ...list.split(" ").filter((option) => !isOfRun(option))],
    runArgs: list.split(" ").filter(isOfRun),
  }));
}

/** A shard is a part of the run; the tables are those of all. */
const isOfRun = (option: string): boolean => /^--(shard|reconnect)=/.test(option);

const RAND_TYPES = [
  "--rand-type=gaussian",
  "--rand-type=special --rand-spec-iter=3 --rand-spec-pct=10 --rand-spec-res=50",
  "--rand-type=pareto --rand-pareto-h=0.3",
  "--rand-type=zipfian --rand-zipfian-exp=1.2",
];

const OPTIONS: readonly TraceCase[] = [
  ...variants("oltp_read_write", [
    ...RAND_TYPES,
    "--skip-trx=on",
    "--skip-trx=on --dialect=risingwave",
    "--auto-inc=off",
    "--secondary=on",
    "--secondary=on --index-timing=first",
    "--create-secondary=off --create-covered-secondary=on",
    "--create-secondary=off",
    "--create-covered-secondary=on --secondary=on --dialect=risingwave --skip-trx=on",
    "--create-table-options=WITH(fillfactor=90)",
    "--index-timing=key-first",
    "--index-timing=first",
    "--load-method=copy-text",
    "--load-method=copy-binary",
    "--load-method=insert",
    "--load-method=insert --table-size=12000 --tables=1",
    "--load-method=copy-text --table-size=12000 --tables=1",
    "--load-method=copy-binary --table-size=12000 --tables=1",
    "--skip-ddl=on",
    "--recreate=on",
    "--serial-cache-size=100",
    "--range-key-partitioning=on --num-table-splits=4 --dialect=yugabytedb",
    "--range-key-partitioning=on --num-table-splits=4 --dialect=cockroachdb",
    "--range-key-partitioning=on --manual-range-splitting=off --dialect=yugabytedb",
    "--point-selects=2 --simple-ranges=2 --sum-ranges=0 --order-ranges=2 --distinct-ranges=2 --range-size=7",
    "--index-updates=2 --non-index-updates=3 --delete-inserts=2 --range-selects=off",
    "--integer-type=int4",
    "--integer-type=int8",
    "--shard=1/3",
    "--shard=3/3",
    "--prepare=lazy",
    "--rate=500 --arrivals=fixed",
    "--rate=500",
  ]),
  ...variants("oltp_read_only", [...RAND_TYPES, "--skip-trx=on", "--range-selects=off", "--range-size=1"]),
  ...variants("oltp_insert", [
    "--stationary=on",
    "--auto-inc=off",
    "--auto-inc=off --shard=2/3",
    "--auto-inc=off --dialect=cockroachdb",
    "--stationary=on --auto-inc=off",
    "--stationary=on --shard=2/2",
  ]),
  ...variants("oltp_delete", ["--stationary=on", "--stationary=on --rand-type=special"]),
  ...variants("bulk_insert", ["--stationary=on", "--shard=2/2", "--stationary=on --shard=2/2"]),
  ...variants("oltp_multi_insert", ["--num-rows-in-insert=3", "--auto-inc=off", "--skip-trx=on"]),
  ...variants("oltp_multi_value_insert", ["--smaller-row-sizes=on"]),
  ...variants("select_random_points", ["--random-points=3", "--rand-type=zipfian"]),
  ...variants("select_random_ranges", ["--number-of-ranges=3 --delta=50"]),
  ...variants("oltp_count_all", ["--count-alls=3"]),
  ...variants("oltp_join", ["--range-size=5", "--tables=1"]),
  ...variants("oltp_sequential_scan", ["--range-size=5"]),
  ...variants("kv", [
    "--read-percent=100 --del-percent=0 --span-percent=0",
    "--read-percent=0 --del-percent=0 --span-percent=0 --insert-count=0",
    "--sequential=on",
    "--zipfian=on --cycle-length=1000",
    "--cycle-length=50",
    "--sfu-writes=on",
    "--sfu-writes=on --dialect=cockroachdb",
    "--min-block-bytes=40 --max-block-bytes=90 --target-compression-ratio=2",
    "--follower-read-percent=30 --dialect=cockroachdb",
    "--splits=3 --dialect=yugabytedb",
    "--splits=3 --scatter=on --dialect=cockroachdb",
    "--splits=3 --sequential=on --dialect=cockroachdb",
    "--secondary-index=on",
    "--secondary-index=on --dialect=risingwave",
    "--stationary=on",
    "--span-limit=0",
    "--shard=2/3",
    "--prepare=lazy",
    "--load-method=copy-text",
    "--load-method=insert",
  ]),
  ...variants("sql_inserts", [
    "--read-only=on",
    "--read-percent=0 --max-written-key=0",
    "--num-unique-keys=104",
    "--upsert=on",
    "--upsert=on --dialect=yugabytedb",
    "--upsert=on --dialect=cockroachdb",
    "--upsert=on --dialect=risingwave",
    "--nouuid=on",
    "--uuid=11111111-2222-3333-4444-555555555555",
    "--value-size=50",
    "--table-name=other",
    "--shard=2/3",
    "--load-method=copy-text",
    "--load-method=insert",
  ]),
  ...variants("ycsb_a", [
    ...["uniform", "zipfian-exact", "latest", "sequential", "hotspot", "exponential"].map(
      (name) => `--request-distribution=${name}`,
    ),
    "--zipfian-theta=1.2",
    "--write-all-fields=on",
    "--rmw-transaction=on",
    "--insert-order=ordered --zero-padding=12 --insert-start=20",
    "--field-length-distribution=uniform",
    "--field-length-distribution=zipfian",
    "--min-scan-length=3 --max-scan-length=9 --scan-length-distribution=zipfian",
    "--range-key-partitioning=on --dialect=yugabytedb",
    "--shard=2/3",
    "--load-method=copy-text",
  ]),
  ...["ycsb_b", "ycsb_c", "ycsb_d", "ycsb_e", "ycsb_f"].map((workload) => ({
    name: `${workload} as it is`,
    workload,
    args: ["--record-count=60"],
    runArgs: [],
  })),
  // Several connections at once, in prepare and in the run.
  ...["oltp_read_write", "bulk_insert", "kv", "sql_inserts"].flatMap((workload) =>
    variants(workload, [workload in FAMILIES["sbtest"]! ? "--tables=3" : "--prepare=eager"]).map((one) => ({
      ...one,
      name: `${workload} prepare --threads=3`,
      prepareThreads: 3,
    })),
  ),
  // A conflict, after which the event is sent again with what it drew.
  ...["oltp_read_write", "oltp_update_index", "oltp_insert", "bulk_insert", "kv", "sql_inserts"].flatMap(
    (workload) =>
      [5, 13].map((failing) => ({
        ...variants(workload, ["--max-tries=3"])[0]!,
        name: `${workload} statement ${failing} fails with 40001`,
        failing,
      })),
  ),
  ...variants("oltp_read_write", ["--reconnect=2"]),
];

/** Of 600,000 rows for a warehouse no trace is made. Each transaction is as likely as the others, so that all come. */
const TPCC: readonly TraceCase[] = [
  ...DIALECTS.map((dialect) => `--dialect=${dialect}`),
  "--delivery=deferred",
  "--isolation=serializable",
  "--isolation=repeatable-read",
  "--active-warehouses=1",
  "--shard=2/2",
  "--prepare=lazy",
  "--rate=500",
].map((option) => ({
  name: `tpcc ${option}`,
  workload: "tpcc",
  args: [`--warehouses=${TPCC_WAREHOUSES}`, "--weights=1,1,1,1,1", ...(isOfRun(option) ? [] : [option])],
  runArgs: isOfRun(option) ? [option] : [],
  isPrepared: true,
}));
const TPCC_FAILING = [4, 11, 17].map((failing) => ({
  ...TPCC[0]!,
  name: `tpcc statement ${failing} fails with 40001`,
  failing,
}));

/** A script with a variable and \\copy; one of its COPYs meets a conflict, after which it sends the same again. */
const SCRIPTS: readonly TraceCase[] = ["simple", "extended", "prepared"].flatMap((protocol) =>
  [undefined, 3].map((failing) => ({
    name: `script --protocol=${protocol}${failing === undefined ? "" : `, statement ${failing} fails with 40001`}`,
    workload: "script",
    args: [`--file=${path.join(import.meta.dirname, "scripts/orders.sql")}`, `--protocol=${protocol}`],
    runArgs: [],
    isPrepared: true,
    ...(failing === undefined ? {} : { failing }),
  })),
);

/** The golden files, and the cases of each. */
export const TRACES: Readonly<Record<string, readonly TraceCase[]>> = {
  ...Object.fromEntries(Object.keys(FAMILIES).map((family) => [family, matrix(family)])),
  options: OPTIONS,
  script: SCRIPTS,
  tpcc: [...TPCC, ...TPCC_FAILING],
};
