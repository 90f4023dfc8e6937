/** A tap of the wire to a server, wherever and however that is reached. */
import { withClient } from "../../io/database/sql/connect.ts";
import { tapWire } from "../../io/inspect/wire-tap.ts";

type Listeners = Parameters<typeof tapWire> extends [string, unknown, ...infer Rest] ? Rest : never;

/** @throws PlumblineError of kind "target" where the server cannot be reached; what ends the signal */
export async function tapServer(
  url: string,
  signal: AbortSignal,
  ...listeners: Listeners
): ReturnType<typeof tapWire> {
  const way = await withClient(url, { what: "for the way to it", signal }, async (_, client) => client.way);
  return await tapWire(url, way, ...listeners);
}
