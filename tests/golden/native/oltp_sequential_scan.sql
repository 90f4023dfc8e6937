-- oltp_sequential_scan on PostgreSQL
-- prepare
CREATE TABLE sbtest1 (id SERIAL, k INTEGER DEFAULT '0' NOT NULL, c CHAR(120) DEFAULT '' NOT NULL, pad CHAR(60) DEFAULT '' NOT NULL);
CREATE TABLE sbtest2 (id SERIAL, k INTEGER DEFAULT '0' NOT NULL, c CHAR(120) DEFAULT '' NOT NULL, pad CHAR(60) DEFAULT '' NOT NULL);
SET synchronous_commit = off;
COPY sbtest1 (id, k, c, pad) FROM STDIN (FORMAT binary);
COPY sbtest2 (id, k, c, pad) FROM STDIN (FORMAT binary);
SET synchronous_commit = local;
ALTER TABLE sbtest1 ADD PRIMARY KEY (id);
CREATE INDEX k_1 ON sbtest1 (k);
SELECT setval('sbtest1_id_seq', 10000);
ALTER TABLE sbtest2 ADD PRIMARY KEY (id);
CREATE INDEX k_2 ON sbtest2 (k);
SELECT setval('sbtest2_id_seq', 10000);
VACUUM ANALYZE sbtest1;
VACUUM ANALYZE sbtest2;
CHECKPOINT;
-- run
-- sequential_scan: 1 in one event; $1 int4
SELECT c FROM sbtest1 LIMIT $1;
SELECT c FROM sbtest2 LIMIT $1;
-- cleanup
DROP TABLE IF EXISTS sbtest1;
DROP TABLE IF EXISTS sbtest2;
