-- Partitions are given up, and their rows put into the default one, in which every query looks.
-- effect: 0.11
-- base
CREATE TABLE measure (day integer NOT NULL, v integer) PARTITION BY LIST (day);
DO $$ BEGIN FOR d IN 0..19 LOOP EXECUTE format('CREATE TABLE measure_%s PARTITION OF measure FOR VALUES IN (%s)', d, d); END LOOP; END $$;
CREATE TABLE measure_rest PARTITION OF measure DEFAULT;
INSERT INTO measure SELECT i % 20, i FROM generate_series(1, 60000) i;
-- migration
DO $$ BEGIN FOR d IN 0..19 LOOP EXECUTE format('ALTER TABLE measure DETACH PARTITION measure_%s', d); EXECUTE format('INSERT INTO measure SELECT * FROM measure_%s', d); END LOOP; END $$; -- planted
-- script
\set day random(0, 19)
SELECT sum(v) FROM measure WHERE day = :day;
