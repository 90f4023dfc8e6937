/** Locale of the databases of a PostgreSQL image, as its documentation and its entry point have it. */
import { localeWithDash } from "../../text/locale-names.ts";

/** Variables of a container that its entry point looks at. */
export type ImageVariables = Readonly<{ LANG?: string; POSTGRES_INITDB_ARGS?: string }>;

/** `name` as the provider knows it. */
export type StarterLocale = Readonly<{
  provider: "libc" | "icu" | "builtin";
  name: string;
  encoding: string | null;
}>;

/** The official images, and those that are made from them, set it. https://hub.docker.com/_/postgres */
const LANG_OF_IMAGES = "en_US.UTF-8";

/** initdb's arguments go before the environment that it runs in. */
export function imageLocale({ LANG, POSTGRES_INITDB_ARGS: args = "" }: ImageVariables): StarterLocale {
  const said = (...options: readonly string[]) =>
    options
      .map((option) => new RegExp(`(?:^|\\s)${option}(?:=|\\s+)["']?([\\w.@:-]+)`).exec(args)?.[1])
      .find((value) => value !== undefined);
  const encoding = said("--encoding", "-E") ?? null;
  const provider = said("--locale-provider") ?? "libc";
  const ofProvider = said(`--${provider}-locale`) ?? said("--locale");
  if ((provider === "icu" || provider === "builtin") && ofProvider !== undefined)
    return { provider, name: ofProvider, encoding };
  if (/(?:^|\s)--no-locale\b/.test(args)) return { provider: "libc", name: "C", encoding };
  const name = said("--lc-collate", "--locale") ?? LANG ?? LANG_OF_IMAGES;
  return { provider: "libc", name: localeWithDash(name), encoding };
}

/** Whether `locale -a` lists a locale: it spells the encoding as it likes. */
export function listsLocale(listed: readonly string[], name: string): boolean {
  const plain = (text: string) => text.toLowerCase().replaceAll("-", "");
  return ["C", "POSIX"].includes(name) || listed.some((each) => plain(each) === plain(name));
}
