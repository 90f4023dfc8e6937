-- bulk_insert on PostgreSQL
-- prepare
CREATE TABLE sbtest1 (id INTEGER NOT NULL, k INTEGER DEFAULT '0' NOT NULL, PRIMARY KEY (id));
CREATE TABLE sbtest2 (id INTEGER NOT NULL, k INTEGER DEFAULT '0' NOT NULL, PRIMARY KEY (id));
SET synchronous_commit = off;
SET synchronous_commit = local;
VACUUM ANALYZE sbtest1;
VACUUM ANALYZE sbtest2;
CHECKPOINT;
-- run
-- Not stationary: the tables grow with each event; --stationary=on goes round --table-size rows instead.
-- bulk_insert: 1 in one event; 25000 rows, sent as text; the first 2 are shown
INSERT INTO sbtest1 VALUES (1,1),(2,2);
INSERT INTO sbtest2 VALUES (1,1),(2,2);
-- cleanup
DROP TABLE IF EXISTS sbtest1;
DROP TABLE IF EXISTS sbtest2;
