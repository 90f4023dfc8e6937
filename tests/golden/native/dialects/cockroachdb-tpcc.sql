-- tpcc on CockroachDB
-- prepare
CREATE TABLE history (h_c_id INTEGER, h_c_d_id INTEGER, h_c_w_id INTEGER, h_d_id INTEGER, h_w_id INTEGER, h_date TIMESTAMP, h_amount DECIMAL(6,2), h_data VARCHAR(24));
CREATE TABLE new_order (no_o_id INTEGER NOT NULL, no_d_id INTEGER NOT NULL, no_w_id INTEGER NOT NULL, PRIMARY KEY (no_w_id, no_d_id, no_o_id));
CREATE TABLE order_line (ol_o_id INTEGER NOT NULL, ol_d_id INTEGER NOT NULL, ol_w_id INTEGER NOT NULL, ol_number INTEGER NOT NULL, ol_i_id INTEGER NOT NULL, ol_supply_w_id INTEGER, ol_delivery_d TIMESTAMP, ol_quantity INTEGER, ol_amount DECIMAL(6,2), ol_dist_info CHAR(24), PRIMARY KEY (ol_w_id, ol_d_id, ol_o_id, ol_number));
CREATE TABLE orders (o_id INTEGER NOT NULL, o_d_id INTEGER NOT NULL, o_w_id INTEGER NOT NULL, o_c_id INTEGER, o_entry_d TIMESTAMP, o_carrier_id INTEGER, o_ol_cnt INTEGER, o_all_local INTEGER, PRIMARY KEY (o_w_id, o_d_id, o_id));
CREATE TABLE customer (c_id INTEGER NOT NULL, c_d_id INTEGER NOT NULL, c_w_id INTEGER NOT NULL, c_first VARCHAR(16), c_middle CHAR(2), c_last VARCHAR(16), c_street_1 VARCHAR(20), c_street_2 VARCHAR(20), c_city VARCHAR(20), c_state CHAR(2), c_zip CHAR(9), c_phone CHAR(16), c_since TIMESTAMP, c_credit CHAR(2), c_credit_lim DECIMAL(12,2), c_discount DECIMAL(4,4), c_balance DECIMAL(12,2), c_ytd_payment DECIMAL(12,2), c_payment_cnt INTEGER, c_delivery_cnt INTEGER, c_data VARCHAR(500), PRIMARY KEY (c_w_id, c_d_id, c_id));
CREATE TABLE district (d_id INTEGER NOT NULL, d_w_id INTEGER NOT NULL, d_name VARCHAR(10), d_street_1 VARCHAR(20), d_street_2 VARCHAR(20), d_city VARCHAR(20), d_state CHAR(2), d_zip CHAR(9), d_tax DECIMAL(4,4), d_ytd DECIMAL(12,2), d_next_o_id INTEGER, PRIMARY KEY (d_w_id, d_id));
CREATE TABLE stock (s_i_id INTEGER NOT NULL, s_w_id INTEGER NOT NULL, s_quantity INTEGER, s_dist_01 CHAR(24), s_dist_02 CHAR(24), s_dist_03 CHAR(24), s_dist_04 CHAR(24), s_dist_05 CHAR(24), s_dist_06 CHAR(24), s_dist_07 CHAR(24), s_dist_08 CHAR(24), s_dist_09 CHAR(24), s_dist_10 CHAR(24), s_ytd INTEGER, s_order_cnt INTEGER, s_remote_cnt INTEGER, s_data VARCHAR(50), PRIMARY KEY (s_w_id, s_i_id));
CREATE TABLE item (i_id INTEGER NOT NULL, i_im_id INTEGER, i_name VARCHAR(24), i_price DECIMAL(5,2), i_data VARCHAR(50), PRIMARY KEY (i_id));
CREATE TABLE warehouse (w_id INTEGER NOT NULL, w_name VARCHAR(10), w_street_1 VARCHAR(20), w_street_2 VARCHAR(20), w_city VARCHAR(20), w_state CHAR(2), w_zip CHAR(9), w_tax DECIMAL(4,4), w_ytd DECIMAL(12,2), PRIMARY KEY (w_id));
-- The first rows; one INSERT has about 256 KiB.
INSERT INTO history (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data) VALUES (1, 1, 1, 1, 1, '2001-09-09 01:46:40.000000', 10.00, '4IPigH8dx06o92hPwOPn'), (2, 1, 1, 1, 1, '2001-09-09 01:46:40.000000', 10.00, '04iZ6kpFp6rsLzkbBZi');
-- The first rows; one INSERT has about 256 KiB.
INSERT INTO new_order (no_o_id, no_d_id, no_w_id) VALUES (2101, 1, 1), (2102, 1, 1);
-- The first rows; one INSERT has about 256 KiB.
INSERT INTO order_line (ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id, ol_supply_w_id, ol_delivery_d, ol_quantity, ol_amount, ol_dist_info) VALUES (1, 1, 1, 1, 8763, 1, '2001-09-09 01:46:40.000000', 5, 0.00, 'd8c7vd9SFwXlGF9DsYFUZj2v'), (2, 1, 1, 1, 47496, 1, '2001-09-09 01:46:40.000000', 5, 0.00, 'orX1fiMF31XnGEoY88sdYZT8');
-- The first rows; one INSERT has about 256 KiB.
INSERT INTO orders (o_id, o_d_id, o_w_id, o_c_id, o_entry_d, o_carrier_id, o_ol_cnt, o_all_local) VALUES (1, 1, 1, 2188, '2001-09-09 01:46:40.000000', 2, 10, 1), (2, 1, 1, 2047, '2001-09-09 01:46:40.000000', 8, 8, 1);
-- The first rows; one INSERT has about 256 KiB.
INSERT INTO customer (c_id, c_d_id, c_w_id, c_first, c_middle, c_last, c_street_1, c_street_2, c_city, c_state, c_zip, c_phone, c_since, c_credit, c_credit_lim, c_discount, c_balance, c_ytd_payment, c_payment_cnt, c_delivery_cnt, c_data) VALUES (1, 1, 1, 'fjqWUQKXrUdFMvg1', 'OE', 'BARBARBAR', 'eqJlOPNcFn5', 'dmjTvD0E3YfD2', 'kQVEQV7m15AFY', 'WF', '355211111', '6983908469064249', '2001-09-09 01:46:40.000000', 'GC', 50000.00, 0.4442, -10.00, 10.00, 1, 0, 'i7ak1ahWTT2DOaP9lkMZIqTG64lzLkZicjVbjt6MkZJEqQVvLGG8PGgpZsm7QNGL3tjyPBqWFhUgFSGD76weTt7ThvJwTQZlEXJkF7nBFiHtbUxPgKyS0g8mxGiuvXcmqf23zE6MEiXG1Df6EE0YWx9XJGIQwMVrALeLyr0FbvQ8xj3J8uRzqfrWPMRV1J0iILjlIWLTZutvnglWbT325jwNu3WAIjjpaZrx8KZtsbZBWfWjKlqMghRCjRKlaegYShA0PvsQjODz5M2EBVooLwhC7AOxi2BYIbVgBZoQQ5zpR4LNdg7iqoMmmLXkl6eFrduiqlUYg71PzeVjvi52hcHHZk18jK6EpW7fv58JwLxNuy1cfVKkUBj94WRgvnYHXaUcaOFowmh0zmsYnznJBRl2ep21DPXMiF7IlFBUeUsnR7lLsHMoQKXLw1'), (2, 1, 1, 'e8Zle59kZe', 'OE', 'BARBAROUGHT', 'PqqBTfNJrpa', 'Ef9eoBDS6L7', 'NzPguhn01FVjkEI6zQ', 'CH', '338911111', '2109525166340348', '2001-09-09 01:46:40.000000', 'BC', 50000.00, 0.3500, -10.00, 10.00, 1, 0, 'WZRtFLATQLztpY11xfH2g9x7UoPx4NK3mRRvx9Syce1qnspzc3u9rUF1BpQqjxSzdNoiMYw5o4CTnY36FMMQYq6n2udqMYracWRrT1fE0oRu8cRawejEa1nenAHkNo7De8x4SYLJ1R6QikGWq1d6iA2iFySNvXl2eewaxX4tS214JfixdPdrsJM78kdD01uMmkwAAQZ9Q8NM643NvdYy7UK8RAQ6fx9oxS2Vpkxj0xgeCiFQ8hLjDvK1dOrJ9oJlTgixr0KQw5idzLDg6nHlCcKXmirf7NlEI8FxO0BWwsK6gl2JRvZPxtmtMGt1PA6ruBK4A6lCVBdbPJAcuZ4SPLKt9vTO17vMtvgDjfR7UvnMklMgUJzkIP7lT835u7hxL2NBPwgFV');
-- The first rows; one INSERT has about 256 KiB.
INSERT INTO district (d_id, d_w_id, d_name, d_street_1, d_street_2, d_city, d_state, d_zip, d_tax, d_ytd, d_next_o_id) VALUES (1, 1, 'gkrfXXMC', 'oCMyXFgv5JgrBczxEh', 'ozKwd2I3KUA5lwz1', 'slRMoH9tlxetqrTr', 'AX', '489411111', 0.1627, 30000.00, 3001), (2, 1, 'UvveyFhUFk', 'KFshhX70RSJf', 'BePvT0jLtf5zV7VZ', 'MqruOlnf8ILw', 'WG', '850911111', 0.0811, 30000.00, 3001);
-- The first rows; one INSERT has about 256 KiB.
INSERT INTO stock (s_i_id, s_w_id, s_quantity, s_dist_01, s_dist_02, s_dist_03, s_dist_04, s_dist_05, s_dist_06, s_dist_07, s_dist_08, s_dist_09, s_dist_10, s_ytd, s_order_cnt, s_remote_cnt, s_data) VALUES (1, 1, 39, '2OsY96WTqWHi5ms0DzD8dQSM', 'p2YngghfPH1kqtvHe6w8JDMJ', 'S8Q05S3IfLbt6ABFL5isl52Z', 'xatXsqsEypFhZHyx6om9b1rz', 'j3z6r6PQAbepWR2jq6D2e7T4', 'iISSWSYQ8HjCr7fdqYlJVPwt', 'R3BdF2gDJyIUSZI6DSwEJjdo', 'oLZ2fou07CxQfTkAN05UdaEP', 'lo9b2CX7zkoCLoaKpExmgWnM', 'QhYjXt7eCVKjMBaM2OULuLCY', 0, 0, 0, 'VIUGkIZbNF48EAOqRU390hN1IrKKtC1H9'), (2, 1, 36, 'KvOb1eJgSZndF8V57srG6VYW', 'ibvoMubyk0NY8bSVzCEkVYcM', 'cu0EHdpbJyL2N5E1fx5eRgo1', 'iV5A3xDnvWpCjDUmSFgxRhhl', 'KSfRfAOW66VYGrVLgCRc7OLU', 'o1qqddbDEdHj8d0gpHdcnMRX', '9wjAuJdZV1ESZwP7I3x1UbGw', 'n8NIHtkFLPohblInXquO9z7r', '2y5iCvR8mhv2cfbPew9QmaWB', '9WZThOT9NgdWct8gv5k2Mhhr', 0, 0, 0, 'nSI1fPFlA1p2ByOABJZRZNOcAIvEHhfb');
-- The first rows; one INSERT has about 256 KiB.
INSERT INTO item (i_id, i_im_id, i_name, i_price, i_data) VALUES (1, 9728, 'wbHdItYfrCzIhBGZQ6A1mn', 49.84, 'QyGD9UKdvyKR4ijAApMBQ8bTB9VwC'), (2, 9745, 'mqjf6X8Ae4ajbNwrGbCFf', 3.65, 'GBMbO9PYqfGg5lNhEje9d3YPOBiU7RGdnz8zx8bwkSohj');
-- The first rows; one INSERT has about 256 KiB.
INSERT INTO warehouse (w_id, w_name, w_street_1, w_street_2, w_city, w_state, w_zip, w_tax, w_ytd) VALUES (1, 'A1h17JP', '4Es9HCHKgPc0CgjJ5lP', 'QZnmwqJ3EO9iScfa9x', 'l2c82QBpcwGGJbR', 'VN', '305811111', 0.0315, 300000.00);
CREATE INDEX orders_customer ON orders (o_w_id, o_d_id, o_c_id, o_id);
CREATE INDEX customer_name ON customer (c_w_id, c_d_id, c_last, c_first);
COMMENT ON TABLE customer IS 'plumbline tpcc: last names with C = 38';
ANALYZE history;
ANALYZE new_order;
ANALYZE order_line;
ANALYZE orders;
ANALYZE customer;
ANALYZE district;
ANALYZE stock;
ANALYZE item;
ANALYZE warehouse;
-- run
-- Not stationary: orders, order_line and history grow with each transaction.
-- new_order
-- new_order_begin: prepared
BEGIN ISOLATION LEVEL SERIALIZABLE;
-- new_order_customer: prepared
SELECT w_tax, c_discount, c_last, c_credit FROM warehouse, customer WHERE w_id = $1 AND c_w_id = w_id AND c_d_id = $2 AND c_id = $3;
-- new_order_district: prepared
UPDATE district SET d_next_o_id = d_next_o_id + 1 WHERE d_w_id = $1 AND d_id = $2 RETURNING d_next_o_id - 1, d_tax;
-- new_order_insert_order: prepared
INSERT INTO orders (o_id, o_d_id, o_w_id, o_c_id, o_entry_d, o_carrier_id, o_ol_cnt, o_all_local) VALUES ($1, $2, $3, $4, CURRENT_TIMESTAMP, NULL, $5, $6);
-- new_order_insert_new_order: prepared
INSERT INTO new_order (no_o_id, no_d_id, no_w_id) VALUES ($1, $2, $3);
-- new_order_items: prepared
SELECT i_id, i_price, i_data, i_name FROM item WHERE i_id = ANY($1::INTEGER[]);
-- new_order_stock: prepared
SELECT s_w_id, s_i_id, s_quantity, (ARRAY[s_dist_01, s_dist_02, s_dist_03, s_dist_04, s_dist_05, s_dist_06, s_dist_07, s_dist_08, s_dist_09, s_dist_10])[$3::INTEGER], s_data FROM stock WHERE (s_w_id, s_i_id) IN (SELECT w, i FROM unnest($1::INTEGER[], $2::INTEGER[]) AS l (w, i)) ORDER BY s_w_id, s_i_id FOR NO KEY UPDATE;
-- new_order_update_stock: prepared
UPDATE stock SET s_quantity = l.quantity, s_ytd = s_ytd + l.ytd, s_order_cnt = s_order_cnt + l.orders, s_remote_cnt = s_remote_cnt + l.remote FROM unnest($1::INTEGER[], $2::INTEGER[], $3::INTEGER[], $4::INTEGER[], $5::INTEGER[], $6::INTEGER[]) AS l (w, i, quantity, ytd, orders, remote) WHERE s_w_id = l.w AND s_i_id = l.i;
-- new_order_insert_lines: prepared
INSERT INTO order_line (ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id, ol_supply_w_id, ol_delivery_d, ol_quantity, ol_amount, ol_dist_info) SELECT $1::INTEGER, $2::INTEGER, $3::INTEGER, l.number, l.item, l.supplier, NULL, l.quantity, l.amount, l.info FROM unnest($4::INTEGER[], $5::INTEGER[], $6::INTEGER[], $7::INTEGER[], $8::DECIMAL[], $9::VARCHAR[]) AS l (number, item, supplier, quantity, amount, info);
-- new_order_commit: prepared
COMMIT;
-- payment
-- payment_begin: prepared
BEGIN ISOLATION LEVEL SERIALIZABLE;
-- payment_warehouse: prepared
UPDATE warehouse SET w_ytd = w_ytd + $1 WHERE w_id = $2 RETURNING w_name, w_street_1, w_street_2, w_city, w_state, w_zip;
-- payment_district: prepared
UPDATE district SET d_ytd = d_ytd + $1 WHERE d_w_id = $2 AND d_id = $3 RETURNING d_name, d_street_1, d_street_2, d_city, d_state, d_zip;
-- payment_customer_name: prepared
SELECT c_id FROM customer WHERE c_w_id = $1 AND c_d_id = $2 AND c_last = $3 ORDER BY c_first;
-- payment_customer: prepared
SELECT c_credit, c_first, c_middle, c_last, c_street_1, c_street_2, c_city, c_state, c_zip, c_phone, c_since, c_credit_lim, c_discount, c_balance FROM customer WHERE c_w_id = $1 AND c_d_id = $2 AND c_id = $3 FOR NO KEY UPDATE;
-- payment_update_customer: prepared
UPDATE customer SET c_balance = c_balance - $1, c_ytd_payment = c_ytd_payment + $1, c_payment_cnt = c_payment_cnt + 1 WHERE c_w_id = $2 AND c_d_id = $3 AND c_id = $4;
-- payment_update_bad_credit: prepared
UPDATE customer SET c_balance = c_balance - $1, c_ytd_payment = c_ytd_payment + $1, c_payment_cnt = c_payment_cnt + 1, c_data = left($5 || c_data, 500) WHERE c_w_id = $2 AND c_d_id = $3 AND c_id = $4 RETURNING left(c_data, 200);
-- payment_history: prepared
INSERT INTO history (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data) VALUES ($1, $2, $3, $4, $5, CURRENT_TIMESTAMP, $6, $7);
-- payment_commit: prepared
COMMIT;
-- order_status
-- order_status_begin: prepared
BEGIN ISOLATION LEVEL SERIALIZABLE READ ONLY;
-- order_status_customer_name: prepared
SELECT c_id FROM customer WHERE c_w_id = $1 AND c_d_id = $2 AND c_last = $3 ORDER BY c_first;
-- order_status_customer: prepared
SELECT c_balance, c_first, c_middle, c_last FROM customer WHERE c_w_id = $1 AND c_d_id = $2 AND c_id = $3;
-- order_status_order: prepared
SELECT o_id, o_entry_d, o_carrier_id FROM orders WHERE o_w_id = $1 AND o_d_id = $2 AND o_c_id = $3 ORDER BY o_id DESC LIMIT 1;
-- order_status_lines: prepared
SELECT ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_delivery_d FROM order_line WHERE ol_w_id = $1 AND ol_d_id = $2 AND ol_o_id = $3;
-- order_status_commit: prepared
COMMIT;
-- delivery
-- delivery_begin: prepared
BEGIN ISOLATION LEVEL SERIALIZABLE;
-- delivery_oldest: prepared
SELECT no_d_id, no_o_id FROM new_order WHERE no_w_id = $1 AND no_d_id = $2 ORDER BY no_o_id LIMIT 1 FOR UPDATE;
-- delivery_delete: prepared
DELETE FROM new_order WHERE no_w_id = $1 AND no_d_id = $2 AND no_o_id = $3;
-- delivery_order: prepared
UPDATE orders SET o_carrier_id = $4 WHERE o_w_id = $1 AND o_d_id = $2 AND o_id = $3 RETURNING o_d_id, o_c_id;
-- delivery_lines: prepared
WITH delivered AS (UPDATE order_line SET ol_delivery_d = CURRENT_TIMESTAMP WHERE ol_w_id = $1 AND ol_d_id = $2 AND ol_o_id = $3 RETURNING ol_d_id, ol_amount) SELECT ol_d_id, sum(ol_amount) FROM delivered GROUP BY ol_d_id;
-- delivery_customer: prepared
UPDATE customer SET c_balance = c_balance + $1, c_delivery_cnt = c_delivery_cnt + 1 WHERE c_w_id = $2 AND c_d_id = $3 AND c_id = $4;
-- delivery_commit: prepared
COMMIT;
-- stock_level
-- stock_level_begin: prepared
BEGIN ISOLATION LEVEL SERIALIZABLE READ ONLY;
-- stock_level_district: prepared
SELECT d_next_o_id FROM district WHERE d_w_id = $1 AND d_id = $2;
-- stock_level_stock: prepared
SELECT count(DISTINCT s_i_id) FROM order_line, stock WHERE ol_w_id = $1 AND ol_d_id = $2 AND ol_o_id >= $3 AND ol_o_id < $4 AND s_w_id = $1 AND s_i_id = ol_i_id AND s_quantity < $5;
-- stock_level_commit: prepared
COMMIT;
-- deferred_delivery, which is never drawn
-- cleanup
DROP TABLE IF EXISTS history;
DROP TABLE IF EXISTS new_order;
DROP TABLE IF EXISTS order_line;
DROP TABLE IF EXISTS orders;
DROP TABLE IF EXISTS customer;
DROP TABLE IF EXISTS district;
DROP TABLE IF EXISTS stock;
DROP TABLE IF EXISTS item;
DROP TABLE IF EXISTS warehouse;
