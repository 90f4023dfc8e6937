INSERT INTO category SELECT i, 'category ' || i FROM generate_series(1, 50) i;
INSERT INTO item SELECT i, 1 + i % 50, 'item ' || i, 1 + (i * 7919) % 10000 / 100.0 FROM generate_series(1, 10000) i;
INSERT INTO supply SELECT i, 100 FROM generate_series(1, 10000) i;
INSERT INTO customer SELECT i, 'customer ' || i, 'customer' || i || '@shop.example' FROM generate_series(1, 5000) i;
INSERT INTO purchase (id, customer_id, made_at)
  SELECT i, 1 + (i * 31) % 5000, timestamptz '2026-01-01 00:00+00' + i * interval '1 minute' FROM generate_series(1, 20000) i;
SELECT setval(pg_get_serial_sequence('purchase', 'id'), 20000);
INSERT INTO purchase_line SELECT i, line, 1 + (i * 13 + line * 17) % 10000, line FROM generate_series(1, 20000) i, generate_series(1, 3) line;
