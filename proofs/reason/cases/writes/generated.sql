-- A generated column is computed at each update.
-- effect: 0.37
-- migration
CREATE FUNCTION seal_of(t text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN FOR i IN 1..60 LOOP t := md5(t); END LOOP; RETURN t; END $$;
ALTER TABLE customer ADD COLUMN seal text GENERATED ALWAYS AS (seal_of(mail)) STORED; -- planted
-- script
\set id random(1, 40000)
UPDATE customer SET mail = mail WHERE id = :id;
