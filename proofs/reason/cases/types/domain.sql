-- A domain's CHECK calls a slow function for each row that is put in.
-- effect: 0.069
-- base
CREATE FUNCTION is_clean(t text) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN FOR i IN 1..400 LOOP PERFORM i; END LOOP; RETURN true; END $$;
-- migration
CREATE DOMAIN clean AS text CHECK (is_clean(VALUE)); -- planted
ALTER TABLE journal ALTER body TYPE clean; -- planted
-- script
INSERT INTO journal (customer, body) VALUES (1, 'x');
