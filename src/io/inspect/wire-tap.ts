/** A relay between a client and a server of this machine: all goes by, and the statements with their parameters are noted. */

import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { CommandTags } from "../../analysis/samples/command-tags.ts";
import { type SentStatement, SentStatements } from "../../analysis/samples/sent-statements.ts";

type WireTap = Readonly<{
  /** URL that the client connects to, in place of the server's. */
  url: string;
  stop(): Promise<void>;
}>;

/**
 * @param url of one server, by TCP
 * @param see gets each statement as it is sent, from whichever connection
 * @param hasSimple statements of the simple protocol, too, of which one text may hold several
 * @param hear gets how each statement ended, in the order in which they were sent on a connection
 */
export async function tapWire(
  url: string,
  see: (statement: SentStatement) => void,
  hasSimple = false,
  hear?: (tag: string) => void,
): Promise<WireTap> {
  const place = new URL(url);
  const target = { host: place.hostname.replace(/^\[(.*)\]$/, "$1"), port: Number(place.port || 5432) };
  const open = new Set<Socket>();
  const listener = createServer((client) => {
    const server = connect(target);
    const statements = new SentStatements(hasSimple);
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      open.add(socket);
      // Whichever end breaks, the other learns of it.
      socket
        .on("error", () => other.destroy())
        .on("close", () => {
          open.delete(socket);
          other.destroy();
        });
    }
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
    server.pipe(client);
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const tapped = new URL(url);
  tapped.hostname = "127.0.0.1";
  tapped.port = String((listener.address() as AddressInfo).port);
  // An encrypted connection cannot be read.
  tapped.searchParams.set("sslmode", "disable");
  tapped.searchParams.set("gssencmode", "disable");
  // A space is a plus to the web, and to libpq a plus is a plus.
  tapped.search = tapped.searchParams.toString().replaceAll("+", "%20");
  return {
    url: tapped.href,
    stop: async () => {
      for (const socket of open) socket.destroy();
      const closed = once(listener, "close");
      listener.close();
      await closed;
    },
  };
}
