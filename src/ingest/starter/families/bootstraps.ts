/** What a platform's own server makes before the first migration, as far as migrations commonly name it. */

/** SQL file that init writes, and what it may lack. */
export type Bootstrap = Readonly<{ file: string; text: string; unsure: readonly string[]; role?: string }>;

/** Tables in which tools keep what they have applied: some migrations change them, and so they must be there. */
const TOOL_TABLES: readonly Readonly<{ name: string; columns: string; needs?: RegExp }>[] = [
  {
    name: "_sqlx_migrations",
    columns:
      "version bigint PRIMARY KEY, description text NOT NULL, installed_on timestamptz NOT NULL DEFAULT now(), success boolean NOT NULL, checksum bytea NOT NULL, execution_time bigint NOT NULL",
  },
  {
    name: "_prisma_migrations",
    columns:
      "id varchar(36) PRIMARY KEY, checksum varchar(64) NOT NULL, finished_at timestamptz, migration_name varchar(255) NOT NULL, logs text, rolled_back_at timestamptz, started_at timestamptz NOT NULL DEFAULT now(), applied_steps_count integer NOT NULL DEFAULT 0",
  },
  {
    name: "__diesel_schema_migrations",
    columns: "version varchar(50) PRIMARY KEY, run_on timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP",
  },
  {
    name: "flyway_schema_history",
    columns:
      "installed_rank integer PRIMARY KEY, version varchar(50), description varchar(200) NOT NULL, type varchar(20) NOT NULL, script varchar(1000) NOT NULL, checksum integer, installed_by varchar(100) NOT NULL, installed_on timestamp NOT NULL DEFAULT now(), execution_time integer NOT NULL, success boolean NOT NULL",
  },
  { name: "schema_migrations", columns: "version bigint PRIMARY KEY, dirty boolean NOT NULL" },
  { name: "migrations", columns: "version text NOT NULL", needs: /maragudk\/migrate/ },
];

/** The tables of the tool that its migrations name and do not make; null where they name none. @param modules text of go.mod */
export function toolTables(texts: readonly string[], modules: string): Bootstrap | null {
  const isNamed = (before: string, name: string) => {
    const pattern = new RegExp(String.raw`\b${before}\s+(?:"?public"?\.)?"?${name}\b`, "i");
    return texts.some((text) => pattern.test(text));
  };
  const lacking = TOOL_TABLES.filter(
    ({ name, needs }) =>
      (needs === undefined || needs.test(modules)) &&
      isNamed("(?:FROM|INTO|UPDATE|ALTER TABLE|DROP TABLE|LOCK TABLE)", name) &&
      !isNamed("CREATE TABLE(?: IF NOT EXISTS)?", name),
  );
  if (lacking.length === 0) return null;
  const made = lacking.map(({ name, columns }) => `CREATE TABLE ${name} (${columns});\n`);
  return {
    file: "bench/migrations-table.sql",
    text: `-- The migration tool makes this before the first migration, and a migration changes it.\n${made.join("")}`,
    unsure: [],
  };
}

export const HASURA: Bootstrap = {
  file: "bench/hasura.sql",
  text: `-- What Hasura's server makes before the first migration, as far as migrations commonly name it.
CREATE EXTENSION IF NOT EXISTS pgcrypto SCHEMA public;
CREATE SCHEMA hdb_catalog;
CREATE FUNCTION hdb_catalog.gen_hasura_uuid() RETURNS uuid LANGUAGE sql AS $$ SELECT gen_random_uuid() $$;
CREATE TABLE hdb_catalog.event_log (
  id text PRIMARY KEY,
  schema_name text NOT NULL,
  table_name text NOT NULL,
  trigger_name text NOT NULL,
  payload jsonb NOT NULL,
  delivered boolean NOT NULL DEFAULT false,
  error boolean NOT NULL DEFAULT false,
  tries integer NOT NULL DEFAULT 0,
  created_at timestamp DEFAULT now(),
  locked timestamptz,
  next_retry_at timestamp,
  archived boolean NOT NULL DEFAULT false
);
CREATE TABLE hdb_catalog.hdb_cron_events (
  id text PRIMARY KEY,
  trigger_name text NOT NULL,
  scheduled_time timestamptz NOT NULL,
  status text NOT NULL DEFAULT 'scheduled',
  tries integer NOT NULL DEFAULT 0,
  created_at timestamptz DEFAULT now(),
  next_retry_at timestamptz
);
CREATE TABLE hdb_catalog.hdb_scheduled_events (
  id text PRIMARY KEY,
  webhook_conf json NOT NULL,
  scheduled_time timestamptz NOT NULL,
  retry_conf json,
  payload json,
  header_conf json,
  status text NOT NULL DEFAULT 'scheduled',
  tries integer NOT NULL DEFAULT 0,
  created_at timestamptz DEFAULT now(),
  next_retry_at timestamptz,
  comment text
);
`,
  unsure: [],
};

