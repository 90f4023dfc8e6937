-- A delivery arrives.
\set item random(1, 10000)
\set amount random(1, 50)
UPDATE supply SET amount = amount + :amount WHERE item_id = :item;
