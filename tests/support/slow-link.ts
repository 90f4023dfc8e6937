/** A way to a server that takes its time: what goes through it arrives late, in order, in both directions. */

import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";

export type SlowLink = Readonly<{ url: string; close(): Promise<void> }>;

/** @param delayMs one way, so that an answer takes twice as long */
export async function slowLink(url: string, delayMs: number): Promise<SlowLink> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    forwardLate(near, far, delayMs);
    forwardLate(far, near, delayMs);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("close", () => sockets.delete(socket));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const slow = new URL(url);
  slow.port = String((server.address() as AddressInfo).port);
  return {
    url: slow.href,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function forwardLate(from: Socket, to: Socket, delayMs: number): void {
  from.setNoDelay(true);
  from.on("data", (bytes) => void setTimeout(() => to.destroyed || to.write(bytes), delayMs));
  from.on("end", () => void setTimeout(() => to.end(), delayMs));
  from.on("error", () => to.destroy());
}
