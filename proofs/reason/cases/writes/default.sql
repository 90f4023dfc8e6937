-- A slow default is computed for each row that does not name the column.
-- effect: 0.21
-- migration
CREATE FUNCTION code() RETURNS text LANGUAGE plpgsql AS $$ DECLARE t text := 'x'; BEGIN FOR i IN 1..100 LOOP t := md5(t); END LOOP; RETURN t; END $$;
ALTER TABLE journal ALTER body SET DEFAULT code(); -- planted
-- script
INSERT INTO journal (customer) VALUES (1);
