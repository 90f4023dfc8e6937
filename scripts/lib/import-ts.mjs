// Imports a TypeScript module of src/ from a script: Node 20 does not read TypeScript, esbuild (a development dependency) does.
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** @param {string} file path from the project's root, for example "src/config/schema.ts" */
export async function importTypeScript(file) {
  const outfile = await bundleTypeScript(file);
  try {
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(outfile, { force: true });
  }
}

/**
 * For several processes that import the same.
 * @returns {Promise<string>} the bundle's path; who asked for it removes it
 */
export async function bundleTypeScript(file) {
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
