/** The connection URLs that a config file names. */
import type { Config } from "./parse.ts";

/** As the file has them: what the environment fills in is not in them. None for servers that Plumbline starts by itself. */
export function urlsOf({ deploy, base }: Config["database"]): readonly string[] {
  return [deploy, base].flatMap((place) =>
    place === undefined || place.kind === "local" ? [] : [place.url],
  );
}
