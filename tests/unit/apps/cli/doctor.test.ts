import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import type { FitnessFinding } from "../../../../src/analysis/warnings/fitness.ts";
import { findPostgres, renderFindings } from "../../../../src/apps/cli/doctor.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const fine: FitnessFinding = { what: "CPUs", value: "2", fit: true, remedy: null };
const loud: FitnessFinding = {
  what: "load average",
  value: "6.43",
  fit: false,
  remedy: "end what else is running, or wait a minute; a machine that does other things measures them, too",
};
const long: FitnessFinding = {
  what: "PostgreSQL",
  value: "15.18 (Debian 15.18-0+deb12u1) in /usr/lib/postgresql/15/bin",
  fit: true,
  remedy: null,
};

it("shows a line for each finding with its remedy below, within 80 columns", () => {
  expect(renderFindings([fine, loud, long])).toBe(`
ok    CPUs          2
look  load average  6.43
      -> end what else is running, or wait a minute; a machine that does other
         things measures them, too
ok    PostgreSQL    15.18 (Debian 15.18-0+deb12u1) in /usr/lib/postgresql/15/bin

1 thing to look at
`);
});

it.each([
  [[fine], "fit to measure\n"],
  [[fine, loud, loud], "2 things to look at\n"],
])("sums up %#", (findings, verdict) => {
  expect(renderFindings(findings).endsWith(`\n\n${verdict}`)).toBe(true);
});

it("names a server's program that does not run as one that is missing", async () => {
  const bin = temporaryFolder();
  const tool = { name: "PostgreSQL", remedy: expect.stringContaining("install it") };
  writeFileSync(path.join(bin, "postgres"), "#!/bin/sh\necho 'postgres (PostgreSQL) 15.1'\n", {
    mode: 0o755,
  });
  expect(await findPostgres(bin)).toEqual({ ...tool, found: `15.1 in ${bin}` });
  writeFileSync(path.join(bin, "postgres"), "#!/bin/sh\necho 'libicu.so: no such file' >&2; exit 127\n");
  expect(await findPostgres(bin)).toEqual({ ...tool, found: null });
});
