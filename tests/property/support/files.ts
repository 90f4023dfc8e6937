/** Readers of files that lie in a repository or in a home folder. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { newStatements } from "../../../src/analysis/cause/edits.ts";
import { changeUnits } from "../../../src/analysis/cause/units.ts";
import { parseConfig } from "../../../src/config/parse.ts";
import { namedQueries } from "../../../src/ingest/queries/named.ts";
import { starterOf } from "../../../src/ingest/starter/starter.ts";
import { splitStatements } from "../../../src/io/database/sql/statements.ts";
import { libpqWords, passwordOf } from "../../../src/io/host/libpq-words.ts";
import type { Reader } from "./readers.ts";

/** Files of a repository, each below a line with its path. What `init` writes must be read again. */
function startedFrom(text: string): unknown {
  const files = new Map(
    text.split(/^=== /m).map((part): readonly [string, string] => {
      const [file = "", ...lines] = part.split("\n");
      return [file, lines.join("\n")];
    }),
  );
  // As git has them: relative, and as long as a file system allows.
  const names = [...files.keys()].filter((file) => /^[^/\n][^\n]{0,1023}$/.test(file)).sort();
  const starter = starterOf({ name: "orders", files: names, read: (file) => files.get(file) ?? null });
  try {
    parseConfig(starter.files["plumbline.yml"]!, "plumbline.yml");
  } catch (cause) {
    // The cause goes first: faults are told apart by how their messages begin.
    throw new Error(`${(cause as Error).message}, in what init writes`, { cause });
  }
  return starter;
}

/** Base's set-up, and head's below a line of its own. */
function edited(text: string): unknown {
  const [base = [], head = []] = text
    .split("\n===\n")
    .map((sql) => splitStatements(sql).map((statement) => ({ ...statement, file: "schema.sql" })));
  return changeUnits(newStatements(base, head));
}

/** libpq's files of services and of passwords. */
function libpqFile(text: string): unknown {
  const folder = mkdtempSync(path.join(tmpdir(), "reader-"));
  const file = path.join(folder, "file");
  try {
    writeFileSync(file, text);
    chmodSync(file, 0o600);
    const place = { host: "db", port: 5432 };
    const password = passwordOf(new Map(Object.entries({ passfile: file, dbname: "d", user: "u" })), place);
    return [password, libpqWords("postgres:///?service=one", { PGSERVICEFILE: file })];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const WORKFLOW = `=== .github/workflows/ci.yml
jobs:
  test:
    runs-on: ubuntu-latest
    env: { DATABASE_URL: "postgres://app:x@localhost:5432/orders", MODE: test }
    services:
      db: { image: "postgres:16", env: { POSTGRES_PASSWORD: x, POSTGRES_DB: orders } }
    steps:
      - uses: actions/setup-node@v4
        with: { node-version: 20 }
      - run: npm test`;

export const FILE_READERS: readonly (readonly [string, Reader])[] = [
  [
    "repository",
    {
      read: startedFrom,
      seeds: () => [
        `=== migrations/1_a.up.sql\nCREATE TABLE item (id int PRIMARY KEY);\n=== migrations/1_a.down.sql\nDROP TABLE item;\n${WORKFLOW}\n`,
        `=== package.json\n{"scripts":{"migrate":"prisma migrate deploy","test":"vitest"}}\n=== prisma/schema.prisma\ndatasource db { provider = "postgresql" url = env("DATABASE_URL") }\n=== .env.example\nDATABASE_URL="postgres://a:b@c/d"\n`,
        `=== db/structure.sql\nCREATE TABLE public."Order" (id uuid);\n=== db/migrate/1_a.rb\n\n=== Gemfile\ngem "rails"\n=== bench/a.sql\n\\set id random(1, 10)\nSELECT 1;\n`,
        `=== manage.py\n\n=== shop/settings.py\nDATABASES = {"default": {"ENGINE": "django.db.backends.postgresql", "NAME": os.environ["DB_NAME"]}}\n=== shop/migrations/0001_initial.py\n\n${WORKFLOW}\n`,
      ],
    },
  ],
  [
    "queries",
    {
      read: (text) =>
        namedQueries(text, "q").map(({ sql, placeAt }) => [sql, placeAt(0), placeAt(sql.length)]),
      seeds: () => [
        "-- name: GetItem :one\nSELECT * FROM item WHERE id = $1;\n\n-- name: List :many\nSELECT :'name', @b, sqlc.arg('c'), %(d)s::int;\n",
        "SELECT 1; SELECT 'a;' -- name: no",
      ],
    },
  ],
  [
    "edits",
    {
      read: edited,
      seeds: () => [
        "CREATE TABLE t (a int);\nCREATE INDEX i ON t (a, b);\nCREATE VIEW v AS SELECT 1;\n===\nCREATE TABLE t (a int, b text DEFAULT 'x');\nCREATE INDEX i ON t (b);\nALTER TABLE t ADD CONSTRAINT c CHECK (a > 0), DROP COLUMN d;\n",
        "BEGIN;\nSET search_path = a;\nCOPY t FROM stdin;\n1\n\\.\n===\nDROP TABLE IF EXISTS t;\nALTER TABLE u RENAME TO t;\nCREATE TABLE p PARTITION OF t FOR VALUES IN (1);\n",
      ],
    },
  ],
  [
    "libpq-file",
    {
      read: libpqFile,
      seeds: () => [
        "# mine\n[other]\nhost=a\n[one]\nhost=db\nport=5433\nuser = x\n",
        "db:5432:d:u:se\\:cret\n*:*:*:*:x\n[one]\n",
      ],
    },
  ],
];
