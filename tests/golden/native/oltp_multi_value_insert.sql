-- oltp_multi_value_insert on PostgreSQL
-- prepare
CREATE TABLE sbtest1 (id SERIAL, k INTEGER DEFAULT '0' NOT NULL, c CHAR(120) DEFAULT '' NOT NULL, pad CHAR(60) DEFAULT '' NOT NULL);
CREATE TABLE sbtest2 (id SERIAL, k INTEGER DEFAULT '0' NOT NULL, c CHAR(120) DEFAULT '' NOT NULL, pad CHAR(60) DEFAULT '' NOT NULL);
SET synchronous_commit = off;
COPY sbtest1 (id, k, c, pad) FROM STDIN (FORMAT binary);
COPY sbtest2 (id, k, c, pad) FROM STDIN (FORMAT binary);
SET synchronous_commit = local;
ALTER TABLE sbtest1 ADD PRIMARY KEY (id);
CREATE INDEX k_1 ON sbtest1 (k);
SELECT setval('sbtest1_id_seq', 10000);
ALTER TABLE sbtest2 ADD PRIMARY KEY (id);
CREATE INDEX k_2 ON sbtest2 (k);
SELECT setval('sbtest2_id_seq', 10000);
VACUUM ANALYZE sbtest1;
VACUUM ANALYZE sbtest2;
CHECKPOINT;
-- run
-- Not stationary: the tables grow with each event.
-- insert_rows: 1 in one event; 4000 rows, sent as text; the first 2 are shown
INSERT INTO sbtest1 (k, c, pad) VALUES (9158, '64134544490-27303228890-57604913718-18005667077-56197980579-26044572607-67406734752-72660445078-91690464560-64080158108', '49272575680-68776067763-55620178577-97109790300-08942106566'), (4198, '57321843420-55787618094-03556030734-26407202457-30419601866-93573363638-74058411572-27001977071-10459872645-01806709443', '69571674331-37287097293-14820636675-63557902054-05601897265');
INSERT INTO sbtest2 (k, c, pad) VALUES (8768, '09049011292-63665457365-04665529666-97874065538-86067221479-57716575282-21630740124-46661543114-61385424604-96398946068', '91981016297-79465088614-47175142900-15394271417-58916694298'), (8517, '83355010328-50279795662-82559235367-85880970617-72323331298-75926338978-45213354374-98770794205-47166324249-80388097920', '86504668222-53045019796-23810430895-27036951742-56457890215');
-- cleanup
DROP TABLE IF EXISTS sbtest1;
DROP TABLE IF EXISTS sbtest2;
-- Effective options:
--   --threads=1 --time=10 --events=0 --warmup-time=0 --forced-shutdown=off --stall-timeout=300
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
--   --batch-insert-count=4000 --batch-insert-bytes=0 --smaller-row-sizes=false --count-alls=1
--   --read-percent=0 --write-percent=0 --rand-type=uniform --rand-seed=0 --rand-spec-iter=12
--   --rand-spec-pct=1 --rand-spec-res=75 --rand-pareto-h=0.2 --rand-zipfian-exp=0.8
