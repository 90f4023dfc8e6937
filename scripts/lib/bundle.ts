/** A TypeScript program as one file that Node runs alone: for processes whose time, memory or coverage is measured. */
import { mkdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Bundles a program into the cache of this clone.
 * @param file path from the root, for example "src/apps/cli/main.ts"
 * @returns the bundle's path; the caller removes it
 */
export async function bundleTypeScript(file: string): Promise<string> {
  // Inside the project, so that packages that are left out of the bundle are found.
  const folder = path.join(root, "node_modules/.cache/plumbline");
  mkdirSync(folder, { recursive: true });
  const outfile = path.join(folder, `${file.replaceAll("/", "-")}.${process.pid}.mjs`);
  await build({
    entryPoints: [path.join(root, file)],
    outfile,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    logLevel: "error",
  });
  return outfile;
}
