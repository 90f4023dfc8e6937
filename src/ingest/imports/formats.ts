/** Formats that can be imported, by their names in `store import --from`. */
import { PlumblineError } from "../../model/errors.ts";
import type { ImportedMeasurement } from "./figures.ts";
import { readHdrLog } from "./hdr-log.ts";
import { readPgbench, readPgbenchLog } from "./pgbench.ts";
import { readReferenceTables } from "./reference-table.ts";
import { readBencher, readDataJs } from "./series.ts";
import { readSysbench } from "./sysbench.ts";
import { readGoTpc, readHammerDb } from "./tpcc.ts";

type Reader = (text: string) => ImportedMeasurement | readonly ImportedMeasurement[] | null;

export const FORMATS: Readonly<Record<string, Readonly<{ what: string; read: Reader }>>> = {
  sysbench: { what: "the report that sysbench prints", read: readSysbench },
  pgbench: {
    what: "what pgbench prints at the end, or its --log",
    read: (text) => readPgbench(text) ?? readPgbenchLog(text),
  },
  hdr: { what: "a log of HdrHistogram, its values in nanoseconds", read: readHdrLog },
  "go-tpc": { what: "the summary that go-tpc prints", read: readGoTpc },
  hammerdb: { what: "the line with NOPM and TPM that HammerDB prints", read: readHammerDb },
  "github-action-benchmark": { what: "its data.js", read: readDataJs },
  bencher: { what: "Bencher's metric format (JSON)", read: readBencher },
  "reference-table": {
    what: "tables of a published measurement, as Markdown, HTML or CSV",
    read: readReferenceTables,
  },
};

/**
 * @param format a name of FORMATS
 * @param what names the text in errors, such as its path
 * @throws PlumblineError of kind "usage" where the text is of another kind, with the kinds that it may be of
 */
export function readMeasurements(format: string, text: string, what: string): readonly ImportedMeasurement[] {
  const found = FORMATS[format]!.read(text);
  const measurements = found === null ? [] : "tool" in found ? [found] : found;
  if (measurements.length > 0) return measurements;
  const others = Object.entries(FORMATS).filter(([, { read }]) => read(text) !== null);
  throw new PlumblineError("usage", `${what} is not ${FORMATS[format]!.what}`, {
    remedy:
      others.length === 0
        ? "name the file that the tool itself wrote, whole"
        : `try ${others.map(([name, { what: other }]) => `--from ${name}, for it looks like ${other}`).join("; ")}`,
  });
}
