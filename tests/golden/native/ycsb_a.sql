-- ycsb_a on PostgreSQL
-- prepare
CREATE TABLE usertable (YCSB_KEY VARCHAR(255), FIELD0 TEXT, FIELD1 TEXT, FIELD2 TEXT, PRIMARY KEY (YCSB_KEY));
SET synchronous_commit = off;
COPY usertable (YCSB_KEY, FIELD0, FIELD1, FIELD2) FROM STDIN (FORMAT binary);
SET synchronous_commit = local;
VACUUM ANALYZE usertable;
CHECKPOINT;
-- run
-- ycsb_read: 1 in one event of its kind; $1 varchar
SELECT * FROM usertable WHERE YCSB_KEY = $1;
-- ycsb_update: 1 in one event of its kind; $1 varchar, $2 varchar
UPDATE usertable SET FIELD0 = $1 WHERE YCSB_KEY = $2;
UPDATE usertable SET FIELD1 = $1 WHERE YCSB_KEY = $2;
UPDATE usertable SET FIELD2 = $1 WHERE YCSB_KEY = $2;
-- cleanup
DROP TABLE IF EXISTS usertable;
