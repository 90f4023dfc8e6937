-- select_random_points on PostgreSQL
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
-- random_points: 1 in one event; $1 int4, $2 int4, $3 int4, $4 int4, $5 int4, $6 int4, $7 int4, $8 int4, $9 int4, $10 int4
SELECT id, k, c, pad FROM sbtest1 WHERE k IN ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);
-- cleanup
DROP TABLE IF EXISTS sbtest1;
