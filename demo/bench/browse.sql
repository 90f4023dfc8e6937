-- A visitor looks at an item; some are looked at far more often than others.
\set item random_zipfian(1, 10000, 1.1)
SELECT i.name, i.price, s.amount FROM item i JOIN supply s ON s.item_id = i.id WHERE i.id = :item;
