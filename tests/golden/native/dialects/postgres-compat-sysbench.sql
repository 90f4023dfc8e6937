-- oltp_read_write on PostgreSQL
-- prepare
CREATE TABLE sbtest1 (id SERIAL, k INTEGER DEFAULT '0' NOT NULL, c CHAR(120) DEFAULT '' NOT NULL, pad CHAR(60) DEFAULT '' NOT NULL, PRIMARY KEY (id));
SET synchronous_commit = off;
COPY sbtest1 (id, k, c, pad) FROM STDIN (FORMAT binary);
SET synchronous_commit = local;
CREATE INDEX k_1 ON sbtest1 (k);
SELECT setval('sbtest1_id_seq', 10000);
VACUUM ANALYZE sbtest1;
CHECKPOINT;
-- run
-- begin: 1 in one event
BEGIN;
-- point_select: 10 in one event; $1 int8
SELECT c FROM sbtest1 WHERE id=$1;
-- simple_range: 1 in one event; $1 int8, $2 int8
SELECT c FROM sbtest1 WHERE id BETWEEN $1 AND $2;
-- sum_range: 1 in one event; $1 int8, $2 int8
SELECT SUM(k) FROM sbtest1 WHERE id BETWEEN $1 AND $2;
-- order_range: 1 in one event; $1 int8, $2 int8
SELECT c FROM sbtest1 WHERE id BETWEEN $1 AND $2 ORDER BY c;
-- distinct_range: 1 in one event; $1 int8, $2 int8
SELECT DISTINCT c FROM sbtest1 WHERE id BETWEEN $1 AND $2 ORDER BY c;
-- index_update: 1 in one event; $1 int8
UPDATE sbtest1 SET k=k+1 WHERE id=$1;
-- non_index_update: 1 in one event; $1 varchar, $2 int8
UPDATE sbtest1 SET c=$1 WHERE id=$2;
-- delete: 1 in one event; $1 int8
DELETE FROM sbtest1 WHERE id=$1;
-- insert: 1 in one event; $1 int8, $2 int8, $3 varchar, $4 varchar
INSERT INTO sbtest1 (id, k, c, pad) VALUES ($1, $2, $3, $4);
-- commit: 1 in one event
COMMIT;
-- cleanup
DROP TABLE IF EXISTS sbtest1;
