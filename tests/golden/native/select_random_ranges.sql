-- select_random_ranges on PostgreSQL
-- prepare
CREATE TABLE sbtest1 (id SERIAL, k INTEGER DEFAULT '0' NOT NULL, c CHAR(120) DEFAULT '' NOT NULL, pad CHAR(60) DEFAULT '' NOT NULL);
SET synchronous_commit = off;
COPY sbtest1 (id, k, c, pad) FROM STDIN (FORMAT binary);
SET synchronous_commit = local;
ALTER TABLE sbtest1 ADD PRIMARY KEY (id);
CREATE INDEX k_1 ON sbtest1 (k);
SELECT setval('sbtest1_id_seq', 10000);
VACUUM ANALYZE sbtest1;
CHECKPOINT;
-- run
-- random_ranges: 1 in one event; $1 int4, $2 int4, $3 int4, $4 int4, $5 int4, $6 int4, $7 int4, $8 int4, $9 int4, $10 int4, $11 int4, $12 int4, $13 int4, $14 int4, $15 int4, $16 int4, $17 int4, $18 int4, $19 int4, $20 int4
SELECT count(k) FROM sbtest1 WHERE k BETWEEN $1 AND $2 OR k BETWEEN $3 AND $4 OR k BETWEEN $5 AND $6 OR k BETWEEN $7 AND $8 OR k BETWEEN $9 AND $10 OR k BETWEEN $11 AND $12 OR k BETWEEN $13 AND $14 OR k BETWEEN $15 AND $16 OR k BETWEEN $17 AND $18 OR k BETWEEN $19 AND $20;
-- cleanup
DROP TABLE IF EXISTS sbtest1;
