-- oltp_read_write on YugabyteDB
-- prepare
CREATE TABLE sbtest1 (id SERIAL, k INTEGER DEFAULT '0' NOT NULL, c CHAR(120) DEFAULT '' NOT NULL, pad CHAR(60) DEFAULT '' NOT NULL, PRIMARY KEY (id ASC)) SPLIT AT VALUES ((4166),(8333),(12500),(16666),(20833),(25000),(29166),(33333),(37500),(41666),(45833),(50000),(54166),(58333),(62500),(66666),(70833),(75000),(79166),(83333),(87500),(91666),(95833));
ALTER SEQUENCE sbtest1_id_seq CACHE 1000;
CREATE INDEX k_1 ON sbtest1 (k);
COPY sbtest1 (id, k, c, pad) FROM STDIN;
SELECT setval('sbtest1_id_seq', 100000);
ANALYZE sbtest1;
-- run
-- begin: 1 in one event
BEGIN;
-- point_select: 10 in one event; $1 int4
SELECT c FROM sbtest1 WHERE id=$1;
-- simple_range: 1 in one event; $1 int4, $2 int4
SELECT c FROM sbtest1 WHERE id BETWEEN $1 AND $2;
-- sum_range: 1 in one event; $1 int4, $2 int4
SELECT SUM(k) FROM sbtest1 WHERE id BETWEEN $1 AND $2;
-- order_range: 1 in one event; $1 int4, $2 int4
SELECT c FROM sbtest1 WHERE id BETWEEN $1 AND $2 ORDER BY c;
-- distinct_range: 1 in one event; $1 int4, $2 int4
SELECT DISTINCT c FROM sbtest1 WHERE id BETWEEN $1 AND $2 ORDER BY c;
-- index_update: 1 in one event; $1 int4
UPDATE sbtest1 SET k=k+1 WHERE id=$1;
-- non_index_update: 1 in one event; $1 varchar, $2 int4
UPDATE sbtest1 SET c=$1 WHERE id=$2;
-- delete: 1 in one event; $1 int4
DELETE FROM sbtest1 WHERE id=$1;
-- insert: 1 in one event; $1 int4, $2 int4, $3 varchar, $4 varchar
INSERT INTO sbtest1 (id, k, c, pad) VALUES ($1, $2, $3, $4);
-- commit: 1 in one event
COMMIT;
-- cleanup
DROP TABLE IF EXISTS sbtest1;
