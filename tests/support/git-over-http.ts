/** A remote as a host has it: git's own HTTP service, and Git LFS' batch API, which answer requests with the token alone. */
import { execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";

export type GitHost = Readonly<{
  /** The URL of a repository in the folder. */
  urlOf(name: string): string;
  /** The value of an Authorization header that is let in. */
  authorization: string;
  stop(): Promise<void>;
}>;

/** @param folder of bare repositories, which all may be pushed to (http.receivepack); in its folder `lfs` are objects by their sha256 */
export async function serveGit(folder: string): Promise<GitHost> {
  const authorization = `basic ${Buffer.from("x-access-token:it-is-me").toString("base64")}`;
  const server = createServer((request, response) => {
    if (request.headers.authorization !== authorization)
      response.writeHead(401, { "www-authenticate": 'Basic realm="git"' }).end();
    else if (request.url!.endsWith("/info/lfs/objects/batch")) void answerBatch(request, response);
    else if (request.url!.startsWith("/lfs/"))
      response.writeHead(200).end(readFileSync(path.join(folder, request.url!)));
    else answerWith(folder, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    urlOf: (name) => `http://127.0.0.1:${port}/${name}`,
    authorization,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Says of each object where it is (Git LFS' specification, "Batch API"). */
async function answerBatch(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = await request.toArray();
  const { objects } = JSON.parse(Buffer.concat(chunks).toString()) as {
    objects: { oid: string; size: number }[];
  };
  const { authorization } = request.headers;
  const found = objects.map(({ oid, size }) => {
    const href = `http://${request.headers.host}/lfs/${oid}`;
    return { oid, size, authenticated: true, actions: { download: { href, header: { authorization } } } };
  });
  const type = { "content-type": "application/vnd.git-lfs+json" };
  response.writeHead(200, type).end(JSON.stringify({ transfer: "basic", objects: found }));
}

/** Answers as a web server that runs a CGI program (RFC 3875): headers, an empty line, the body. */
function answerWith(folder: string, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url!, "http://localhost");
  const backend = path.join(
    execFileSync("git", ["--exec-path"], { encoding: "utf8" }).trim(),
    "git-http-backend",
  );
  const program = spawn(backend, {
    env: {
      PATH: process.env["PATH"],
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: "1",
      REMOTE_USER: "somebody",
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers["content-type"] ?? "",
      CONTENT_LENGTH: request.headers["content-length"] ?? "",
      HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
      GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
    },
    stdio: ["pipe", "pipe", "inherit"],
  });
  request.pipe(program.stdin);
  const chunks: Buffer[] = [];
  program.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  program.on("close", () => {
    const whole = Buffer.concat(chunks);
    const end = whole.indexOf("\r\n\r\n");
    const headers = whole
      .subarray(0, end)
      .toString("latin1")
      .split("\r\n")
      .map((line) => line.split(": ", 2));
    const status = headers.find(([name]) => name === "Status")?.[1] ?? "200";
    for (const [name, value] of headers) if (name !== "Status") response.setHeader(name!, value!);
    response.writeHead(Number.parseInt(status, 10)).end(whole.subarray(end + 4));
  });
}
