-- A STRICT function is not inlined if its body is not strict.
-- effect: 0.22
-- base
CREATE FUNCTION label(kind integer, note text) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT coalesce(note, 'kind ' || kind::text) $$;
-- migration
ALTER FUNCTION label(integer, text) STRICT; -- planted
-- script
\set id random(1, 110000)
SELECT max(label(kind, note)) FROM parcel WHERE id BETWEEN :id AND :id + 1000;
