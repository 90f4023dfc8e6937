-- An index made ON ONLY the parent is invalid, and no partition has it.
-- effect: 0.053
-- base
CREATE TABLE beat (id integer NOT NULL, host integer) PARTITION BY HASH (id);
DO $$ BEGIN FOR i IN 0..3 LOOP EXECUTE format('CREATE TABLE beat_%s PARTITION OF beat FOR VALUES WITH (MODULUS 4, REMAINDER %s)', i, i); END LOOP; END $$;
INSERT INTO beat SELECT i, i % 5000 FROM generate_series(1, 60000) i;
CREATE INDEX beat_host ON beat (host);
-- migration
DROP INDEX beat_host; -- planted
CREATE INDEX beat_host ON ONLY beat (host); -- planted
-- script
\set host random(0, 4999)
SELECT count(*) FROM beat WHERE host = :host;
