/** What a kind of deployment can do, for those who must know before a target is made. One place knows the kinds; nobody else asks. */

import type { Deploy } from "../config/deploy.ts";
import type { Rebuild } from "../config/rebuild.ts";

export type Traits = Readonly<{
  /** Its servers come out of the arm's source tree. */
  buildsTree: boolean;
  /** Shell command that builds them there; null where there is none. */
  build: string | null;
  /** How often that is done. */
  rebuild: Rebuild;
  /** URL of the one database that is there already; null where each session gets a server of its own. */
  running: string | null;
}>;

export function traitsOf(deploy: Deploy): Traits {
  switch (deploy.kind) {
    case "local":
    case "docker":
      return { buildsTree: false, build: null, rebuild: "never", running: null };
    case "command":
      return { buildsTree: true, build: deploy.build ?? null, rebuild: deploy.rebuild, running: null };
    case "kubernetes":
      return { buildsTree: true, build: null, rebuild: "never", running: null };
    case "url":
      return { buildsTree: false, build: null, rebuild: "never", running: deploy.url };
  }
}

/** What is said of a server of this machine; null for other kinds. */
export function localOf(deploy: Deploy): Extract<Deploy, { kind: "local" }> | null {
  return deploy.kind === "local" ? deploy : null;
}
