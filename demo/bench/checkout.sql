-- A customer buys two items.
\set customer random(1, 5000)
\set first random_zipfian(1, 10000, 1.1)
\set second random(1, 10000)
BEGIN;
SELECT name, email FROM customer WHERE id = :customer;
INSERT INTO purchase (customer_id) VALUES (:customer) RETURNING id AS purchase \gset
INSERT INTO purchase_line VALUES (:purchase, 1, :first, 1), (:purchase, 2, :second, 1);
COMMIT;
