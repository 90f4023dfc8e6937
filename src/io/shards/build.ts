/** Properties that two load machines must have alike to bring parts of one load. */
import type { Catalog } from "../../model/catalog.ts";
import { VERSION } from "../../model/version.ts";
import { sha256 } from "../host/files.ts";
import type { ShardBuild } from "./wire.ts";

/** @param catalog what this machine's load generator says of itself */
export function buildOf(catalog: Catalog): ShardBuild {
  const offers = sha256(JSON.stringify(catalog));
  return { version: VERSION, generator: catalog.version, offers };
}

/** @returns what the other one is or has in place of index 0's; null: they are the same */
export function buildDifference(build: ShardBuild, own: ShardBuild): string | null {
  if (build.version !== own.version) return `is Plumbline ${build.version}, index 0 is ${own.version}`;
  if (build.generator !== own.generator)
    return `has plumbline-load ${build.generator}, index 0 has ${own.generator}`;
  if (build.offers === own.offers) return null;
  return `has a plumbline-load ${build.generator} with other workloads, options or defaults than index 0's`;
}
