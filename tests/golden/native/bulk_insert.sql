-- bulk_insert on PostgreSQL
-- prepare
CREATE TABLE sbtest1 (id INTEGER NOT NULL, k INTEGER DEFAULT '0' NOT NULL, PRIMARY KEY (id));
CREATE TABLE sbtest2 (id INTEGER NOT NULL, k INTEGER DEFAULT '0' NOT NULL, PRIMARY KEY (id));
SET synchronous_commit = off;
SET synchronous_commit = local;
VACUUM ANALYZE sbtest1;
VACUUM ANALYZE sbtest2;
CHECKPOINT;
-- run
-- Not stationary: the tables grow with each event; --stationary=on goes round --table-size rows instead.
-- bulk_insert: 1 in one event; 25000 rows, sent as text; the first 2 are shown
INSERT INTO sbtest1 VALUES (1,1),(2,2);
INSERT INTO sbtest2 VALUES (1,1),(2,2);
-- cleanup
DROP TABLE IF EXISTS sbtest1;
DROP TABLE IF EXISTS sbtest2;
-- Effective options:
--   --threads=2 --time=10 --events=0 --warmup-time=0 --forced-shutdown=off --stall-timeout=300
--   --report-interval=0 --percentile=95 --percentiles=50,75,90,95,99,99.9 --histogram=false
--   --output=sysbench --workers=0 --placement=auto --max-tries=10 --on-error=stop
--   --thread-init-timeout=30 --verbosity=3 --rate=0 --queue-limit=0 --arrivals=poisson --slice=50
--   --slice-lines=auto --server-pid=0 --against-server-pid=0 --shard=1/1 --start-at=0
--   --pgsql-host=localhost --pgsql-port=5432 --pgsql-user=sbtest --pgsql-db=sbtest
--   --balance=round-robin --connect-rate=0 --reconnect=0 --reconnect-on-loss=false --prepare=eager
--   --pipeline=false --dialect=postgres --compat=none --integer-type=int4 --retry=40001,40P01
--   --db-ps-mode=auto --db-driver=pgsql --tables=2 --table-size=10000 --auto-inc=true
--   --secondary=false --create-secondary=true --create-covered-secondary=false
--   --create-table-options="" --if-not-exists=false --range-key-partitioning=false
--   --manual-range-splitting=true --num-table-splits=24 --serial-cache-size=0 --index-timing=after
--   --load-method=copy-binary --skip-ddl=false --recreate=false --point-selects=10
--   --range-selects=true --range-size=100 --simple-ranges=1 --sum-ranges=1 --order-ranges=1
--   --distinct-ranges=1 --index-updates=1 --non-index-updates=1 --delete-inserts=1 --skip-trx=false
--   --random-points=10 --number-of-ranges=10 --delta=5 --stationary=false --num-rows-in-insert=10
--   --batch-insert-count=25000 --batch-insert-bytes=0 --smaller-row-sizes=false --count-alls=1
--   --read-percent=0 --write-percent=0 --rand-type=uniform --rand-seed=0 --rand-spec-iter=12
--   --rand-spec-pct=1 --rand-spec-res=75 --rand-pareto-h=0.2 --rand-zipfian-exp=0.8
