/** A relay on this machine between a client and a server: all goes by, and the statements with their parameters are noted. */

import { once } from "node:events";
import { type AddressInfo, connect, createServer, isIP, type Socket } from "node:net";
import { Transform } from "node:stream";
import { connect as connectTls, TLSSocket } from "node:tls";
import { CommandTags } from "../../analysis/samples/command-tags.ts";
import { type SentStatement, SentStatements } from "../../analysis/samples/sent-statements.ts";
import type { ServerWay } from "../host/bounded-client.ts";
import { atLocalPort } from "../host/connection-url.ts";

type WireTap = Readonly<{
  /** URL that the client connects to, in place of the server's. */
  url: string;
  stop(): Promise<void>;
}>;

/**
 * @param url of the server
 * @param way to it, as a connection by that URL found it: with TLS, if it has that
 * @param see gets each statement as it is sent, from whichever connection
 * @param hasSimple statements of the simple protocol, too, of which one text may hold several
 * @param hear gets how each statement ended, in the order in which they were sent on a connection
 */
export async function tapWire(
  url: string,
  way: ServerWay,
  see: (statement: SentStatement) => void,
  hasSimple = false,
  hear?: (tag: string) => void,
): Promise<WireTap> {
  const open = new Set<Socket>();
  const keep = (socket: Socket) => {
    open.add(socket);
    return socket.on("error", () => undefined).on("close", () => open.delete(socket));
  };
  const listener = createServer((client) => {
    keep(client);
    reached(way, keep).then(
      (server) => relay(client, server, { see, hasSimple, hear }),
      () => client.destroy(),
    );
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  return {
    url: atLocalPort(url, (listener.address() as AddressInfo).port, way.password),
    stop: async () => {
      for (const socket of open) socket.destroy();
      const closed = once(listener, "close");
      listener.close();
      await closed;
    },
  };
}

/** What a client sends to ask for TLS (PostgreSQL's protocol, SSLRequest). */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** A connection to the server, with TLS if the way has that. The client's own is not encrypted: what is could not be read. */
async function reached({ host, port, ssl }: ServerWay, keep: (socket: Socket) => Socket): Promise<Socket> {
  const socket = keep(host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host));
  if (ssl === null) return socket;
  socket.write(SSL_REQUEST);
  const [answer] = (await unlessClosed(socket, "data")) as [Buffer];
  if (answer.toString("latin1") !== "S") throw new Error("the server has no TLS any more");
  // pg hides the key from those who list the options.
  const secured = keep(
    connectTls({ ...ssl, key: ssl.key, socket, ...(isIP(host) === 0 ? { servername: host } : {}) }),
  );
  await unlessClosed(secured, "secureConnect");
  return secured;
}

async function unlessClosed(socket: Socket, event: string): Promise<unknown> {
  const closed = once(socket, "close").then(() => {
    throw new Error("the server has closed the connection");
  });
  return await Promise.race([once(socket, event), closed]);
}

type TapListeners = Readonly<{
  see: (statement: SentStatement) => void;
  hasSimple: boolean;
  hear: ((tag: string) => void) | undefined;
}>;

function relay(client: Socket, server: Socket, { see, hasSimple, hear }: TapListeners): void {
  // Whichever end breaks, the other learns of it.
  client.on("close", () => server.destroy());
  server.on("close", () => client.destroy());
  if (client.destroyed || server.destroyed) {
    client.destroy();
    server.destroy();
    return;
  }
  const statements = new SentStatements(hasSimple);
  const note = (bytes: Buffer) => {
    try {
      for (const statement of statements.read(bytes)) see(statement);
    } catch {
      // Another protocol is passed on all the same.
      client.off("data", note);
    }
  };
  client.on("data", note);
  if (hear !== undefined) {
    const tags = new CommandTags();
    server.on("data", (bytes) => {
      for (const tag of tags.read(bytes)) hear(tag);
    });
  }
  client.pipe(server);
  if (server instanceof TLSSocket) server.pipe(withoutBinding()).pipe(client);
  else server.pipe(client);
}

/** Ways to say who one is that bind to TLS: where it ends here, the client takes their offer for an attack. */
const BINDING = Buffer.from("SCRAM-SHA-256-PLUS\0");

/** Passes on what a server says, without `BINDING` in the message that says how the client may authenticate (AuthenticationSASL). */
function withoutBinding(): Transform {
  let rest = Buffer.alloc(0);
  let isAnswered = false;
  return new Transform({
    transform(bytes: Buffer, _, done) {
      rest = Buffer.concat([rest, bytes]);
      while (!isAnswered && rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
        const length = 1 + rest.readUInt32BE(1);
        const message = rest.subarray(0, length);
        // What version of the protocol the server has comes before.
        isAnswered = message[0] !== "v".charCodeAt(0);
        this.push(unboundOffer(message));
        rest = rest.subarray(length);
      }
      if (!isAnswered) return done();
      const more = rest;
      rest = Buffer.alloc(0);
      done(null, more);
    },
  });
}

function unboundOffer(message: Buffer): Buffer {
  const at = message[0] === "R".charCodeAt(0) ? message.indexOf(BINDING) : -1;
  if (at < 0) return message;
  const offer = Buffer.concat([message.subarray(0, at), message.subarray(at + BINDING.length)]);
  offer.writeUInt32BE(offer.length - 1, 1);
  return offer;
}
