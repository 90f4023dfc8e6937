import { describe, expect, it } from "vitest";
import type { Sweep } from "../../../../src/model/sweep.ts";
import {
  builtText,
  generatorText,
  serverLines,
  serverSentences,
  serversTable,
  serversText,
} from "../../../../src/report/words/build.ts";
import { DEBIAN, NPM, OWN } from "../../../support/builds.ts";
import { makeReport } from "../../../support/reports.ts";

const report = makeReport({ workloads: [] });
const on = (build: typeof DEBIAN) => ({ ...report, environment: { ...report.environment, build } });

describe("the servers of a report", () => {
  it("are one where both arms have it, with the whole of version(), programs and configure line", () => {
    expect(serverLines({ ...on(DEBIAN), baseBuild: DEBIAN })).toEqual([
      [
        "server",
        `${DEBIAN.said}; from this machine's packages; programs ${DEBIAN.programs}; configured with ${DEBIAN.configure}`,
      ],
    ]);
    expect(serversText({ ...on(DEBIAN), baseBuild: DEBIAN })).toMatch(
      /, compiled by gcc 12\.2\.0, Debian 15\.20-0\+deb12u1\.$/,
    );
  });

  it("are two where they differ; a packager that does not sign in version() is named", () => {
    const both = { ...on(DEBIAN), baseBuild: NPM };
    expect(serverLines(both).map(([label]) => label)).toEqual(["base's server", "head's server"]);
    expect(serverLines(both)[0]![1]).toContain(`from npm's builds, ${NPM.packager}`);
    expect(serversText(both)).toContain("base compiled by gcc 7.5.0, npm");
    expect(serversText(both)).toContain("; head compiled by gcc 12.2.0, Debian");
  });

  it("are not spoken of where nothing is known", () => {
    expect(serverLines(report)).toEqual([]);
    expect(serversText(report)).toBe("");
  });

  it("are text from outside", () => {
    const said = `PostgreSQL 15\u0007 \u202E${"x".repeat(600)}`;
    const [[, text]] = serverLines(on({ said, origin: "running" })) as [[string, string]];
    for (const character of ["\u0007", "\u202E"]) expect(text).not.toContain(character);
    expect(text.length).toBeLessThan(400);
  });
});

it("a build that says nothing is not spoken of", () => {
  expect(builtText({ said: "x", origin: "running" })).toBeNull();
  expect(builtText(OWN)).toBe("compiled by gcc 12.2.0");
});

it.each([
  [undefined, null],
  [{ version: "", profile: "", libpq: 0 }, null],
  [{ version: "0.1.0", profile: "release gcc", libpq: 150018 }, "0.1.0 (release gcc), libpq 15.18"],
  [
    { version: "0.1.0", profile: "static", libpq: 90624, compiler: "gcc 14.2.0", libc: "musl", static: true },
    "0.1.0 (static), libpq 9.6.24, musl, linked statically",
  ],
  [{ version: "wrk", profile: "imported", libpq: 0 }, "wrk (imported)"],
  [
    {
      version: "0.1.0",
      profile: "release gcc",
      libpq: 150018,
      program: `sha256:${"0123456789abcdef".repeat(4)}`,
    },
    "0.1.0 (release gcc), libpq 15.18, sha256:0123456789ab",
  ],
])("the load generator %o is %s", (generator, text) => expect(generatorText(generator)).toBe(text));

describe("the servers of a sweep", () => {
  const server = (target: string, build?: typeof DEBIAN) => ({
    suite: "oltp",
    target,
    database: "PostgreSQL 15.20",
    ...(build === undefined ? {} : { build }),
  });
  const sweep = (...servers: NonNullable<Sweep["servers"]>) =>
    ({ servers, suites: [{}] }) as unknown as Sweep;

  it("are a table of compilers, packagers and origins", () => {
    const table = serversTable(sweep(server("a", NPM), server("b", DEBIAN), server("c", OWN), server("d")));
    expect(table?.columns).toEqual(["target", "database", "compiler", "packager", "taken from"]);
    expect(table?.rows.map((row) => row.slice(2))).toEqual([
      ["gcc 7.5.0", NPM.packager, "npm's builds"],
      ["gcc 12.2.0", DEBIAN.packager, "this machine's packages"],
      ["gcc 12.2.0", "none that signs", "built from its commit"],
      ["not known", "not known", "not known"],
    ]);
    expect(serverSentences(sweep(server("a", NPM), server("d")))).toEqual([
      expect.stringContaining(`a: ${NPM.said}`),
    ]);
  });

  it("are no table where none is known, as of an older document", () => {
    expect(serversTable(sweep(server("a")))).toBeNull();
    expect(serversTable({ suites: [] } as unknown as Sweep)).toBeNull();
  });
});
