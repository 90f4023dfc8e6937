-- sql_inserts on CockroachDB
-- Effective options, where they are not the defaults: --dialect=cockroachdb --integer-type=int8 --retry=40001 --auto-inc=false --index-timing=key-first --load-method=insert --upsert=true
-- prepare
CREATE TABLE postgresqlkeyvalue (k VARCHAR PRIMARY KEY, v VARCHAR);
ANALYZE postgresqlkeyvalue;
-- run
-- Not stationary: each write makes a new key, up to --num-unique-keys, after which they update; the same --max-written-key makes them update from the start.
-- key_insert: 1 in one event of its kind; $1 varchar, $2 varchar
UPSERT INTO postgresqlkeyvalue (k, v) VALUES ($1, $2);
-- key_update: 1 in one event of its kind; $1 varchar, $2 varchar
UPDATE postgresqlkeyvalue SET v = $2 WHERE k = $1;
-- cleanup
DROP TABLE IF EXISTS postgresqlkeyvalue;
