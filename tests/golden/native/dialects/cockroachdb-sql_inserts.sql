-- sql_inserts on CockroachDB
-- prepare
CREATE TABLE postgresqlkeyvalue (k TEXT PRIMARY KEY, v TEXT);
ANALYZE postgresqlkeyvalue;
-- run
-- Not stationary: each write makes a new key, up to --num-unique-keys, after which they update; the same --max-written-key makes them update from the start.
-- key_insert: 1 in one event of its kind; $1 varchar, $2 varchar
UPSERT INTO postgresqlkeyvalue (k, v) VALUES ($1, $2);
-- key_update: 1 in one event of its kind; $1 varchar, $2 varchar
UPDATE postgresqlkeyvalue SET v = $2 WHERE k = $1;
-- cleanup
DROP TABLE IF EXISTS postgresqlkeyvalue;
-- Effective options:
--   --threads=1 --time=10 --events=0 --warmup-time=0 --forced-shutdown=off --stall-timeout=300
--   --report-interval=0 --percentile=95 --percentiles=50,75,90,95,99,99.9 --histogram=false
--   --output=sysbench --workers=0 --placement=auto --max-tries=10 --on-error=stop
--   --thread-init-timeout=30 --verbosity=3 --rate=0 --queue-limit=0 --arrivals=poisson --slice=50
--   --slice-lines=auto --server-pid=0 --against-server-pid=0 --shard=1/1 --start-at=0
--   --pgsql-host=localhost --pgsql-port=5432 --pgsql-user=sbtest --pgsql-db=sbtest
--   --balance=round-robin --connect-rate=0 --reconnect=0 --reconnect-on-loss=false --prepare=eager
--   --pipeline=false --dialect=cockroachdb --compat=none --integer-type=int8 --retry=40001
--   --db-ps-mode=auto --db-driver=pgsql --load-method=insert --skip-ddl=false --recreate=false
--   --read-percent=0 --table-name=postgresqlkeyvalue --num-unique-keys=2000000 --max-written-key=0
--   --read-only=false --uuid=00000000-0000-0000-0000-000000000000 --nouuid=false --value-size=0
--   --upsert=true --rand-type=uniform --rand-seed=0 --rand-spec-iter=12 --rand-spec-pct=1
--   --rand-spec-res=75 --rand-pareto-h=0.2 --rand-zipfian-exp=0.8
