/** A server that is sure of its clients, and clients that are sure of their server: verify-full and SCRAM, over a network's TLS. */
import { execFileSync } from "node:child_process";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Postgres, serverOwner, startPostgres } from "../support/postgres.ts";
import { runLoad } from "./support/plumbline-load.ts";

const PASSWORD = "päss:word";
let folder: string;
let server: Postgres;

/** A certificate for localhost that vouches for itself. @returns its file; the key lies beside it as NAME.key */
function certificate(name: string): string {
  const [key, file] = [join(folder, `${name}.key`), join(folder, `${name}.crt`)];
  const request = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const subject = ["-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  execFileSync("openssl", [...request, ...subject, "-keyout", key, "-out", file], { stdio: "ignore" });
  return file;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-secure-"));
  const file = certificate("server");
  certificate("stranger");
  const owner = serverOwner();
  if (owner)
    for (const path of [folder, file, file.replace(/crt$/, "key")]) chownSync(path, owner.uid, owner.gid);
  server = await startPostgres({
    password: PASSWORD,
    settings: { ssl: "on", ssl_cert_file: file, ssl_key_file: file.replace(/crt$/, "key") },
  });
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Trust = Readonly<{ password?: string; root?: string; host?: string }>;

async function load(
  verb: "prepare" | "run",
  { password = PASSWORD, root = "server", host = "localhost" }: Trust,
) {
  const query = `sslmode=verify-full&sslrootcert=${join(folder, `${root}.crt`)}&hostaddr=127.0.0.1`;
  return await runLoad([
    `--pgsql-url=postgres://postgres:${encodeURIComponent(password)}@${host}:${server.port}/postgres?${query}`,
    "--output=ndjson",
    "--table-size=100",
    "--threads=2",
    "--events=50",
    "--time=0",
    "oltp_read_write",
    verb,
  ]);
}

describe("verify-full and SCRAM", () => {
  it("load and run", async () => {
    for (const verb of ["prepare", "run"] as const) {
      const done = await load(verb, {});
      expect(done.stderr).toBe("");
      expect(done.code).toBe(0);
    }
  });

  it.each<[string, Trust, RegExp]>([
    ["another certificate", { root: "stranger" }, /certificate verify failed/],
    ["another host's name", { host: "elsewhere.test" }, /does not match host name "elsewhere.test"/],
    ["another password", { password: "wrong" }, /password authentication failed/],
    ["a folder without the certificate", { root: "none" }, /root certificate file .* does not exist/],
  ])("refuse %s", async (_, trust, words) => {
    const done = await load("run", trust);
    expect(done.code).toBe(3);
    expect(done.line("error")["message"]).toMatch(words);
  });
});
