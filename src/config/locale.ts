/** `database.deploy.local.locale`: how the servers that Plumbline makes order text. */
import { z } from "zod";

const PROVIDERS = ["libc", "icu", "builtin"] as const;

/** Locale of a cluster: a name as its provider knows it, and an encoding. */
export type ClusterLocale = Readonly<{
  provider: (typeof PROVIDERS)[number];
  name: string;
  encoding: string;
}>;

/** Locale of servers of a config file that names none. */
export const DEFAULT_LOCALE: ClusterLocale = { provider: "libc", name: "C", encoding: "UTF8" };

/** First versions of PostgreSQL whose databases can have the provider. */
const SINCE = { libc: 13, icu: 15, builtin: 17 } as const;

/** A locale reaches initdb as an argument: a name is letters, digits and signs of names. */
const localeName = z.string().regex(/^[\w.@:-]+$/, {
  error: ({ input }) => `expected the name of a locale such as en_US.utf8, got ${JSON.stringify(input)}`,
});

const encodingProblem = ({ input }: Readonly<{ input?: unknown }>) =>
  `expected an encoding in PostgreSQL's spelling, such as UTF8 or LATIN1, got ${JSON.stringify(input)}`;

export const LocaleField = z
  .union([
    localeName,
    z.strictObject({
      provider: z
        .enum(PROVIDERS)
        .default("libc")
        .describe("Library that orders text (icu: PostgreSQL 15 or later, builtin: 17)."),
      name: localeName.describe("Name in the provider's words: en_US.utf8, en-US, C.UTF-8."),
      encoding: z
        .string()
        .regex(/^\w+$/, { error: encodingProblem })
        .default("UTF8")
        .describe("Encoding of the databases."),
    }),
  ])
  .transform(
    (value): ClusterLocale => (typeof value === "string" ? { ...DEFAULT_LOCALE, name: value } : value),
  );

/** Why a version of PostgreSQL cannot have a locale; null if it can. */
export function localeMisfit({ provider }: ClusterLocale, version: number): string | null {
  const since = SINCE[provider];
  return version >= since
    ? null
    : `locale: the provider ${provider} is there from PostgreSQL ${since} on, and the version is ${version}`;
}

/** "en_US.utf8", "icu en-US", "libc de_DE.iso88591 LATIN1": as conditions of a run name it; null: the one that goes without saying. */
export function localeText({ provider, name, encoding }: ClusterLocale): string | null {
  const words = [
    ...(provider === "libc" ? [] : [provider]),
    name,
    ...(encoding.toUpperCase() === DEFAULT_LOCALE.encoding ? [] : [encoding]),
  ];
  const text = words.join(" ");
  return text === DEFAULT_LOCALE.name ? null : text;
}
