-- bulk_insert on PostgreSQL
-- prepare
CREATE TABLE sbtest1 (id INTEGER NOT NULL, k INTEGER DEFAULT '0' NOT NULL, PRIMARY KEY (id));
CREATE TABLE sbtest2 (id INTEGER NOT NULL, k INTEGER DEFAULT '0' NOT NULL, PRIMARY KEY (id));
SET synchronous_commit = off;
COPY sbtest1 (id, k) FROM STDIN (FORMAT binary);
COPY sbtest2 (id, k) FROM STDIN (FORMAT binary);
SET synchronous_commit = local;
VACUUM ANALYZE sbtest1;
VACUUM ANALYZE sbtest2;
CHECKPOINT;
-- run
-- bulk_delete: 1 in one event; $1 int4, $2 int4
DELETE FROM sbtest1 WHERE id BETWEEN $1 AND $2;
DELETE FROM sbtest2 WHERE id BETWEEN $1 AND $2;
-- bulk_insert: 1 in one event; 10000 rows, sent as text; the first 2 are shown
INSERT INTO sbtest1 VALUES (1,1),(2,2);
INSERT INTO sbtest2 VALUES (1,1),(2,2);
-- cleanup
DROP TABLE IF EXISTS sbtest1;
DROP TABLE IF EXISTS sbtest2;
