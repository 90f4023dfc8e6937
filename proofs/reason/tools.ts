// One and the same migration as SQL files, through Prisma's and through Alembic's commands: the files of base and head, and where each
// statement of head's stands in them.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { runProgram } from "../../src/io/host/program.ts";
import type { Case, Piece, Role } from "./cases.ts";

export const TOOLS = ["sql", "prisma", "alembic"] as const;
export type Tool = (typeof TOOLS)[number];

export type Place = Readonly<{ file: string; from: number; to: number; role: Role; text: string }>;

export type Change = Readonly<{
  /** `database.setup` of plumbline.yml. */
  setup: string;
  /** Texts by path. */
  base: Readonly<Record<string, string>>;
  head: Readonly<Record<string, string>>;
  /** Head's statements. */
  places: readonly Place[];
}>;

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The workload. */
const SCRIPT = "script.sql";

/**
 * The files of a tool, and the workload's.
 * @param python folder of the environment that Alembic is in (alembicIn)
 */
export function changeOf(each: Case, tool: Tool, python: string): Change {
  const { setup, base, head, places } = toolFiles(each, tool, python);
  const { script } = each;
  const line = script.planted;
  const text = script.head.split("\n")[(line ?? 0) - 1] ?? "";
  return {
    setup,
    base: { ...base, [SCRIPT]: script.base },
    head: { ...head, [SCRIPT]: script.head },
    places:
      line === null ? places : [...places, { file: SCRIPT, from: line, to: line, role: "planted", text }],
  };
}

function toolFiles({ base, migration }: Case, tool: Tool, python: string): Change {
  const before = base.map((text): Piece => ({ text, role: "needed" }));
  switch (tool) {
    case "sql": {
      const file = "db/002_change.sql";
      const change = sqlFile(file, migration);
      return {
        setup: "[db/*.sql]",
        base: { "db/001_base.sql": sqlFile("", before).text },
        head: { [file]: change.text },
        places: change.places,
      };
    }
    case "prisma":
      return withPrisma(before, migration);
    case "alembic":
      return withAlembic(before, migration, python);
  }
}

/** Prisma sends each file as one query. Its engine is this repository's, which needs no download. */
function withPrisma(before: readonly Piece[], migration: readonly Piece[]): Change {
  const file = "prisma/migrations/20260102000000_change/migration.sql";
  const change = sqlFile(file, migration);
  const prisma = path.join(root, "node_modules/.bin/prisma");
  const engine = path.join(root, "scripts/prisma/engine-shim.mjs");
  return {
    setup: `[{ command: "${prisma} migrate deploy", env: { PRISMA_SCHEMA_ENGINE_BINARY: ${engine} } }]`,
    base: {
      "prisma.config.mjs": `export default {
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  datasource: { url: process.env.DATABASE_URL },
};
`,
      "prisma/schema.prisma": `datasource db {\n  provider = "postgresql"\n}\n`,
      "prisma/migrations/migration_lock.toml": `provider = "postgresql"\n`,
      "prisma/migrations/20260101000000_base/migration.sql": sqlFile("", before).text,
    },
    head: { [file]: change.text },
    places: change.places,
  };
}

/** Alembic sends statement by statement, all in one transaction. */
function withAlembic(before: readonly Piece[], migration: readonly Piece[], python: string): Change {
  const file = "alembic/versions/002_change.py";
  const change = pythonFile(file, { revision: "002", after: "001" }, migration);
  return {
    setup: `[{ command: "${path.join(python, "bin/alembic")} upgrade head" }]`,
    base: {
      "alembic.ini": "[alembic]\nscript_location = alembic\n",
      "alembic/env.py": `import os

from alembic import context
from sqlalchemy import create_engine

url = os.environ["DATABASE_URL"].replace("postgresql://", "postgresql+psycopg://")
with create_engine(url).connect() as connection:
    context.configure(connection=connection)
    with context.begin_transaction():
        context.run_migrations()
`,
      "alembic/versions/001_base.py": pythonFile("", { revision: "001", after: null }, before).text,
    },
    head: { [file]: change.text },
    places: change.places,
  };
}

/**
 * Installs Alembic with pip.
 * @returns folder of its environment; the words of what failed, if it cannot be had here
 */
export async function alembicIn(
  folder: string,
  signal: AbortSignal,
): Promise<Readonly<{ python: string } | { failure: string }>> {
  const python = path.join(folder, "python");
  const commands = [
    ["python3", "-m", "venv", python],
    [path.join(python, "bin/pip"), "install", "--quiet", "alembic", "psycopg[binary]"],
  ] as const;
  for (const [program, ...words] of commands) {
    const { failure, stderr } = await runProgram(program, words, { signal, isGroup: true });
    if (failure !== null) return { failure: stderr.trim().split("\n").at(-1) || failure };
  }
  return { python };
}

function sqlFile(file: string, pieces: readonly Piece[]) {
  return written(file, "", pieces, (text) => `${text};\n`);
}

function pythonFile(
  file: string,
  { revision, after }: { revision: string; after: string | null },
  pieces: readonly Piece[],
) {
  const head = `from alembic import op

revision = "${revision}"
down_revision = ${after === null ? "None" : `"${after}"`}


def upgrade():
`;
  return written(file, head, pieces, (text) => `    op.execute(r"""${text}""")\n`);
}

/** A file of statements, and the lines of each. */
function written(file: string, head: string, pieces: readonly Piece[], wrapped: (text: string) => string) {
  const places: Place[] = [];
  let text = head;
  for (const piece of pieces) {
    const from = text.split("\n").length;
    places.push({ file, from, to: from + piece.text.split("\n").length - 1, ...piece });
    text += wrapped(piece.text);
  }
  return { text, places };
}
