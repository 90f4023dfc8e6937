-- A tablespace whose random reads are said to be dear: indexes are not used.
-- effect: 0.033
-- migration
ALTER TABLESPACE pg_default SET (random_page_cost = 1000); -- planted
-- script
\set id random(1, 40000)
SELECT depot FROM customer WHERE name = md5(:id::text);
