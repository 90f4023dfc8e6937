/** The page that Prometheus and its like read while a load runs. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { PORT_MOST, parseAddress } from "../../config/address.ts";
import { PlumblineError } from "../../model/errors.ts";
import { misdirected } from "../../model/loopback.ts";

const CONTENT_TYPE = "application/openmetrics-text; version=1.0.0; charset=utf-8";
const CONNECTIONS_MOST = 16;
/** Errors of a host that is not this machine, whatever the port. */
const NO_ADDRESS: ReadonlySet<string> = new Set(["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN"]);

/** Address to listen on; port 0 takes a free one. */
export type ListenAddress = Readonly<{ host: string; port: number }>;

/**
 * @param text PORT, HOST:PORT or [HOST]:PORT; a port alone is of this machine only
 * @throws PlumblineError of kind "usage"
 */
export function parseListenAddress(text: string): ListenAddress {
  const address = parseAddress(text);
  if (address === null || address.port > PORT_MOST) {
    const why =
      address === null ? ", which is neither a port nor HOST:PORT" : `: the largest port is ${PORT_MOST}`;
    throw new PlumblineError("usage", `metrics: got ${JSON.stringify(text)}${why}`, {
      remedy:
        "give a port of this machine such as 9464, or HOST:PORT where others may read, such as 0.0.0.0:9464",
    });
  }
  return { ...address, host: address.host ?? "127.0.0.1" };
}

export type MetricsServer = Readonly<{ url: string; close(): Promise<void> }>;

/**
 * @param text returns the present numbers, in OpenMetrics
 * @throws PlumblineError of kind "usage" if nothing can listen there
 */
export async function serveMetrics(address: ListenAddress, text: () => string): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    const why = misdirected(server.address(), request.headers.host);
    if (why !== null) {
      response.writeHead(421, { "content-type": "text/plain; charset=utf-8" }).end(`${why}\n`);
      return;
    }
    const asks = request.method === "GET" || request.method === "HEAD";
    if (!asks || requestPath(request.url) !== "/metrics") {
      response.writeHead(asks ? 404 : 405, { "content-type": "text/plain; charset=utf-8" });
      response.end("the numbers of the load that runs: GET /metrics\n");
      return;
    }
    response.writeHead(200, { "content-type": CONTENT_TYPE, "cache-control": "no-store" });
    response.end(request.method === "HEAD" ? "" : text());
  });
  server.maxConnections = CONNECTIONS_MOST;
  await listening(server, address);
  const { address: host, family, port } = server.address() as AddressInfo;
  return {
    url: `http://${family === "IPv6" ? `[${host}]` : host}:${port}/metrics`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** @returns null where a client sent what is no address: an error here would end the measurement */
function requestPath(target = ""): string | null {
  const base = "http://localhost";
  return URL.canParse(target, base) ? new URL(target, base).pathname : null;
}

async function listening(server: Server, { host, port }: ListenAddress): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen({ host, port }, resolve);
    });
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    const why = code === "EADDRINUSE" ? "something listens there already" : message;
    const place = `${host.includes(":") ? `[${host}]` : host}:${port}`;
    throw new PlumblineError("usage", `metrics: cannot listen on ${place}: ${why}`, {
      remedy: NO_ADDRESS.has(code)
        ? "use an address of this machine, such as 127.0.0.1; 0.0.0.0 or [::] is all of them"
        : "use another port; 0 takes a free one, and prints it",
      cause: error,
    });
  }
  // A connection that could not be accepted, say for want of file descriptors, is the reader's loss alone.
  server.on("error", () => undefined);
}
