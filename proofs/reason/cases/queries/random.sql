-- ORDER BY random() takes a number for each row, and a sort.
-- effect: 0.010
-- script of base
\set id random(1, 40000)
SELECT name FROM customer WHERE id >= :id ORDER BY id LIMIT 1;
-- script
\set id random(1, 40000)
SELECT name FROM customer ORDER BY random() LIMIT 1; -- planted
