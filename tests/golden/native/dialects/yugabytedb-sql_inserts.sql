-- sql_inserts on YugabyteDB
-- Effective options, where they are not the defaults: --dialect=yugabytedb --integer-type=int4 --retry=40001,40P01 --serial-cache-size=1000 --index-timing=key-first --load-method=copy-text --read-percent=50 --max-written-key=10 --upsert=true
-- prepare
CREATE TABLE postgresqlkeyvalue (k VARCHAR PRIMARY KEY, v VARCHAR);
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
