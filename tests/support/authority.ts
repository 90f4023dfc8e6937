/** A certificate authority of a test, which nothing else trusts, and certificates by it for servers of startPostgres. */
import { execFileSync } from "node:child_process";
import { chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serverOwner } from "./postgres.ts";

export type Authority = Readonly<{
  /** File of the authority's own certificate. */
  root: string;
  /** Settings of a server whose certificate is for a host. */
  settingsFor(host: string): Readonly<Record<string, string>>;
  remove(): void;
}>;

export function makeAuthority(): Authority {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-ca-"));
  const owner = serverOwner();
  const own = (path: string) => {
    if (owner) chownSync(path, owner.uid, owner.gid);
    return path;
  };
  own(folder);
  const openssl = (...args: readonly string[]) => execFileSync("openssl", args, { stdio: "ignore" });
  const [root, rootKey] = [join(folder, "root.crt"), join(folder, "root.key")];
  const fresh = ["-newkey", "rsa:2048", "-nodes"];
  openssl(
    "req",
    "-x509",
    ...fresh,
    "-days",
    "2",
    "-subj",
    "/CN=Authority of a test",
    "-keyout",
    rootKey,
    "-out",
    root,
  );
  return {
    root,
    settingsFor(host) {
      const [key, request, cert, names] = ["key", "csr", "crt", "ext"].map((end) =>
        join(folder, `${host}.${end}`),
      ) as [string, string, string, string];
      writeFileSync(names, `subjectAltName=DNS:${host}\n`);
      openssl("req", ...fresh, "-subj", `/CN=${host}`, "-keyout", key, "-out", request);
      const by = ["-CA", root, "-CAkey", rootKey, "-CAcreateserial"];
      openssl("x509", "-req", "-in", request, ...by, "-days", "2", "-extfile", names, "-out", cert);
      return { ssl: "on", ssl_key_file: own(key), ssl_cert_file: own(cert) };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
