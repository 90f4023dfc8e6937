-- ycsb_e on YugabyteDB
-- prepare
CREATE TABLE usertable (YCSB_KEY VARCHAR(255), FIELD0 TEXT, FIELD1 TEXT, FIELD2 TEXT, FIELD3 TEXT, FIELD4 TEXT, FIELD5 TEXT, FIELD6 TEXT, FIELD7 TEXT, FIELD8 TEXT, FIELD9 TEXT, PRIMARY KEY (YCSB_KEY ASC));
COPY usertable (YCSB_KEY, FIELD0, FIELD1, FIELD2, FIELD3, FIELD4, FIELD5, FIELD6, FIELD7, FIELD8, FIELD9) FROM STDIN;
ANALYZE usertable;
-- run
-- Not stationary: each insert makes a new record, and another run would make it again: `prepare` with --recreate makes the tables again.
-- ycsb_insert: 1 in one event of its kind; $1 varchar, $2 varchar, $3 varchar, $4 varchar, $5 varchar, $6 varchar, $7 varchar, $8 varchar, $9 varchar, $10 varchar, $11 varchar
INSERT INTO usertable (YCSB_KEY, FIELD0, FIELD1, FIELD2, FIELD3, FIELD4, FIELD5, FIELD6, FIELD7, FIELD8, FIELD9) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);
-- ycsb_scan: 1 in one event of its kind; $1 varchar, $2 int4
SELECT * FROM usertable WHERE YCSB_KEY >= $1 ORDER BY YCSB_KEY LIMIT $2;
-- cleanup
DROP TABLE IF EXISTS usertable;
