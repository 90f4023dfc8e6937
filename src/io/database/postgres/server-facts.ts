/** Product, version and build of a server, by its own words. */
import type { Build } from "../../../model/build.ts";
import { type Ask, withClient } from "../sql/connect.ts";

type Product = Readonly<{ product: string; version: string }>;

/** Build as the server reports it; only the code that started it knows where its programs come from. */
type SaidBuild = Pick<Build, "said" | "compiler" | "packager" | "configure">;

export type ServerFacts = Product & Readonly<{ build: Build }>;

/** Products in the order of the search: the others call themselves PostgreSQL too. */
const PRODUCTS: readonly Readonly<{ product: string; pattern: RegExp }>[] = [
  { product: "CockroachDB", pattern: /CockroachDB\D*?v?(\d[\w.+-]*)/ },
  { product: "YugabyteDB", pattern: /-YB-(\d[\w.+-]*)/ },
  { product: "RisingWave", pattern: /-(?:RisingWave|RW)-v?(\d[\w.+-]*)/i },
  { product: "PostgreSQL", pattern: /PostgreSQL (\d[\w.+-]*)/ },
];

/** Longer ones are cut: they stand in every document. */
const SAID_MOST = 500;
const CONFIGURE_MOST = 8_000;

/** Reads the answer to `SELECT version()`. An unknown server is called by its own first words. */
export function parseVersion(text: string): Product {
  for (const { product, pattern } of PRODUCTS) {
    const version = pattern.exec(text)?.[1];
    if (version !== undefined) return { product, version };
  }
  const [product = "unknown", version = "unknown"] = text.trim().split(/\s+/);
  return { product: product || "unknown", version };
}

/** Reads compiler and packager from the answer to `SELECT version()`. */
export function parseBuild(text: string): SaidBuild {
  const compiler = compilerOf(text);
  const packager = packagerIn(text);
  return {
    said: text.trim().slice(0, SAID_MOST),
    ...(compiler === undefined ? {} : { compiler }),
    ...(packager === undefined ? {} : { packager }),
  };
}

/** "compiled by gcc (Debian 12.2.0-14) 12.2.0, 64-bit" -> "gcc 12.2.0"; of CockroachDB, which is in Go, "go1.22.8" -> "go 1.22.8". */
function compilerOf(text: string): string | undefined {
  const words = /\bcompiled by ([^,]+)/.exec(text.replaceAll(/\([^()]*\)/g, " "))?.[1];
  if (words === undefined) {
    const [, go] = /CockroachDB.*\bgo(\d+(?:\.\d+)*)/.exec(text) ?? [];
    return go === undefined ? undefined : `go ${go}`;
  }
  const [, name, rest = ""] = COMPILER.exec(words) ?? [];
  if (name === undefined) return words.trim().replaceAll(/\s+/g, " ");
  const [number] = /\d+(?:\.\d+)*/.exec(rest) ?? [];
  return number === undefined ? name : `${name} ${number}`;
}

/** Apple counts the versions of its clang for itself. */
const COMPILER =
  /(Apple clang|Apple LLVM|clang|gcc|GCC|msvc|Visual C\+\+|icc)(?!\w)(?!.*\b(?:gcc|clang)\b)(.*)$/;

/** Signature of the packager, in brackets behind the version; Percona's stands behind a dash. */
function packagerIn(text: string): string | undefined {
  const [, signed] = /^\s*PostgreSQL \S+ \(([^()]+)\)/.exec(text) ?? [];
  const [, dashed] = /PostgreSQL \S+ - (.+?) on /.exec(text) ?? [];
  // RisingWave's bracket is a commit.
  return /^[0-9a-f]{7,40}$/.test(signed ?? "") ? undefined : (signed ?? dashed);
}

/** The product alone: nothing of how it was built is asked. */
export async function readProduct(url: string, signal: AbortSignal): Promise<Product> {
  return await withClient(url, { what: "for its version", signal }, async (ask) =>
    parseVersion(await serverVersion(ask)),
  );
}

/** @param known where the programs come from, and what is known of them that the server does not say */
export async function readServerFacts(
  url: string,
  known: Omit<Build, keyof SaidBuild> & Pick<Build, "packager">,
  signal: AbortSignal,
): Promise<ServerFacts> {
  return await withClient(url, { what: "for its version and build", signal }, async (ask) => {
    const text = await serverVersion(ask);
    const configure = await configureOf(ask);
    const build = { ...parseBuild(text), ...(configure === undefined ? {} : { configure }), ...known };
    return { ...parseVersion(text), build };
  });
}

async function serverVersion(ask: Ask): Promise<string> {
  return (await ask<{ version: string }>("SELECT version()"))[0]?.version ?? "";
}

/** Undefined where the user may not read it, or the server has no such view. */
async function configureOf(ask: Ask): Promise<string | undefined> {
  const asked = ask<{ setting: string }>("SELECT setting FROM pg_config WHERE name = 'CONFIGURE'");
  const [row] = await asked.catch(() => []);
  const words = row?.setting.trim() ?? "";
  return words === "" ? undefined : words.slice(0, CONFIGURE_MOST);
}
