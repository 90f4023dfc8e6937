/** What a platform's own server makes before the first migration, as far as migrations commonly name it. */

/** SQL file that init writes, and what it may lack. */
export type Bootstrap = Readonly<{ file: string; text: string; unsure: readonly string[]; role?: string }>;

export const HASURA: Bootstrap = {
  file: "bench/hasura.sql",
  text: "-- Hasura's server makes this before the first migration.\nCREATE EXTENSION IF NOT EXISTS pgcrypto SCHEMA public;\n",
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
