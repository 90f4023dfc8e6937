/** The release's own program, from a server of releases on this machine. */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hashOfSources } from "../../../../src/io/load/build.ts";
import { findProgram } from "../../../../src/io/load/find.ts";
import { type PrebuiltRecord, RELEASED, wantsSystemLibpq } from "../../../../src/io/load/prebuilt.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const PROGRAM = "#!/bin/sh\n# the release's\nexit 0\n";
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

let folder: string;
let sources: string;
let said: string[];
let server: Server;
let asked: string[];
let served: string;

beforeEach(async () => {
  folder = temporaryFolder();
  sources = path.join(folder, "runner-native");
  mkdirSync(path.join(sources, "src"), { recursive: true });
  writeFileSync(path.join(sources, "src/main.c"), "int main(void) { return 0; }\n");
  const recipe = "mkdir -p build && printf '#!/bin/sh\\n# built here\\nexit 0\\n' > $@ && chmod +x $@";
  writeFileSync(path.join(sources, "Makefile"), `build/plumbline-load: src/main.c\n\t${recipe}\n`);
  said = [];
  asked = [];
  served = PROGRAM;
  server = createServer((request, response) => {
    asked.push(request.url ?? "");
    if (request.url?.endsWith("/plumbline-load-linux-x64") === true) response.end(served);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

const released = (): PrebuiltRecord => ({
  version: "1.2.3",
  sources: hashOfSources(sources),
  sha256: { "linux-x64": sha256(PROGRAM), "linux-arm64": sha256("another CPU's") },
});

type Circumstances = Readonly<{
  record?: PrebuiltRecord;
  env?: NodeJS.ProcessEnv;
  urls?: readonly string[];
  platform?: string;
}>;

/** The text of the program that is found: whose it is. */
async function found({
  record = released(),
  env = {},
  urls = [],
  platform = "linux-x64",
}: Circumstances = {}) {
  const address = server.address() as AddressInfo | null;
  const program = await findProgram({
    progress: { stage: (text) => said.push(text) },
    env: {
      RUNNER_TOOL_CACHE: path.join(folder, "cache"),
      PLUMBLINE_RELEASES: `http://127.0.0.1:${address?.port ?? 9}`,
      ...env,
    },
    sources,
    released: record,
    urls,
    platform,
  });
  return readFileSync(program, "utf8");
}

const cached = () => readdirSync(path.join(folder, "cache/plumbline"));

describe("the release's plumbline-load", () => {
  it("is fetched once, and kept in the tool cache", async () => {
    expect(await found()).toBe(PROGRAM);
    expect(await found()).toBe(PROGRAM);
    expect(asked).toEqual(["/v1.2.3/plumbline-load-linux-x64"]);
    expect(cached()).toEqual([`plumbline-load-1.2.3-linux-x64-${sha256(PROGRAM).slice(0, 12)}`]);
    expect(said).toEqual(["fetching plumbline-load 1.2.3 for linux-x64"]);
  });

  it("is not used where its hash is another than the package's: it is built, and the log says why", async () => {
    served = "#!/bin/sh\n# a stranger's\nexit 0\n";
    expect(await found()).toContain("# built here");
    expect(said[1]).toMatch(/^cannot have http.*: its SHA-256 is [0-9a-f]{64}, .*; it is not used$/);
  });

  it("is fetched again where the cache's copy was changed", async () => {
    await found();
    writeFileSync(path.join(folder, "cache/plumbline", cached()[0]!, "plumbline-load"), "changed");
    expect(await found()).toBe(PROGRAM);
    expect(asked).toHaveLength(2);
  });

  it.each<[string, () => Circumstances]>([
    ["for sources that were changed since", () => ({ record: { ...released(), sources: "0".repeat(16) } })],
    ["before the first release", () => ({ record: RELEASED })],
    ["for a CPU that the release does not have", () => ({ platform: "linux-riscv64" })],
    ["with PLUMBLINE_BUILD=source", () => ({ env: { PLUMBLINE_BUILD: "source" } })],
    ["for a connection with GSSAPI", () => ({ urls: ["postgres://db/x?gssencmode=prefer"] })],
  ])("is not even asked for %s", async (_, circumstances) => {
    expect(await found(circumstances())).toContain("# built here");
    expect(asked).toEqual([]);
  });

  it("is built where it cannot be fetched", async () => {
    expect(await found({ platform: "linux-arm64" })).toContain("# built here");
    expect(said[1]).toMatch(/^cannot have http.*arm64: HTTP 404$/);
    server.close();
    server.closeAllConnections();
    await expect(found({ env: { PLUMBLINE_RELEASES: "http://127.0.0.1:9" } })).resolves.toContain(
      "# built here",
    );
    expect(said.at(-1)).toMatch(/ECONNREFUSED|bad port/);
  });
});

describe("another system than Linux", () => {
  it.each([
    ["darwin-arm64", "macOS", "virtual machine or container"],
    ["win32-x64", "Windows", "WSL 2"],
  ])("%s is told where to measure", async (platform, name, remedy) => {
    await expect(found({ platform })).rejects.toMatchObject({
      kind: "usage",
      message: expect.stringContaining(`and not on ${name}`),
      remedy: expect.stringContaining(remedy),
    });
  });
});

describe("connections that need the system's libpq", () => {
  it.each([
    "postgres://db/x?gssencmode=require",
    "postgres://db/x?krbsrvname=postgres",
    "postgres://db/x?require_auth=scram-sha-256,gss",
    "service=production",
  ])("%s", (url) => expect(wantsSystemLibpq([url], {})).toBe(true));

  it.each([
    "postgres://db/x",
    "postgres://db/x?gssencmode=disable",
    "postgres://db/x?sslmode=verify-full",
    "postgres://db/customer_service?require_auth=scram-sha-256",
  ])("not %s", (url) => expect(wantsSystemLibpq([url], {})).toBe(false));

  it("the environment says it, too", () => {
    expect(wantsSystemLibpq([], { PGGSSENCMODE: "prefer" })).toBe(true);
    expect(wantsSystemLibpq([], { PGSERVICE: "bench" })).toBe(true);
    expect(wantsSystemLibpq([], { PGGSSENCMODE: "disable" })).toBe(false);
  });
});
