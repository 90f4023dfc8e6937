-- Dozens of empty partitions are looked at by each plan.
-- effect: 0.11
-- base
CREATE TABLE trace (id integer NOT NULL, host integer) PARTITION BY RANGE (id);
CREATE TABLE trace_0 PARTITION OF trace FOR VALUES FROM (0) TO (100000);
INSERT INTO trace SELECT i, i % 50 FROM generate_series(1, 5000) i;
CREATE INDEX trace_host ON trace (host);
-- migration
DO $$ BEGIN FOR i IN 1..60 LOOP EXECUTE format('CREATE TABLE trace_%s PARTITION OF trace FOR VALUES FROM (%s) TO (%s)', i, i * 100000, (i + 1) * 100000); END LOOP; END $$; -- planted
-- script
\set host random(0, 49)
SELECT count(*) FROM trace WHERE host = :host;
