/** Tables that the application's models name: what a set-up lacks of them is a set-up that is not whole. */
import { firstAndMore, folderOf, inFolder, isAside, nearestFile, type Repository } from "./repository.ts";

/** What a file declares, and the file. */
type DeclaredTables = Readonly<{ file: string; tables: readonly string[] }>;

/**
 * Sentences for models near the schema whose tables the set-up did not make.
 * @param place folder or file of the schema that was taken
 * @param tables names of the tables that are there, as SQL has them, with or without their schema
 */
export function missingTables(
  repository: Repository,
  place: string,
  tables: readonly string[],
): readonly string[] {
  const there = new Set(tables.map(plainName));
  return declaredNear(repository, place).flatMap(({ file, tables: declared }) => {
    const missing = declared.filter((name) => !there.has(plainName(name)));
    if (missing.length === 0) return [];
    return [
      `${file} declares ${missing.length} of ${declared.length} tables that the set-up does not make: ${firstAndMore(missing)}. Are migrations missing, or made elsewhere?`,
    ];
  });
}

function plainName(name: string): string {
  return name.replace(/^.*\./, "").replaceAll('"', "").toLowerCase();
}

/** Models of the package in which the schema lies. */
function declaredNear(repository: Repository, place: string): readonly DeclaredTables[] {
  const folder = repository.files.includes(place) ? folderOf(place) : place;
  const manifest = nearestFile(repository, folder, ["package.json", "Cargo.toml", "diesel.toml", "Gemfile"]);
  const root = manifest === null ? folder : folderOf(manifest);
  const near = repository.files.filter(
    (file) => !isAside(file) && (root === "." || file.startsWith(`${root}/`)),
  );
  return MODELS.flatMap(({ file, tablesOf }) => {
    const named = near.filter((each) => file.test(each));
    const beside = named.filter((each) => each.startsWith(inFolder(folderOf(folder), "")));
    return (beside.length > 0 ? beside : named).flatMap((each) => {
      const tables = tablesOf(repository.read(each) ?? "");
      return tables.length === 0 ? [] : [{ file: each, tables }];
    });
  });
}

const MODELS: readonly Readonly<{ file: RegExp; tablesOf: (text: string) => readonly string[] }>[] = [
  { file: /\.prisma$/, tablesOf: ofPrisma },
  { file: /(?:^|\/)schema\.rs$/, tablesOf: ofDiesel },
  { file: /(?:^|\/)db\/schema\.rb$/, tablesOf: ofRails },
];

/** Models by their name, or by what @@map calls them; nothing for another database than PostgreSQL. */
function ofPrisma(text: string): readonly string[] {
  const [, provider] = /\bdatasource\s+\w+\s*\{[^}]*\bprovider\s*=\s*"(\w+)"/.exec(text) ?? [];
  if (provider !== undefined && !provider.startsWith("postgres")) return [];
  return [...text.matchAll(/^model\s+(\w+)\s*\{([\s\S]{0,50000}?)^[ \t]*\}/gm)].map(
    ([, name, body]) => /^[ \t]*@@map\(\s*(?:name:\s*)?"([^"]+)"/m.exec(body!)?.[1] ?? name!,
  );
}

function ofDiesel(text: string): readonly string[] {
  return [
    ...text.matchAll(
      /^[ \t]*(?:diesel::)?table!\s*\{\s*(?:(?:\/\/|use\s)[^\n]*\n\s*)*(?:#\[[^\]]*\]\s*)*(?:\w+\.)?(\w+)\s*\(/gm,
    ),
  ].map(([, name]) => name!);
}

function ofRails(text: string): readonly string[] {
  return [...text.matchAll(/^[ \t]*create_table\s+["'](\w+)["']/gm)].map(([, name]) => name!);
}
