-- An index of another collation is not used: neither for order nor for equality.
-- effect: 0.018
-- migration
DROP INDEX customer_name; -- planted
CREATE INDEX customer_name ON customer (name COLLATE "POSIX"); -- planted
-- script
\set id random(1, 40000)
SELECT id FROM customer WHERE name = md5(:id::text);
