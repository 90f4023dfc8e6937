/** What a server says it is. */
import { withClient } from "../sql/connect.ts";

export type ServerFacts = Readonly<{ product: string; version: string }>;

/** In this order: the others call themselves PostgreSQL too. */
const PRODUCTS: readonly Readonly<{ product: string; pattern: RegExp }>[] = [
  { product: "CockroachDB", pattern: /CockroachDB\D*?v?(\d[\w.+-]*)/ },
  { product: "YugabyteDB", pattern: /-YB-(\d[\w.+-]*)/ },
  { product: "RisingWave", pattern: /-RisingWave-v?(\d[\w.+-]*)/i },
  { product: "PostgreSQL", pattern: /PostgreSQL (\d[\w.+-]*)/ },
];

/** Reads the answer to `SELECT version()`. A server that nobody knows is called by its own first words. */
export function parseVersion(text: string): ServerFacts {
  for (const { product, pattern } of PRODUCTS) {
    const version = pattern.exec(text)?.[1];
    if (version !== undefined) return { product, version };
  }
  const [product = "unknown", version = "unknown"] = text.trim().split(/\s+/);
  return { product: product || "unknown", version };
}

export async function readServerFacts(url: string): Promise<ServerFacts> {
  return await withClient(url, async (client) => {
    const { rows } = await client.query<{ version: string }>("SELECT version()");
    return parseVersion(rows[0]?.version ?? "");
  });
}
