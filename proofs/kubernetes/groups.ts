/** Control groups of the nodes: each kubelet makes those of its pods below one that is there. Tried with version 1 alone. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { NODES } from "./node.ts";

const ROOT = "/sys/fs/cgroup";
/** How long the last processes of a group may take to be gone. */
const TRIES = 100;
const PAUSE_MS = 100;

export class Groups {
  /** By node. */
  names;

  /** @param name that no other group has */
  constructor(name: string) {
    this.names = NODES.map((node) => `${name}-node${node}`);
  }

  make() {
    for (const hierarchy of hierarchies())
      for (const name of this.names) {
        mkdirSync(path.join(hierarchy, name));
        // A new group of this kind has no CPUs and no memory until it is told.
        for (const file of ["cpuset.cpus", "cpuset.mems"])
          if (path.basename(hierarchy) === "cpuset")
            writeFileSync(path.join(hierarchy, name, file), readFileSync(path.join(hierarchy, file), "utf8"));
      }
  }

  /** @returns those that could not be removed */
  async remove() {
    const places = hierarchies().flatMap((hierarchy) => this.names.map((name) => path.join(hierarchy, name)));
    for (let i = 0; i < TRIES; i++) {
      for (const place of places) removeBelow(place);
      if (!places.some((place) => existsSync(place))) return [];
      await sleep(PAUSE_MS);
    }
    return places.filter((place) => existsSync(place));
  }
}

/** @returns folders: one of each kind in version 1, one alone in version 2 */
function hierarchies() {
  if (existsSync(path.join(ROOT, "cgroup.controllers"))) return [ROOT];
  const folders = readdirSync(ROOT, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders.map(({ name }) => path.join(ROOT, name));
}

/** The innermost first; one that still has processes stays. */
function removeBelow(place: string) {
  if (!existsSync(place)) return;
  for (const entry of readdirSync(place, { withFileTypes: true }))
    if (entry.isDirectory()) removeBelow(path.join(place, entry.name));
  try {
    rmdirSync(place);
  } catch (error) {
    if (
      (error as NodeJS.ErrnoException).code !== "EBUSY" &&
      (error as NodeJS.ErrnoException).code !== "ENOENT"
    )
      throw error;
  }
}
