-- Two roles for a shared store, so that the job that runs a pull request's code has a URL with the lesser one (docs/self-hosted.md,
-- "Two roles for the store"). Run it once as the owner of the tables, after `plumbline store migrate`, and again after a migration:
--
--   psql "$OWNER_URL" --file docs/store-roles.sql
--
-- then give each a password: ALTER ROLE plumbline_propose PASSWORD '...'. Where the history is another branch's than main's, write that.
BEGIN;

-- Before PostgreSQL 15 everybody may create in the schema public: a function there can be a better match than the one that is meant, and
-- would run with the rights of whoever calls it. So none is looked for there, neither here nor by the roles.
SET LOCAL search_path = pg_catalog;

-- A proposal: what is not main's, and main as the other arm of a pull request's measurement.
CREATE OR REPLACE FUNCTION plumbline.is_proposal(branch text, mode text, arm text) RETURNS boolean
  LANGUAGE sql IMMUTABLE
  RETURN branch IS DISTINCT FROM 'main' OR (mode = 'side-by-side' AND arm = 'base');

-- Before this script told who writes what, a lesser role may have written all that is a proposal.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_policies WHERE schemaname = 'plumbline' AND tablename = 'run' AND policyname = 'proposals')
    AND NOT EXISTS (SELECT FROM pg_policies WHERE schemaname = 'plumbline' AND tablename = 'report') THEN
    UPDATE plumbline.run SET proposed = true WHERE plumbline.is_proposal(branch, mode, arm);
    UPDATE plumbline.report SET proposed = true
      WHERE EXISTS (SELECT FROM plumbline.run WHERE id = run_id AND run.proposed);
  END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'plumbline_propose') THEN
    CREATE ROLE plumbline_propose LOGIN;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'plumbline_history') THEN
    CREATE ROLE plumbline_history LOGIN;
  END IF;
END $$;
ALTER ROLE plumbline_propose SET search_path = pg_catalog;
ALTER ROLE plumbline_history SET search_path = pg_catalog;

GRANT USAGE ON SCHEMA plumbline TO plumbline_propose, plumbline_history;
GRANT SELECT ON ALL TABLES IN SCHEMA plumbline TO plumbline_propose, plumbline_history;
ALTER DEFAULT PRIVILEGES IN SCHEMA plumbline GRANT SELECT ON TABLES TO plumbline_propose, plumbline_history;

GRANT INSERT, UPDATE, DELETE ON plumbline.run, plumbline.estimate, plumbline.report TO plumbline_history;
GRANT INSERT, UPDATE ON plumbline.run, plumbline.report TO plumbline_propose;
GRANT INSERT, UPDATE, DELETE ON plumbline.estimate TO plumbline_propose;
REVOKE DELETE ON plumbline.run, plumbline.report FROM plumbline_propose;
-- What people accepted, and where a branch begins again, is not for the job that is judged by it.
GRANT INSERT, UPDATE, DELETE ON plumbline.acceptance TO plumbline_history;

-- Each row says who wrote it: the default is the role's, and the policies below refuse the lesser role any other word. Nothing is
-- judged by a row that is proposed.
CREATE OR REPLACE FUNCTION plumbline.only_proposes() RETURNS boolean
  LANGUAGE sql STABLE
  RETURN pg_has_role(CURRENT_USER, 'plumbline_propose', 'USAGE') AND NOT pg_has_role(CURRENT_USER, 'plumbline_history', 'USAGE');
ALTER TABLE plumbline.run ALTER COLUMN proposed SET DEFAULT plumbline.only_proposes();
ALTER TABLE plumbline.report ALTER COLUMN proposed SET DEFAULT plumbline.only_proposes();

ALTER TABLE plumbline.run ENABLE ROW LEVEL SECURITY;
ALTER TABLE plumbline.estimate ENABLE ROW LEVEL SECURITY;
ALTER TABLE plumbline.report ENABLE ROW LEVEL SECURITY;

DROP POLICY IF EXISTS anybody_reads ON plumbline.run;
DROP POLICY IF EXISTS history_writes ON plumbline.run;
DROP POLICY IF EXISTS proposals ON plumbline.run;
CREATE POLICY anybody_reads ON plumbline.run FOR SELECT USING (true);
CREATE POLICY history_writes ON plumbline.run TO plumbline_history USING (true) WITH CHECK (true);
CREATE POLICY proposals ON plumbline.run TO plumbline_propose
  USING (proposed AND plumbline.is_proposal(branch, mode, arm))
  WITH CHECK (proposed AND plumbline.is_proposal(branch, mode, arm));

DROP POLICY IF EXISTS anybody_reads ON plumbline.estimate;
DROP POLICY IF EXISTS history_writes ON plumbline.estimate;
DROP POLICY IF EXISTS proposals ON plumbline.estimate;
CREATE POLICY anybody_reads ON plumbline.estimate FOR SELECT USING (true);
CREATE POLICY history_writes ON plumbline.estimate TO plumbline_history USING (true) WITH CHECK (true);
CREATE POLICY proposals ON plumbline.estimate TO plumbline_propose
  USING (EXISTS (SELECT FROM plumbline.run WHERE id = run_id AND proposed))
  WITH CHECK (EXISTS (SELECT FROM plumbline.run WHERE id = run_id AND proposed));

-- All pull requests share the lesser role. So it adds reports about runs that are proposed, and changes none that is there: it has no
-- policy for UPDATE, whose privilege INSERT ... ON CONFLICT asks for.
DROP POLICY IF EXISTS anybody_reads ON plumbline.report;
DROP POLICY IF EXISTS history_writes ON plumbline.report;
DROP POLICY IF EXISTS proposals ON plumbline.report;
CREATE POLICY anybody_reads ON plumbline.report FOR SELECT USING (true);
CREATE POLICY history_writes ON plumbline.report TO plumbline_history USING (true) WITH CHECK (true);
CREATE POLICY proposals ON plumbline.report FOR INSERT TO plumbline_propose
  WITH CHECK (proposed AND EXISTS (SELECT FROM plumbline.run WHERE id = run_id AND run.proposed));

COMMIT;
