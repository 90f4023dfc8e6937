-- A policy asks a slow function for each row.
-- effect: 0.12
-- migration
CREATE FUNCTION is_mine(id integer) RETURNS boolean LANGUAGE plpgsql STABLE AS $$ BEGIN FOR i IN 1..50 LOOP PERFORM i; END LOOP; RETURN true; END $$;
CREATE POLICY mine ON customer USING (is_mine(id)); -- planted
ALTER TABLE customer ENABLE ROW LEVEL SECURITY; -- planted
-- script
\set id random(1, 39900)
SET ROLE pg_read_all_data;
SELECT count(name) FROM customer WHERE id BETWEEN :id AND :id + 20;
RESET ROLE;
