-- oltp_read_write on CockroachDB
-- prepare
CREATE TABLE sbtest1 (id INTEGER NOT NULL, k INTEGER DEFAULT '0' NOT NULL, c CHAR(120) DEFAULT '' NOT NULL, pad CHAR(60) DEFAULT '' NOT NULL, PRIMARY KEY (id));
ALTER TABLE sbtest1 SPLIT AT VALUES (2500),(5000),(7500);
ALTER TABLE sbtest1 SCATTER;
-- The first rows; one INSERT has about 256 KiB.
INSERT INTO sbtest1 (id, k, c, pad) VALUES (1, 6414, '27303228890-57604913718-18005667077-56197980579-26044572607-67406734752-72660445078-91690464560-64080158108-49272575680', '68776067763-55620178577-97109790300-08942106566-91576506086'), (2, 5733, '55787618094-03556030734-26407202457-30419601866-93573363638-74058411572-27001977071-10459872645-01806709443-69571674331', '37287097293-14820636675-63557902054-05601897265-41973657722');
CREATE INDEX k_1 ON sbtest1 (k);
ANALYZE sbtest1;
-- run
-- begin: 1 in one event
BEGIN;
-- point_select: 10 in one event; $1 int8
SELECT c FROM sbtest1 WHERE id=$1;
-- simple_range: 1 in one event; $1 int8, $2 int8
SELECT c FROM sbtest1 WHERE id BETWEEN $1 AND $2;
-- sum_range: 1 in one event; $1 int8, $2 int8
SELECT SUM(k) FROM sbtest1 WHERE id BETWEEN $1 AND $2;
-- order_range: 1 in one event; $1 int8, $2 int8
SELECT c FROM sbtest1 WHERE id BETWEEN $1 AND $2 ORDER BY c;
-- distinct_range: 1 in one event; $1 int8, $2 int8
SELECT DISTINCT c FROM sbtest1 WHERE id BETWEEN $1 AND $2 ORDER BY c;
-- index_update: 1 in one event; $1 int8
UPDATE sbtest1 SET k=k+1 WHERE id=$1;
-- non_index_update: 1 in one event; $1 varchar, $2 int8
UPDATE sbtest1 SET c=$1 WHERE id=$2;
-- delete: 1 in one event; $1 int8
DELETE FROM sbtest1 WHERE id=$1;
-- insert: 1 in one event; $1 int8, $2 int8, $3 varchar, $4 varchar
INSERT INTO sbtest1 (id, k, c, pad) VALUES ($1, $2, $3, $4);
-- commit: 1 in one event
COMMIT;
-- cleanup
DROP TABLE IF EXISTS sbtest1;
