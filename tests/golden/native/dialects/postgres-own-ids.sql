-- oltp_insert on PostgreSQL
-- prepare
CREATE TABLE sbtest1 (id INTEGER NOT NULL, k INTEGER DEFAULT '0' NOT NULL, c CHAR(120) DEFAULT '' NOT NULL, pad CHAR(60) DEFAULT '' NOT NULL);
SET synchronous_commit = off;
SET synchronous_commit = local;
ALTER TABLE sbtest1 ADD PRIMARY KEY (id);
CREATE INDEX k_1 ON sbtest1 (k);
VACUUM ANALYZE sbtest1;
CHECKPOINT;
-- run
-- Not stationary: the tables grow with each event; --stationary=on replaces rows instead.
-- insert_row: 1 in one event; $1 int4, $2 int4, $3 varchar, $4 varchar; sent as text
INSERT INTO sbtest1 (id, k, c, pad) VALUES ($1, $2, $3, $4);
-- cleanup
DROP TABLE IF EXISTS sbtest1;
