-- kv on YugabyteDB
-- prepare
CREATE TABLE kv (k BIGINT NOT NULL, v BYTEA NOT NULL, PRIMARY KEY (k)) SPLIT INTO 10 TABLETS;
ANALYZE kv;
-- run
-- Not stationary: each write makes a new key, up to --cycle-length; --stationary=on writes the keys of prepare again.
SET yb_enable_upsert_mode = true;
-- kv_read: 1 in one event of its kind; $1 int8
SELECT k, v FROM kv WHERE k IN ($1);
-- kv_write: 1 in one event of its kind; $1 int8, $2 bytea
INSERT INTO kv (k, v) VALUES ($1, $2);
-- cleanup
DROP TABLE IF EXISTS kv;
