-- select_random_ranges on RisingWave
-- prepare
CREATE TABLE sbtest1 (id INTEGER, k INTEGER, c VARCHAR, pad VARCHAR, PRIMARY KEY (id));
-- The first rows; one INSERT has about 256 KiB.
INSERT INTO sbtest1 (id, k, c, pad) VALUES (1, 6414, '27303228890-57604913718-18005667077-56197980579-26044572607-67406734752-72660445078-91690464560-64080158108-49272575680', '68776067763-55620178577-97109790300-08942106566-91576506086'), (2, 5733, '55787618094-03556030734-26407202457-30419601866-93573363638-74058411572-27001977071-10459872645-01806709443-69571674331', '37287097293-14820636675-63557902054-05601897265-41973657722');
CREATE INDEX k_1 ON sbtest1 (k);
CREATE INDEX ck_1 ON sbtest1 (k) INCLUDE (id, c, pad);
FLUSH;
-- run
-- random_ranges: 1 in one event; $1 int4, $2 int4, $3 int4, $4 int4
SELECT count(k) FROM sbtest1 WHERE k BETWEEN $1 AND $2 OR k BETWEEN $3 AND $4;
-- cleanup
DROP INDEX IF EXISTS k_1;
DROP INDEX IF EXISTS ck_1;
DROP TABLE IF EXISTS sbtest1;
-- Effective options:
--   --threads=1 --time=10 --events=0 --warmup-time=0 --forced-shutdown=off --stall-timeout=300
--   --report-interval=0 --percentile=95 --percentiles=50,75,90,95,99,99.9 --histogram=false
--   --output=sysbench --workers=0 --placement=auto --max-tries=1000000 --on-error=stop
--   --thread-init-timeout=30 --verbosity=3 --rate=0 --queue-limit=0 --arrivals=poisson --slice=50
--   --slice-lines=auto --server-pid=0 --against-server-pid=0 --shard=1/1 --start-at=0
--   --pgsql-host=localhost --pgsql-port=5432 --pgsql-user=sbtest --pgsql-db=sbtest
--   --balance=round-robin --connect-rate=0 --reconnect=0 --reconnect-on-loss=true --prepare=eager
--   --pipeline=false --dialect=risingwave --compat=risingwave --integer-type=int4
--   --retry=40001,40P01,23505,XX000 --db-ps-mode=auto --db-driver=pgsql --tables=1
--   --table-size=10000 --auto-inc=false --secondary=false --create-secondary=true
--   --create-covered-secondary=true --create-table-options="" --if-not-exists=false
--   --range-key-partitioning=false --manual-range-splitting=true --num-table-splits=24
--   --serial-cache-size=0 --index-timing=key-first --load-method=insert --skip-ddl=false
--   --recreate=false --point-selects=10 --range-selects=true --range-size=100 --simple-ranges=1
--   --sum-ranges=1 --order-ranges=1 --distinct-ranges=1 --index-updates=1 --non-index-updates=1
--   --delete-inserts=1 --skip-trx=false --random-points=10 --number-of-ranges=2 --delta=5
--   --stationary=false --num-rows-in-insert=10 --batch-insert-count=4000 --batch-insert-bytes=0
--   --smaller-row-sizes=false --count-alls=1 --read-percent=0 --write-percent=0 --rand-type=uniform
--   --rand-seed=0 --rand-spec-iter=12 --rand-spec-pct=1 --rand-spec-res=75 --rand-pareto-h=0.2
--   --rand-zipfian-exp=0.8
