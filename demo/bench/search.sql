-- The cheapest items of a category from a price on.
\set category random(1, 50)
\set price random(1, 80)
SELECT id, name, price FROM item WHERE category_id = :category AND price >= :price ORDER BY price LIMIT 20;
