import { expect, it } from "vitest";
import { chooseSchema } from "../../../../../src/ingest/starter/choice.ts";
import { repositoryOf } from "../support.ts";

const MODULES =
  "module example.com/shop\nrequire (\n\tgithub.com/jackc/pgx/v5 v5.5.0\n\tgithub.com/pressly/goose/v3 v3.20.0\n)\n";
const PROGRAM = "package migrations\nfunc init() { goose.AddMigrationContext(up, down) }\n";

it("knows migrations that are registered by a name", () => {
  const named = PROGRAM.replace("AddMigrationContext(", 'AddNamedMigrationContext("1_a.go", ');
  const { chosen } = chooseSchema(repositoryOf({ "go.mod": MODULES, "m/1_a.go": named }));
  expect(chosen?.tool).toBe("goose, with migrations in Go");
});

it("writes a program that applies migrations in Go, where the package can be imported", () => {
  const { chosen } = chooseSchema(
    repositoryOf({
      "api/go.mod": MODULES,
      "api/store/internal/migrations/00001_a.sql": "-- +goose Up\nCREATE TABLE a (id int);\n",
      "api/store/internal/migrations/00002_b.go": PROGRAM,
      "api/store/internal/migrations/00002_b_test.go": "package migrations",
    }),
  );
  expect(chosen).toMatchObject({
    tool: "goose, with migrations in Go",
    count: 2,
    steps: [{ command: "cd api && go run ./store/bench/goose", env: {} }],
    unsure: [],
  });
  const text = chosen!.writes!["api/store/bench/goose/main.go"]!;
  expect(text).toContain(
    '\t_ "github.com/jackc/pgx/v5/stdlib"\n\t"github.com/pressly/goose/v3"\n\n\t_ "example.com/shop/store/internal/migrations"\n',
  );
  expect(text).toContain('sql.Open("pgx", ');
  expect(text).toContain('goose.Up(db, "store/internal/migrations")');
});

it.each([
  [
    "a driver of PostgreSQL",
    { "go.mod": MODULES.replace("jackc/pgx/v5", "mattn/go-sqlite3"), "m/1_a.go": PROGRAM },
  ],
  ["a package of their own", { "go.mod": MODULES, "m/1_a.go": PROGRAM.replace("migrations", "main") }],
])("says what it needs where migrations lack %s", (_, files) => {
  expect(chooseSchema(repositoryOf(files)).chosen).toMatchObject({
    steps: null,
    unsure: [expect.stringContaining("the application's own migrate command")],
  });
});
