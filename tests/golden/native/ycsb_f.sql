-- ycsb_f on PostgreSQL
-- prepare
CREATE TABLE usertable (YCSB_KEY VARCHAR(255), FIELD0 TEXT, PRIMARY KEY (YCSB_KEY));
SET synchronous_commit = off;
COPY usertable (YCSB_KEY, FIELD0) FROM STDIN (FORMAT binary);
SET synchronous_commit = local;
VACUUM ANALYZE usertable;
CHECKPOINT;
-- run
-- ycsb_read: 1 in one event of its kind; $1 varchar
SELECT * FROM usertable WHERE YCSB_KEY = $1;
-- begin: 1 in one event of its kind
BEGIN;
-- ycsb_rmw_read: 1 in one event of its kind; $1 varchar
SELECT * FROM usertable WHERE YCSB_KEY = $1;
-- ycsb_rmw_update: 1 in one event of its kind; $1 varchar, $2 varchar
UPDATE usertable SET FIELD0 = $1 WHERE YCSB_KEY = $2;
-- commit: 1 in one event of its kind
COMMIT;
-- cleanup
DROP TABLE IF EXISTS usertable;
