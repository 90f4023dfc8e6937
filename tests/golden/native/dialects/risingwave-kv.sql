-- kv on RisingWave
-- prepare
CREATE TABLE kv (k BIGINT, v BYTEA, PRIMARY KEY (k));
-- The first rows; one INSERT has about 256 KiB.
INSERT INTO kv (k, v) VALUES (0, '\x62'), (6238072747940578789, '\x82');
FLUSH;
-- run
-- Not stationary: each write makes a new key, up to --cycle-length; --stationary=on writes the keys of prepare again.
-- kv_read: 1 in one event of its kind; $1 int8
SELECT k, v FROM kv WHERE k IN ($1);
-- kv_write: 1 in one event of its kind; $1 int8, $2 bytea
INSERT INTO kv (k, v) VALUES ($1, $2);
-- cleanup
DROP TABLE IF EXISTS kv;
