// Bundles the entries into dist/ (or --out DIR) and writes action.yml. The same sources give the same bytes, on any machine and
// from any folder, so that CI can compare. Not minified: dist/ is committed, and a change of it can be read.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Metafile } from "esbuild";
import { writeActionYml } from "./action-yml.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
/** Sources of the bundles, by their names in dist/, which action.yml and package.json use. */
const ENTRIES = {
  action: "src/apps/action/main.ts",
  post: "src/apps/action/post.ts",
  cli: "src/apps/cli/main.ts",
};

/** CommonJS packages inside an ES module still ask for require. */
const BANNER = `import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);`;

/** A package of which something is in a bundle, and where it is installed. */
export type Package = Readonly<{
  name: string;
  version: string;
  license: string;
  author: string;
  folder: string;
}>;

/**
 * @param folder gets the bundle and the licences of what is in it; what was there before is removed
 * @returns the packages that are in it
 */
export async function bundle(folder: string): Promise<readonly Package[]> {
  const result = await build({
    absWorkingDir: root,
    entryPoints: ENTRIES,
    outdir: folder,
    write: false,
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    target: "node20",
    charset: "utf8",
    legalComments: "none", // licences.txt has them whole.
    banner: { js: BANNER },
    metafile: true,
    logLevel: "warning",
  });
  const site = await bundleSite(folder);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of site.outputFiles) writeFileSync(file.path, file.contents);
  const names = lastingNames(result.metafile.outputs);
  for (const { path: file, text } of result.outputFiles)
    writeFileSync(
      path.join(folder, names.get(path.basename(file)) ?? path.basename(file)),
      renamed(text, names),
    );
  // The files for browsers are minified: they are loaded and never read here.
  copyFileSync(path.join(root, "node_modules/uplot/dist/uPlot.min.css"), path.join(folder, "site.css"));
  const packages = packagesOf([...Object.keys(result.metafile.inputs), ...Object.keys(site.metafile.inputs)]);
  writeFileSync(path.join(folder, "licences.txt"), licences(packages));
  return packages;
}

/**
 * esbuild names a shared file by a hash, so that a changed line is a deleted file and a new one. Each gets the name of the module that it is
 * loaded by, or of the package that most of it came from.
 * @returns the lasting name of each file, by esbuild's
 */
function lastingNames(outputs: Metafile["outputs"]): ReadonlyMap<string, string> {
  const entries = new Set(Object.keys(ENTRIES).map((entry) => `${entry}.js`));
  const hashed = Object.entries(outputs).filter(([file]) => !entries.has(path.basename(file)));
  // The pages' file is written beforehand, and stays.
  const taken = new Set([...entries, "site.js"]);
  const names = new Map<string, string>();
  for (const [file, { inputs, entryPoint }] of hashed.toSorted(([, a], [, b]) => b.bytes - a.bytes)) {
    const [most] = Object.entries(inputs).toSorted(([, a], [, b]) => b.bytesInOutput - a.bytesInOutput);
    const largest = entryPoint ?? most?.[0] ?? "runtime.ts";
    const stem = /node_modules\/(?:@[^/]+\/)?([^/]+)/.exec(largest)?.[1] ?? path.basename(largest, ".ts");
    let name = `${stem}.js`;
    for (let number = 2; taken.has(name); number += 1) name = `${stem}-${number}.js`;
    taken.add(name);
    names.set(path.basename(file), name);
  }
  return names;
}

/** The text of a file with lasting names in place of esbuild's. */
function renamed(text: string, names: ReadonlyMap<string, string>): string {
  return text.replace(/\.\/([\w.-]+-[0-9A-Z]{8}\.js)/g, (_, file) => `./${names.get(file) ?? file}`);
}

/** Bundles the code of the pages into one file without modules, so that a page from a folder may load it, too. */
async function bundleSite(folder: string) {
  return await build({
    absWorkingDir: root,
    entryPoints: ["src/apps/browser/site.ts"],
    outdir: folder,
    write: false,
    bundle: true,
    minify: true,
    platform: "browser",
    format: "iife",
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
    metafile: true,
    logLevel: "warning",
  });
}

/**
 * Every package that a file of the bundle came from, by name.
 * @param inputs files, relative to the root
 */
function packagesOf(inputs: readonly string[]): readonly Package[] {
  const folders = inputs.map((file) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]);
  return [...new Set(folders.filter((folder) => folder !== undefined))]
    .sort((a, b) => (a < b ? -1 : 1)) // Not by locale: every machine the same.
    .map((folder) => {
      const { name, version, license, author } = JSON.parse(
        readFileSync(path.join(root, folder, "package.json"), "utf8"),
      );
      return { name, version, license, author: author?.name ?? author ?? `the authors of ${name}`, folder };
    });
}

function licences(packages: readonly Package[]): string {
  return packages
    .map((each) => `${each.name} ${each.version} (${each.license})\n\n${licenceText(each)}\n`)
    .join(`\n${"-".repeat(80)}\n\n`);
}

/** @throws Error for a package whose licence is nowhere to be read: it cannot be passed on */
function licenceText({ name, license, author, folder }: Package): string {
  const file = readdirSync(path.join(root, folder)).find((each) => /^licen[cs]e/i.test(each));
  if (file !== undefined) return readFileSync(path.join(root, folder, file), "utf8").trim();
  const standard = path.join(root, "scripts/licences", `${license}.txt`);
  // Some name their licence and carry no copy of it.
  if (existsSync(standard)) return `Copyright (c) ${author}\n\n${readFileSync(standard, "utf8").trim()}`;
  throw new Error(`${name} (${license}) carries no licence text, and there is no ${standard}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const at = process.argv.indexOf("--out");
  if (at < 0) await writeActionYml();
  await bundle(at < 0 ? path.join(root, "dist") : path.resolve(process.argv[at + 1] ?? ""));
}
