import { describe, expect, it } from "vitest";
import { type OriginSources, ofOneOrigin } from "../../../../../src/io/database/postgres/one-origin.ts";

/** Installed are these, signed by their packager; npm has those. */
function machine(installed: Readonly<Record<number, string>>, npm: readonly number[]): OriginSources {
  return {
    installed: (version) => (installed[version] === undefined ? null : `/packages/${version}`),
    packager: (bin) => installed[Number(bin.split("/").at(-1))] || undefined,
    npm: async (version) => {
      if (npm.includes(version)) return `/npm/${version}`;
      throw new Error("no npm on PATH");
    },
  };
}

async function taken(versions: readonly number[], sources: OriginSources) {
  const said: string[] = [];
  const found = await ofOneOrigin(versions, (what) => said.push(what), sources);
  return {
    bins: [...found.values()].map(({ bin }) => bin),
    mixed: [...found.values()].map(({ mixed }) => mixed),
    said,
  };
}

describe("versions that are held against each other come", () => {
  it("from this machine's packages where they have all, and it is said", async () => {
    const packages = { 15: "Debian 15.20-0+deb12u1", 16: "Debian 16.9-1", 17: "Debian 17.5-1" };
    const { bins, mixed, said } = await taken([15, 17], machine(packages, [15, 17]));
    expect(bins).toEqual(["/packages/15", "/packages/17"]);
    expect(mixed).toEqual([undefined, undefined]);
    expect(said).toEqual([
      "PostgreSQL 15, 17: all from this machine's packages (Debian), so that no build is held against another",
    ]);
  });

  it("all from npm's builds where the packages lack one, also those that are installed", async () => {
    const { bins, mixed, said } = await taken([13, 15, 18], machine({ 15: "Debian 15.20-0" }, [13, 15, 18]));
    expect(bins).toEqual(["/npm/13", "/npm/15", "/npm/18"]);
    expect(mixed).toEqual([undefined, undefined, undefined]);
    expect(said.at(-1)).toContain("PostgreSQL 13, 15, 18: all from npm's builds");
  });

  it("all from npm's builds where those that are installed are of several packagers", async () => {
    const packages = { 15: "Debian 15.20-0", 17: "Debian 17.5-1.pgdg120+1" };
    expect((await taken([15, 17], machine(packages, [15, 17]))).bins).toEqual(["/npm/15", "/npm/17"]);
  });

  it("from several where no single one has all, with what could not be had and where they came from", async () => {
    const { bins, mixed, said } = await taken([15, 17], machine({ 15: "Debian 15.20-0" }, [17]));
    expect(bins).toEqual(["/packages/15", "/npm/17"]);
    const reason =
      "no single origin has PostgreSQL 15, 17: this machine's packages have no 17, and npm's builds have no 15 here (no npm on PATH); taken were 15 from this machine's packages, 17 from npm";
    expect(mixed).toEqual([reason, reason]);
    expect(said).toEqual([reason]);
  });

  it("from several packagers where npm has none, which is said", async () => {
    const packages = { 15: "Debian 15.20-0", 17: "" };
    const { mixed } = await taken([15, 17], machine(packages, []));
    expect(mixed[0]).toContain("this machine's are of several packagers (Debian, no packager that signs)");
  });

  it("not at all where nobody has them: their start says why", async () => {
    expect((await taken([15, 18], machine({ 15: "Debian 15.20-0" }, []))).bins).toEqual(["/packages/15"]);
  });
});
