-- A pattern that begins with % cannot be looked up.
-- effect: 0.011
-- script of base
\set id random(1, 40000)
SELECT id FROM customer WHERE name = md5(:id::text);
-- script
\set id random(1, 40000)
SELECT id FROM customer WHERE name LIKE '%' || md5(:id::text); -- planted
