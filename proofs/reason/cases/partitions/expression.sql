-- Partitions by an expression of the key: a query by the key itself finds none to leave out.
-- effect: 0.11
-- base
CREATE TABLE log (day date NOT NULL, v integer) PARTITION BY RANGE (day);
DO $$ BEGIN FOR m IN 1..12 LOOP EXECUTE format('CREATE TABLE log_%s PARTITION OF log FOR VALUES FROM (%L) TO (%L)', m, make_date(2026, m, 1), make_date(2026, m, 1) + interval '1 month'); END LOOP; END $$;
INSERT INTO log SELECT date '2026-01-01' + i % 360, i FROM generate_series(1, 60000) i;
-- migration
ALTER TABLE log RENAME TO log_old; -- planted
CREATE TABLE log (day date NOT NULL, v integer) PARTITION BY LIST (extract(month FROM day)); -- planted
DO $$ BEGIN FOR m IN 1..12 LOOP EXECUTE format('CREATE TABLE log_month_%s PARTITION OF log FOR VALUES IN (%s)', m, m); END LOOP; END $$; -- planted
INSERT INTO log SELECT * FROM log_old; -- planted
-- script
\set day random(0, 359)
SELECT sum(v) FROM log WHERE day = date '2026-01-01' + :day;
