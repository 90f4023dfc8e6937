-- A column of the view is counted again for each row.
-- effect: 0.46
-- base
CREATE VIEW card AS SELECT id, name, depot, 0::bigint AS parcels FROM customer;
-- migration
CREATE OR REPLACE VIEW card AS SELECT id, name, depot, (SELECT count(*) FROM parcel WHERE parcel.customer = customer.id) AS parcels FROM customer; -- planted
-- script
\set id random(1, 39900)
SELECT sum(parcels), count(name) FROM card WHERE id BETWEEN :id AND :id + 50;
