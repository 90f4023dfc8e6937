/** Lets Node.js import TypeScript, also those versions that do not by themselves: types are taken out, and nothing else is changed. */
import { readFile } from "node:fs/promises";
import { register } from "node:module";
import { fileURLToPath } from "node:url";
import { isMainThread } from "node:worker_threads";
import { transform } from "esbuild";

// Node calls the hook below in a thread of its own, where this file is loaded again.
if (isMainThread) {
  process.setSourceMapsEnabled(true);
  register(import.meta.url);
}

/** @type {import("node:module").LoadHook} */
export async function load(url, context, next) {
  if (!new URL(url).pathname.endsWith(".ts")) return await next(url, context);
  const sourcefile = fileURLToPath(url);
  const { code } = await transform(await readFile(sourcefile, "utf8"), {
    loader: "ts",
    format: "esm",
    sourcemap: "inline",
    sourcefile,
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  });
  return { format: "module", source: code, shortCircuit: true };
}