/** https://supabase.com/docs/guides/database/postgres/roles, .../guides/auth, .../guides/storage */
const SUPABASE_SQL = `-- What Supabase's server makes before the first migration, as far as migrations commonly name it. Add what yours need.
DO $$
DECLARE
  wanted text;
BEGIN
  FOREACH wanted IN ARRAY ARRAY['anon', 'authenticated', 'service_role', 'supabase_admin', 'supabase_auth_admin', 'supabase_storage_admin', 'authenticator', 'dashboard_user'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted) THEN
      EXECUTE format('CREATE ROLE %I', wanted);
    END IF;
  END LOOP;
  ALTER ROLE service_role BYPASSRLS;
  EXECUTE format('ALTER DATABASE %I SET search_path = public, extensions', current_database());
END
$$;
CREATE SCHEMA extensions;
CREATE EXTENSION "uuid-ossp" SCHEMA extensions;
CREATE EXTENSION pgcrypto SCHEMA extensions;
CREATE SCHEMA auth;
CREATE TABLE auth.users (
  instance_id uuid,
  id uuid PRIMARY KEY,
  aud text,
  role text,
  email text UNIQUE,
  encrypted_password text,
  email_confirmed_at timestamptz,
  invited_at timestamptz,
  confirmation_token text,
  confirmation_sent_at timestamptz,
  recovery_token text,
  recovery_sent_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb,
  raw_user_meta_data jsonb,
  is_super_admin boolean,
  created_at timestamptz,
  updated_at timestamptz,
  phone text UNIQUE,
  phone_confirmed_at timestamptz,
  is_anonymous boolean NOT NULL DEFAULT false
);
CREATE FUNCTION auth.jwt() RETURNS jsonb STABLE LANGUAGE sql
  AS $$ SELECT coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb $$;
CREATE FUNCTION auth.uid() RETURNS uuid STABLE LANGUAGE sql AS $$ SELECT (auth.jwt() ->> 'sub')::uuid $$;
CREATE FUNCTION auth.role() RETURNS text STABLE LANGUAGE sql AS $$ SELECT auth.jwt() ->> 'role' $$;
CREATE FUNCTION auth.email() RETURNS text STABLE LANGUAGE sql AS $$ SELECT auth.jwt() ->> 'email' $$;
CREATE SCHEMA storage;
CREATE TABLE storage.buckets (
  id text PRIMARY KEY,
  name text NOT NULL UNIQUE,
  owner uuid,
  owner_id text,
  public boolean DEFAULT false,
  avif_autodetection boolean DEFAULT false,
  file_size_limit bigint,
  allowed_mime_types text[],
  created_at timestamptz DEFAULT now(),
  updated_at timestamptz DEFAULT now()
);
CREATE TABLE storage.objects (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  bucket_id text REFERENCES storage.buckets,
  name text,
  owner uuid,
  owner_id text,
  metadata jsonb,
  path_tokens text[] GENERATED ALWAYS AS (string_to_array(name, '/')) STORED,
  version text,
  created_at timestamptz DEFAULT now(),
  updated_at timestamptz DEFAULT now(),
  last_accessed_at timestamptz DEFAULT now()
);
ALTER TABLE storage.buckets ENABLE ROW LEVEL SECURITY;
ALTER TABLE storage.objects ENABLE ROW LEVEL SECURITY;
CREATE FUNCTION storage.foldername(name text) RETURNS text[] IMMUTABLE LANGUAGE sql
  AS $$ SELECT (string_to_array(name, '/'))[:array_length(string_to_array(name, '/'), 1) - 1] $$;
CREATE FUNCTION storage.filename(name text) RETURNS text IMMUTABLE LANGUAGE sql
  AS $$ SELECT (string_to_array(name, '/'))[array_length(string_to_array(name, '/'), 1)] $$;
CREATE FUNCTION storage.extension(name text) RETURNS text IMMUTABLE LANGUAGE sql
  AS $$ SELECT reverse(split_part(reverse(name), '.', 1)) $$;
CREATE PUBLICATION supabase_realtime;
GRANT USAGE ON SCHEMA public, auth, storage, extensions TO anon, authenticated, service_role;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT ALL ON TABLES TO anon, authenticated, service_role;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT ALL ON SEQUENCES TO anon, authenticated, service_role;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT ALL ON FUNCTIONS TO anon, authenticated, service_role;
`;

export const SUPABASE: Bootstrap = {
  file: "bench/supabase.sql",
  text: SUPABASE_SQL,
  role: "authenticated",
  unsure: [
    "policies that ask auth.uid() see nobody until a script says who it is: SELECT set_config('request.jwt.claims', '{\"sub\": \"...\"}', false)",
  ],
};
