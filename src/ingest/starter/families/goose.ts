/** Migrations of goose that are written in Go: a program of a few lines applies them, as only Go can run them. */
import {
  byFolder,
  type Candidate,
  folderOf,
  inFolder,
  nearestFile,
  type Repository,
  shellWord,
} from "../repository.ts";
import { relativePath } from "../runtimes.ts";

const MIGRATION = /^((?:.*\/)?)\d+_[^/]+(?<!_test)\.go$/;
const REGISTERS = /\bgoose\.Add(?:Named)?Migration/;

/** Drivers of database/sql by the module that brings them. */
const DRIVERS: readonly Readonly<{ module: string; imported: string; name: string }>[] = [
  { module: "github.com/jackc/pgx/v5", imported: "github.com/jackc/pgx/v5/stdlib", name: "pgx" },
  { module: "github.com/jackc/pgx/v4", imported: "github.com/jackc/pgx/v4/stdlib", name: "pgx" },
  { module: "github.com/lib/pq", imported: "github.com/lib/pq", name: "postgres" },
];

export function goosePrograms(repository: Repository): readonly Candidate[] {
  const { files, read } = repository;
  return [...byFolder(files, MIGRATION)].flatMap(([place, programs]): readonly Candidate[] => {
    if (!programs.some((file) => REGISTERS.test(read(file) ?? ""))) return [];
    const sql = files.filter((file) => folderOf(file) === place && file.endsWith(".sql"));
    const common = {
      tool: "goose, with migrations in Go",
      place,
      count: programs.length + sql.length,
      sql: [],
    };
    const runner = runnerOf(repository, place, programs[0]!);
    if (typeof runner === "string") return [{ ...common, steps: null, unsure: [runner] }];
    const { file, text, command } = runner;
    return [{ ...common, steps: [{ command, env: {} }], writes: { [file]: text }, unsure: [] }];
  });
}

type Runner = Readonly<{ file: string; text: string; command: string }>;

/** The program that is written, or what it would need. */
function runnerOf(repository: Repository, place: string, program: string): Runner | string {
  const { read } = repository;
  const modules = nearestFile(repository, place, ["go.mod"]);
  const text = modules === null ? "" : (read(modules) ?? "");
  const [, module] = /^module\s+(\S+)/m.exec(text) ?? [];
  const [, goose] = /(github\.com\/pressly\/goose(?:\/v\d+)?)\s/.exec(text) ?? [];
  const driver = DRIVERS.find((each) => text.includes(`${each.module} `));
  const ownCommand = `${place} has migrations in Go: write { command: ... } of the application's own migrate command`;
  if (module === undefined || goose === undefined || driver === undefined) return ownCommand;
  if (/^package\s+main\b/m.test(read(program) ?? "")) return ownCommand;
  const root = folderOf(modules!);
  const within = relativePath(root, place);
  const folder = inFolder(importableFrom(within), "bench/goose");
  return {
    file: inFolder(root, `${folder}/main.go`),
    text: programText({ goose, driver, migrations: within === "." ? module : `${module}/${within}`, within }),
    command: `${root === "." ? "" : `cd ${shellWord(root)} && `}go run ${shellWord(`./${folder}`)}`,
  };
}

/** The folder from which a package may be imported: what lies in a folder "internal" is seen from the folder around it. */
function importableFrom(place: string): string {
  const parts = place.split("/");
  const last = parts.lastIndexOf("internal");
  return last <= 0 ? "." : parts.slice(0, last).join("/");
}

function programText({
  goose,
  driver,
  migrations,
  within,
}: Readonly<{
  goose: string;
  driver: (typeof DRIVERS)[number];
  migrations: string;
  within: string;
}>): string {
  return `// Applies the migrations of goose in DATABASE_URL, with those that are written in Go.
package main

import (
	"database/sql"
	"log"
	"os"

	_ "${driver.imported}"
	"${goose}"

	_ "${migrations}"
)

func main() {
	db, err := sql.Open("${driver.name}", os.Getenv("DATABASE_URL"))
	if err != nil {
		log.Fatal(err)
	}
	if err := goose.SetDialect("postgres"); err != nil {
		log.Fatal(err)
	}
	if err := goose.Up(db, ${JSON.stringify(within)}); err != nil {
		log.Fatal(err)
	}
}
`;
}
