/** Abilities of a kind of deployment, for code that needs them before a target is made. Only this file asks for the kind. */

import type { Deploy } from "../../config/deploy.ts";
import type { Rebuild } from "../../config/rebuild.ts";

type Traits = Readonly<{
  /** Its servers come out of the arm's source tree. */
  buildsTree: boolean;
  /** Shell command that builds them there; null where there is none. */
  build: string | null;
  /** Occasions on which that is done. */
  rebuild: Rebuild;
  /** URL of the one database that is there already; null where each session gets a server of its own. */
  running: string | null;
  /** URL that all of its servers would answer at, one after the other; null where each has a place of its own. */
  fixed: string | null;
}>;

export function traitsOf(deploy: Deploy): Traits {
  switch (deploy.kind) {
    case "local":
    case "docker":
      return { buildsTree: false, build: null, rebuild: "never", running: null, fixed: null };
    case "command":
      return {
        buildsTree: true,
        build: deploy.build ?? null,
        rebuild: deploy.rebuild,
        running: null,
        fixed: /\$\{?PLUMBLINE_/.test(deploy.url) ? null : deploy.url,
      };
    case "kubernetes":
      return { buildsTree: true, build: null, rebuild: "never", running: null, fixed: null };
    case "url":
      return { buildsTree: false, build: null, rebuild: "never", running: deploy.url, fixed: null };
  }
}

/** Settings of a server of this machine; null for other kinds. */
export function localOf(deploy: Deploy): Extract<Deploy, { kind: "local" }> | null {
  return deploy.kind === "local" ? deploy : null;
}
