-- Each row is asked for by itself, where one query asked for all.
-- effect: 0.16
-- script of base
\set id random(1, 39000)
SELECT name FROM customer WHERE id BETWEEN :id AND :id + 7;
-- script
\set id random(1, 39000)
SELECT name FROM customer WHERE id = :id; -- planted
SELECT name FROM customer WHERE id = :id + 1;
SELECT name FROM customer WHERE id = :id + 2;
SELECT name FROM customer WHERE id = :id + 3;
SELECT name FROM customer WHERE id = :id + 4;
SELECT name FROM customer WHERE id = :id + 5;
SELECT name FROM customer WHERE id = :id + 6;
SELECT name FROM customer WHERE id = :id + 7;
