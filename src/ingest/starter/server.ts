/** The PostgreSQL that a repository's tests and compose files name: version, image, locale. */
import { icuLocaleName } from "../../text/locale-names.ts";
import { type ImageVariables, imageLocale, listsLocale, type StarterLocale } from "./image-locale.ts";
import { type Candidate, folderOf, foldersUpFrom, isAside, type Repository } from "./repository.ts";
import { isPostgresImage, type TestJob, versionOfImage } from "./test-job.ts";

export type StarterServer = Readonly<{
  /** Lines of `database.deploy`. */
  deploy: readonly string[];
  said: string | null;
  unsure: readonly string[];
  /** Locale of libc that the workflow has to make; null: none. */
  generates: string | null;
}>;

/** Extensions that no PostgreSQL brings along, and an image that does. */
const EXTENSIONS: readonly (readonly [extension: RegExp, image: string, of: RegExp])[] = [
  [/vector/, "pgvector/pgvector:pg17", /pgvector/],
  [/postgis\w*/, "postgis/postgis:17-3.5", /postgis/],
  [/timescaledb/, "timescale/timescaledb:latest-pg17", /timescaledb/],
];

/** The server by the images of the tests and of compose files: an extension that PostgreSQL does not bring along needs its image. */
export function findServer(
  { files, read, locales }: Repository,
  chosen: Candidate | null,
  job: TestJob | null,
): StarterServer {
  const around = foldersUpFrom(chosen?.place ?? ".");
  const distance = (file: string) => {
    const at = around.indexOf(folderOf(file));
    return at < 0 ? around.length : at;
  };
  const composed = files
    .filter((file) => COMPOSE.test(file) && !isAside(file))
    .toSorted((a, b) => distance(a) - distance(b))
    .flatMap((file) => {
      const text = read(file) ?? "";
      return imagesIn(text).map((image) => ({ file, image, variables: variablesIn(text) }));
    });
  const images = [
    ...(job?.image == null ? [] : [{ file: job.file, image: job.image, variables: job.imageVariables }]),
    ...composed,
  ];
  const sql = (chosen?.sql ?? []).map((file) => read(file) ?? "").join("\n");
  for (const [extension, usual, of] of EXTENSIONS) {
    const isMade = new RegExp(
      String.raw`^[ \t]*CREATE\s+EXTENSION\s+(?:IF\s+NOT\s+EXISTS\s+)?"?${extension.source}\b`,
      "im",
    ).test(sql);
    const named = images.find(({ image }) => of.test(image));
    if (!isMade && (named === undefined || sql !== "")) continue;
    const image = named?.image ?? usual;
    return {
      deploy: container(image),
      said: `the image ${image}${named === undefined ? "" : ` in ${named.file}`}, for an extension that PostgreSQL does not bring along`,
      unsure: [],
      generates: null,
    };
  }
  const known = images.find(({ image }) => versionOfImage(image) !== null) ?? images[0];
  if (known === undefined) return { deploy: [localLine({})], said: null, unsure: [], generates: null };
  const version = versionOfImage(known.image);
  const locale = localeHere(imageLocale(known.variables), version, locales);
  const fields = { ...(version === null ? {} : { version: String(version) }), ...locale.fields };
  return {
    deploy: [localLine(fields)],
    said: `PostgreSQL ${version === null ? "" : `${version} `}in ${known.file}${locale.said}`,
    unsure: locale.unsure,
    generates: locale.generates,
  };
}

function localLine(fields: Readonly<Record<string, string>>): string {
  const said = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  const text = said.length === 0 ? "{}" : `{ ${said.join(", ")} }`;
  return `    local: ${text}                        # a fresh PostgreSQL for every session`;
}

/** First version whose databases ICU can order. */
const ICU_SINCE = 15;

/** The image's locale as this machine can have it: where libc lacks it, ICU orders text as it does. */
function localeHere(
  { provider, name, encoding }: StarterLocale,
  version: number | null,
  locales: readonly string[] | undefined,
): Readonly<
  { fields: Readonly<Record<string, string>>; said: string } & Pick<StarterServer, "unsure" | "generates">
> {
  const coded = encoding === null || /^utf-?8$/i.test(encoding) ? "" : `, encoding: ${encoding}`;
  if (provider !== "libc")
    return {
      fields: { locale: `{ provider: ${provider}, name: ${name}${coded} }` },
      said: `, which orders text by ${provider} as ${name}`,
      unsure: [],
      generates: null,
    };
  const own = { locale: coded === "" ? name : `{ name: ${name}${coded} }` };
  const said = `, which orders text as ${name}`;
  const isC = listsLocale([], name);
  if (locales === undefined || listsLocale(locales, name))
    return { fields: own, said, unsure: [], generates: isC ? null : name };
  const lacking = `this machine lacks the locale ${name} of the image (sudo locale-gen ${name} makes it)`;
  if (version !== null && version < ICU_SINCE)
    return {
      fields: {},
      said,
      unsure: [`${lacking}: text is ordered as C until you set database.deploy.local.locale`],
      generates: null,
    };
  const icu = icuLocaleName(name);
  return {
    fields: { locale: `{ provider: icu, name: ${icu} }` },
    said,
    unsure: [`${lacking}: ICU orders text as ${icu} instead, which is nearly the same`],
    generates: null,
  };
}

/** What a compose file says of a server's locale, in either of YAML's two forms for an environment. */
function variablesIn(text: string): ImageVariables {
  const saidOf = (name: string) =>
    new RegExp(String.raw`\b${name}["']?\s*[:=]\s*["']?([^"'\n]+)`).exec(text)?.[1]?.trim();
  const [args, lang] = [saidOf("POSTGRES_INITDB_ARGS"), saidOf("LANG")];
  return {
    ...(args === undefined ? {} : { POSTGRES_INITDB_ARGS: args }),
    ...(lang === undefined ? {} : { LANG: lang }),
  };
}

function container(image: string): readonly string[] {
  return [
    "    docker:",
    `      image: ${image}`,
    "      env: { POSTGRES_PASSWORD: plumbline, PGDATA: /data/pg }",
    "      args: [-c, fsync=off, -c, autovacuum=off]",
    "      data: /data",
    "      url: postgres://postgres:plumbline@$PLUMBLINE_HOST:$PLUMBLINE_PORT/postgres",
  ];
}

const COMPOSE = /(?:^|\/)(?:docker-)?compose[^/]*\.ya?ml$/;

/** Images of PostgreSQL in a compose file; a variable stands for its default. */
function imagesIn(text: string): readonly string[] {
  return [...text.matchAll(/^[ \t]*image:\s*["']?(\S+?)["']?\s*$/gm)]
    .map(([, image]) => image!.replace(/\$\{\w+:?-([^}]*)\}/g, "$1"))
    .filter(isPostgresImage);
}
