-- An index that seemed unused is dropped.
-- effect: 0.018
-- migration
DROP INDEX customer_name; -- planted
-- script
\set id random(1, 40000)
SELECT depot FROM customer WHERE name = md5(:id::text);
