/** Formats that can be imported, by their names in `store import --from`. */
import { wordTable } from "../../model/by-key.ts";
import { PlumblineError } from "../../model/errors.ts";
import { readBenchBase } from "./benchbase.ts";
import { readCockroach } from "./cockroach.ts";
import type { ImportedMeasurement, Reader } from "./figures.ts";
import { readHdrLog } from "./hdr-log.ts";
import { readHyperfine } from "./hyperfine.ts";
import { readK6 } from "./k6.ts";
import { readPgbench } from "./pgbench.ts";
import { readPgbenchLog } from "./pgbench-log.ts";
import { readReferenceTables } from "./reference-table.ts";
import { readBencher, readDataJs } from "./series.ts";
import { readSysbench } from "./sysbench.ts";
import { readBenchmarkSql, readGoTpc, readHammerDb } from "./tpcc.ts";
import { readYcsb } from "./ycsb.ts";

export const FORMATS = wordTable<Readonly<{ what: string; read: Reader }>>({
  sysbench: { what: "the report that sysbench prints", read: readSysbench },
  pgbench: {
    what: "what pgbench prints at the end, or its --log",
    read: (text) => readPgbench(text) ?? readPgbenchLog(text),
  },
  hdr: { what: "a log of HdrHistogram", read: readHdrLog },
  "go-tpc": { what: "the summary that go-tpc prints", read: readGoTpc },
  hammerdb: { what: "the line with NOPM and TPM that HammerDB prints", read: readHammerDb },
  benchmarksql: { what: "the log of BenchmarkSQL", read: readBenchmarkSql },
  benchbase: { what: "BenchBase's summary.json", read: readBenchBase },
  ycsb: { what: "the [OVERALL] lines that YCSB prints", read: readYcsb },
  cockroach: { what: "the totals that `cockroach workload run` prints", read: readCockroach },
  k6: { what: "k6's summary as JSON", read: readK6 },
  hyperfine: { what: "hyperfine's --export-json", read: readHyperfine },
  "github-action-benchmark": { what: "its data.js, or the same as JSON", read: readDataJs },
  bencher: { what: "Bencher's metric format (JSON)", read: readBencher },
  "reference-table": {
    what: "tables of a published measurement, as Markdown, HTML or CSV",
    read: readReferenceTables,
  },
});

/**
 * @param format a name of FORMATS
 * @param what names the text in errors, such as its path
 * @throws PlumblineError of kind "usage" where the text is of another kind, with the kinds that it may be of, or where nothing in it
 * can be part of a run, with the reason
 */
export function readMeasurements(format: string, text: string, what: string): readonly ImportedMeasurement[] {
  const whole = text.replace(/^\ufeff/, "");
  const found = FORMATS[format]!.read(whole);
  if (found !== null && "unusable" in found)
    throw new PlumblineError("usage", `${what}: ${found.unusable}`, {
      remedy: "name a file with times, rates or a report of a database's load",
    });
  if (found !== null && found.length > 0) return found;
  const others = Object.entries(FORMATS).filter(
    ([name, { read }]) => name !== format && read(whole) !== null,
  );
  throw new PlumblineError("usage", `${what} is not ${FORMATS[format]!.what}`, {
    remedy:
      others.length === 0
        ? "name the file that the tool itself wrote, whole"
        : `try ${others.map(([name, { what: other }]) => `--from ${name}, for it looks like ${other}`).join("; ")}`,
  });
}
