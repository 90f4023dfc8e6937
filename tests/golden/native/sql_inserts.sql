-- sql_inserts on PostgreSQL
-- prepare
CREATE TABLE postgresqlkeyvalue (k TEXT PRIMARY KEY, v TEXT);
SET synchronous_commit = off;
COPY postgresqlkeyvalue (k, v) FROM STDIN (FORMAT binary);
SET synchronous_commit = local;
VACUUM ANALYZE postgresqlkeyvalue;
CHECKPOINT;
-- run
-- Not stationary: each write makes a new key, up to --num-unique-keys, after which they update; the same --max-written-key makes them update from the start.
-- key_select: 1 in one event of its kind; $1 varchar
SELECT k, v FROM postgresqlkeyvalue WHERE k = $1;
-- key_insert: 1 in one event of its kind; $1 varchar, $2 varchar
INSERT INTO postgresqlkeyvalue (k, v) VALUES ($1, $2);
-- key_update: 1 in one event of its kind; $1 varchar, $2 varchar
UPDATE postgresqlkeyvalue SET v = $2 WHERE k = $1;
-- cleanup
DROP TABLE IF EXISTS postgresqlkeyvalue;
