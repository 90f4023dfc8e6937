/** The files of the pages: style, script and icon, by names that change with what is in them, so that browsers may keep them. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { PlumblineError } from "../../../model/errors.ts";
import { HISTORY_STYLE } from "../../../report/pages/history-style.ts";
import { ICON, type Site } from "../../../report/pages/shell.ts";
import { SITE_STYLE } from "../../../report/pages/style.ts";

type Asset = Readonly<{ path: string; type: string; body: string }>;
export type Assets = Readonly<{ names: Site["assets"]; files: readonly Asset[] }>;

/** @param folder with what the build has made for browsers: next to the program */
export async function loadAssets(folder: URL): Promise<Assets> {
  const [script, plot] = await Promise.all(
    ["site.js", "site.css"].map((name) => readBuilt(new URL(name, folder))),
  );
  const files = [
    asset("css", "text/css; charset=utf-8", plot! + SITE_STYLE + HISTORY_STYLE),
    asset("js", "text/javascript; charset=utf-8", script!),
    asset("svg", "image/svg+xml", ICON),
  ];
  const [style, code, icon] = files.map(({ path }) => path);
  return { names: { style: style!, script: code!, icon: icon! }, files };
}

function asset(extension: string, type: string, body: string): Asset {
  const digest = createHash("sha256").update(body).digest("hex").slice(0, 10);
  return { path: `assets/site-${digest}.${extension}`, type, body };
}

async function readBuilt(file: URL): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    throw new PlumblineError("internal", `the pages' own file ${file.pathname} cannot be read`, {
      remedy: "install plumbline again; from its sources: npm run build",
      cause,
    });
  }
}
