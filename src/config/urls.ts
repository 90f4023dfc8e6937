/** The connection URLs that a config file names. */
import type { Config } from "./parse.ts";

/** URLs as the file has them, without what the environment fills in. Servers that Plumbline starts by itself have none. */
export function urlsOf({ deploy, base }: Config["database"]): readonly string[] {
  return [deploy, base].flatMap((place) =>
    place === undefined || place.kind === "local" ? [] : [place.url],
  );
}
