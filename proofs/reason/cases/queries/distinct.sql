-- Distinct values are counted by a sort, where rows were counted.
-- effect: 0.26
-- script of base
\set id random(1, 100000)
SELECT count(note) FROM parcel WHERE id BETWEEN :id AND :id + 1000;
-- script
\set id random(1, 100000)
SELECT count(DISTINCT (customer, note)) FROM parcel WHERE id BETWEEN :id AND :id + 1000; -- planted
