\set id random(1, 1000)
BEGIN;
SELECT :id;
\copy orders (id, note) FROM 'orders.csv' WITH (FORMAT csv)
COMMIT;
