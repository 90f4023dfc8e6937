-- sql_inserts on YugabyteDB
-- prepare
CREATE TABLE postgresqlkeyvalue (k TEXT PRIMARY KEY, v TEXT);
COPY postgresqlkeyvalue (k, v) FROM STDIN;
ANALYZE postgresqlkeyvalue;
-- run
-- Not stationary: each write makes a new key, up to --num-unique-keys, after which they update; the same --max-written-key makes them update from the start.
SET yb_enable_upsert_mode = true;
-- key_select: 1 in one event of its kind; $1 varchar
SELECT k, v FROM postgresqlkeyvalue WHERE k = $1;
-- key_insert: 1 in one event of its kind; $1 varchar, $2 varchar
INSERT INTO postgresqlkeyvalue (k, v) VALUES ($1, $2);
-- key_update: 1 in one event of its kind; $1 varchar, $2 varchar
UPDATE postgresqlkeyvalue SET v = $2 WHERE k = $1;
-- cleanup
DROP TABLE IF EXISTS postgresqlkeyvalue;
