/** Certificates, and the files by which clients find the API server and say who they are. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { addressOf, NODES } from "./node.ts";

/** @param folder gets NAME.key, NAME.crt and NAME.kubeconfig: `admin` may do everything, `nodeI` is a kubelet, `api` the server's own */
export function makeKeys(folder: string) {
  const place = (name: string) => path.join(folder, name);
  const days = ["-days", "2"];
  const ca = ["-keyout", place("ca.key"), "-out", place("ca.crt"), "-subj", "/CN=ca"];
  openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", ...days, ...ca);
  openssl("genrsa", "-out", place("accounts.key"), "2048");
  openssl("rsa", "-in", place("accounts.key"), "-pubout", "-out", place("accounts.pub"));
  const certify = (name: string, subject: string, names: string) => {
    const request = place(`${name}.csr`);
    openssl(
      "req",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-keyout",
      place(`${name}.key`),
      "-out",
      request,
      "-subj",
      subject,
    );
    const usage = place(`${name}.extensions`);
    writeFileSync(usage, `subjectAltName=${names}\nextendedKeyUsage=serverAuth,clientAuth\n`);
    const by = ["-CA", place("ca.crt"), "-CAkey", place("ca.key"), "-CAcreateserial", ...days];
    openssl("x509", "-req", "-in", request, ...by, "-extfile", usage, "-out", place(`${name}.crt`));
  };
  certify("api", "/CN=api", "IP:127.0.0.1,IP:10.96.0.1,DNS:kubernetes.default.svc");
  certify("admin", "/O=system:masters/CN=admin", "DNS:admin");
  for (const node of NODES)
    certify(`node${node}`, `/O=system:nodes/CN=system:node:node${node}`, `IP:${addressOf(node)}`);
  for (const name of ["admin", ...NODES.map((node) => `node${node}`)]) {
    const user = { "client-certificate": place(`${name}.crt`), "client-key": place(`${name}.key`) };
    writeFileSync(place(`${name}.kubeconfig`), kubeconfig(place("ca.crt"), user));
  }
}

/** @param ca a file @param user as a kubeconfig has it */
export function kubeconfig(ca: string, user: object): string {
  const cluster = { server: "https://127.0.0.1:6443", "certificate-authority": ca };
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "own", cluster }],
    users: [{ name: "own", user }],
    contexts: [{ name: "own", context: { cluster: "own", user: "own" } }],
    "current-context": "own",
  });
}

function openssl(...words: readonly string[]) {
  execFileSync("openssl", words, { stdio: "pipe" });
}
