/** Builds of a measurement's programs: the server, and the load generator with the libraries that it uses. */
import { z } from "zod";
import { object } from "./shape.ts";

/**
 * Origins of the server's programs: this machine's packages; npm's embedded build; a folder or commands that the config file names for one
 * target; the arm's own source tree, by the words that both arms have; an image that was pulled; a server that ran already.
 */
const BUILD_ORIGINS = ["installed", "npm", "named", "tree", "image", "running"] as const;
export type BuildOrigin = (typeof BUILD_ORIGINS)[number];

export const Build = object({
  /** The server's whole answer to `SELECT version()`. */
  said: z.string(),
  /** "gcc 12.2.0". Absent where the server does not say. */
  compiler: z.string().optional(),
  /** "Debian 15.20-0+deb12u1". Absent: a build of one's own, or of a packager that leaves no trace. */
  packager: z.string().optional(),
  /** Output of `pg_config --configure`. Absent if the user may not read it. */
  configure: z.string().optional(),
  origin: z.enum(BUILD_ORIGINS),
  /** "sha256:..." of the server's program, of its image, or of the images of its pods. Absent where none can be had. */
  programs: z.string().optional(),
  /** Reason why it is not of one origin with the versions that it is compared with; absent if it is, or if there are none. */
  mixed: z.string().optional(),
});
export type Build = z.infer<typeof Build>;

/** Fields that older load generators do not say are absent. */
export const Generator = object({
  version: z.string(),
  profile: z.string(),
  /** "sha256:..." of the program that measured. Absent in older documents, and of what was imported. */
  program: z.string().optional(),
  /** Number from PQlibVersion(): 150018. */
  libpq: z.number(),
  compiler: z.string().optional(),
  /** "glibc 2.36". */
  libc: z.string().optional(),
  /** Linked statically. */
  static: z.boolean().optional(),
});
export type Generator = z.infer<typeof Generator>;

/** 150018 is 15.18, 90624 is 9.6.24. */
export function libpqText(libpq: number): string {
  const [first, second, third] = [Math.floor(libpq / 10_000), Math.floor(libpq / 100) % 100, libpq % 100];
  return first >= 10 ? `${first}.${libpq % 10_000}` : `${first}.${second}.${third}`;
}

/** "Debian" of "Debian 15.20-0+deb12u1", whatever the version; PGDG's packages name the distribution alone, and are others. */
export function packagerName(packager: string | undefined): string | undefined {
  if (packager === undefined) return undefined;
  const [name = ""] = packager.split(/(?<!\s)\s+(?=\d)/);
  return /\.pgdg\d/.test(packager) ? `PGDG for ${name}` : name;
}
