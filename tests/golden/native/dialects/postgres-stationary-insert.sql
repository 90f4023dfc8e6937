-- oltp_insert on PostgreSQL
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
-- ring_delete: 1 in one event; $1 int4
DELETE FROM sbtest1 WHERE id=$1;
-- insert: 1 in one event; $1 int4, $2 int4, $3 varchar, $4 varchar
INSERT INTO sbtest1 (id, k, c, pad) VALUES ($1, $2, $3, $4);
-- cleanup
DROP TABLE IF EXISTS sbtest1;
