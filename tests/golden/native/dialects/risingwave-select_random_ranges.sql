-- select_random_ranges on RisingWave
-- Effective options, where they are not the defaults: --max-tries=1000000 --reconnect-on-loss=true --dialect=risingwave --compat=risingwave --integer-type=int8 --retry=40001,40P01,23505,XX000 --auto-inc=false --create-covered-secondary=true --index-timing=key-first --load-method=insert --number-of-ranges=2
-- prepare
CREATE TABLE sbtest1 (id INTEGER, k INTEGER, c VARCHAR, pad VARCHAR, PRIMARY KEY (id));
-- The first rows; one INSERT has about 256 KiB.
INSERT INTO sbtest1 (id, k, c, pad) VALUES (1, 6414, '27303228890-57604913718-18005667077-56197980579-26044572607-67406734752-72660445078-91690464560-64080158108-49272575680', '68776067763-55620178577-97109790300-08942106566-91576506086'), (2, 5733, '55787618094-03556030734-26407202457-30419601866-93573363638-74058411572-27001977071-10459872645-01806709443-69571674331', '37287097293-14820636675-63557902054-05601897265-41973657722');
CREATE INDEX k_1 ON sbtest1 (k);
CREATE INDEX ck_1 ON sbtest1 (k) INCLUDE (id, c, pad);
FLUSH;
-- run
-- random_ranges: 1 in one event; $1 int8, $2 int8, $3 int8, $4 int8
SELECT count(k) FROM sbtest1 WHERE k BETWEEN $1 AND $2 OR k BETWEEN $3 AND $4;
-- cleanup
DROP INDEX IF EXISTS k_1;
DROP INDEX IF EXISTS ck_1;
DROP TABLE IF EXISTS sbtest1;
