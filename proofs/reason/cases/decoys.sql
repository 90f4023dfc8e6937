-- What each migration changes, too, and no workload touches.
CREATE OR REPLACE FUNCTION elsewhere(t text) RETURNS text LANGUAGE sql AS $$ SELECT t || 'x' $$;
CREATE INDEX other_v ON other (v);
ALTER TABLE other ADD COLUMN w text;
