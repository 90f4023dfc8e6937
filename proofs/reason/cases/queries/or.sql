-- An OR over two tables takes the join to be made before it can be asked.
-- effect: 0.002
-- script of base
\set id random(1, 40000)
SELECT count(*) FROM customer c JOIN parcel p ON p.customer = c.id WHERE c.id = :id;
-- script
\set id random(1, 40000)
SELECT count(*) FROM customer c JOIN parcel p ON p.customer = c.id WHERE c.id = :id OR p.id = :id; -- planted
