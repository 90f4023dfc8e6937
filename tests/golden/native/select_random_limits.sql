-- select_random_limits on PostgreSQL
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
-- random_limits: 1 in one event
SELECT * FROM sbtest1 LIMIT 10;
-- cleanup
DROP TABLE IF EXISTS sbtest1;
