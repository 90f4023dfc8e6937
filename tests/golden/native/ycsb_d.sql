-- ycsb_d on PostgreSQL
-- prepare
CREATE TABLE usertable (YCSB_KEY VARCHAR(255), FIELD0 TEXT, FIELD1 TEXT, FIELD2 TEXT, FIELD3 TEXT, FIELD4 TEXT, FIELD5 TEXT, FIELD6 TEXT, FIELD7 TEXT, FIELD8 TEXT, FIELD9 TEXT, PRIMARY KEY (YCSB_KEY));
SET synchronous_commit = off;
COPY usertable (YCSB_KEY, FIELD0, FIELD1, FIELD2, FIELD3, FIELD4, FIELD5, FIELD6, FIELD7, FIELD8, FIELD9) FROM STDIN (FORMAT binary);
SET synchronous_commit = local;
VACUUM ANALYZE usertable;
CHECKPOINT;
-- run
-- Not stationary: each insert makes a new record, and another run would make it again: `prepare` with --recreate makes the tables again.
-- ycsb_read: 1 in one event of its kind; $1 varchar
SELECT * FROM usertable WHERE YCSB_KEY = $1;
-- ycsb_insert: 1 in one event of its kind; $1 varchar, $2 varchar, $3 varchar, $4 varchar, $5 varchar, $6 varchar, $7 varchar, $8 varchar, $9 varchar, $10 varchar, $11 varchar
INSERT INTO usertable (YCSB_KEY, FIELD0, FIELD1, FIELD2, FIELD3, FIELD4, FIELD5, FIELD6, FIELD7, FIELD8, FIELD9) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);
-- cleanup
DROP TABLE IF EXISTS usertable;
