/** What SQL takes for granted of its server: extensions that come with PostgreSQL, schemas and roles. */
import type { Candidate, Repository } from "./repository.ts";

/** Extensions of PostgreSQL's own, each with words that only it gives. */
const EXTENSIONS: readonly (readonly [name: string, uses: RegExp])[] = [
  ["uuid-ossp", /\buuid_generate_v[1345]\w*\s*\(/i],
  ["pgcrypto", /\b(?:gen_random_bytes|crypt|gen_salt|digest|hmac|pgp_sym_\w+)\s*\(/i],
  ["citext", /\bcitext\b/i],
  ["pg_trgm", /\b(?:gin|gist)_trgm_ops\b|\b(?:word_)?similarity\s*\(/i],
  ["hstore", /\bhstore\b/i],
  ["ltree", /\bl(?:tree|query)\b/i],
  ["unaccent", /\bunaccent\s*\(/i],
  ["btree_gist", /\bEXCLUDE\s+USING\s+gist\s*\([^;]*?\bWITH\s*=/i],
];

const ROLE = String.raw`(?:"[\w$-]+"|[A-Za-z_][\w$]*)`;
const ROLES = String.raw`(${ROLE}(?:\s*,\s*${ROLE})*)`;
const NAMES_ROLE = new RegExp(
  String.raw`\bGRANT\b[^;']*?\bTO\s+(?:GROUP\s+)?${ROLES}|\bREVOKE\b[^;']*?\bFROM\s+${ROLES}|\bOWNER\s+TO\s+${ROLES}|\bFOR\s+ROLE\s+${ROLES}|\bCREATE\s+POLICY\b[^;]*?\sTO\s+${ROLES}(?=\s+(?:USING|WITH)\b)`,
  "gi",
);
const MAKES_ROLE = new RegExp(
  String.raw`\bCREATE\s+(?:ROLE|USER|GROUP)\s+(?:IF\s+NOT\s+EXISTS\s+)?(${ROLE})`,
  "gi",
);
const NO_ROLE = /^(?:public|current_user|current_role|session_user|postgres|group|pg_\w+)$/i;

const FILE = "bench/before-migrations.sql";

/** The candidate, with a file before its own where its SQL needs what it does not make. */
export function withPrerequisites({ read }: Repository, candidate: Candidate): Candidate {
  const { steps, sql, writes = {}, unsure } = candidate;
  if (steps === null || sql.length === 0) return candidate;
  const whole = [...sql.map((file) => read(file) ?? ""), ...Object.values(writes)]
    .join("\n")
    .replace(/--.*|\/\*[\s\S]*?\*\//g, "");
  // A remark in a string takes nothing for granted.
  const text = whole.replace(/'(?:[^'\n]|'')*'/g, "''");
  const extensions = EXTENSIONS.filter(([name, uses]) => uses.test(text) && !makesExtension(name, text)).map(
    ([name]) => name,
  );
  const platform = Object.values(writes).join("\n");
  const schemas = schemasTakenForGranted(text, whole);
  const roles = rolesTakenForGranted(text).filter((name) => !platform.includes(`'${name}'`));
  if (extensions.length + schemas.length + roles.length === 0) return candidate;
  const lines = [
    "-- What the migrations take for granted of their server.",
    ...extensions.map((name) => `CREATE EXTENSION IF NOT EXISTS "${name}";`),
    ...schemas.map((name) => `CREATE SCHEMA IF NOT EXISTS "${name}";`),
    ...roles.map(
      (name) =>
        `DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${name}') THEN CREATE ROLE "${name}"; END IF; END $$;`,
    ),
  ];
  const what = [
    ...extensions.map((name) => `the extension ${name}`),
    ...schemas.map((name) => `the schema ${name}`),
    ...roles.map((name) => `the role ${name}`),
  ];
  return {
    ...candidate,
    steps: [FILE, ...steps],
    writes: { ...writes, [FILE]: `${lines.join("\n")}\n` },
    unsure: [
      ...unsure,
      `the SQL needs ${what.join(", ")}, and does not make ${what.length === 1 ? "it" : "them"}: ${FILE} does`,
    ],
  };
}

function makesExtension(name: string, text: string): boolean {
  return new RegExp(String.raw`\bCREATE\s+EXTENSION\s+(?:IF\s+NOT\s+EXISTS\s+)?"?${name}\b`, "i").test(text);
}

/** @param whole the SQL with its strings, from which a schema may be made, too */
function schemasTakenForGranted(text: string, whole: string): readonly string[] {
  const named = [...text.matchAll(IN_SCHEMA)].map(([, quoted, plain]) => quoted ?? plain!.toLowerCase());
  return [...new Set(named)]
    .filter((name) => !NO_SCHEMA.test(name))
    .filter((name) => !new RegExp(String.raw`\bCREATE\s+SCHEMA\b[^;]*?\b${name}\b`, "i").test(whole))
    .toSorted();
}

/** A type is made before the first table that has it, and a function may be all that a schema has. */
const IN_SCHEMA =
  /\bCREATE\s+(?:OR\s+REPLACE\s+)?(?:(?:UNLOGGED|MATERIALIZED)\s+)?(?:TABLE|TYPE|DOMAIN|SEQUENCE|VIEW|FUNCTION|PROCEDURE)\s+(?:IF\s+NOT\s+EXISTS\s+)?(?:"([\w-]+)"|([a-z_]\w*))\s*\.\s*["a-z_]/gi;
/** Every database has these, or an extension makes them. */
const NO_SCHEMA =
  /^(?:public|pg_\w+|information_schema|cron|partman|topology|tiger(?:_data)?|_?timescaledb_\w+)$/;

function rolesTakenForGranted(text: string): readonly string[] {
  const plain = (name: string) => (name.startsWith('"') ? name.slice(1, -1) : name.toLowerCase());
  const made = new Set([...text.matchAll(MAKES_ROLE)].map(([, name]) => plain(name!)));
  const named = [...text.matchAll(NAMES_ROLE)].flatMap(([, ...lists]) =>
    lists.flatMap((list) => list?.split(",").map((name) => plain(name.trim())) ?? []),
  );
  return [...new Set(named)].filter((name) => !NO_ROLE.test(name) && !made.has(name)).toSorted();
}
