-- Captured from server.json: 12 times, mean 5 ms, 100 % of the time of all.
-- The program sent it with parameters (extended protocol).
--   statement 1: mean 1 ms
--   statement 2: mean 1 ms
--   statement 3: mean 1 ms, 2 times
--   statement 4: mean 1 ms
-- Replaced:
--   id: whole numbers from 1 to 408
--   note: texts of 11 to 12 characters, made up
--   item_id: whole numbers from 1 to 80
--   price: numbers from 1.9 to 80.9
-- A guess by names: purchase_id of statement 3 is taken to be what statement 2 returned (id).
\set id random(1, 408)
\set note random(100000000, 999999999)
\set item_id random(1, 80)
\set price random(190, 8090)
\set item_id_2 random(1, 80)
\set price_2 random(190, 8090)
BEGIN;
SELECT name, email FROM customer WHERE id = ':id' FOR UPDATE;
INSERT INTO purchases (customer_id, status, note) VALUES (':id', 'open', 'eta:note') RETURNING "id" \gset s2_
INSERT INTO purchase_line (purchase_id, item_id, price) VALUES (':s2_id', ':item_id', (:price / 100.0));
INSERT INTO purchase_line (purchase_id, item_id, price) VALUES (':s2_id', ':item_id_2', (:price_2 / 100.0));
UPDATE customer SET purchases = purchases + 1 WHERE id = ':id';
COMMIT;
