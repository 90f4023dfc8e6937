-- A policy runs a subquery for each row.
-- effect: 0.068
-- base
CREATE TABLE member (depot integer, who name);
INSERT INTO member SELECT i % 400, 'user' || i FROM generate_series(1, 400) i;
CREATE POLICY here ON customer USING (true);
ALTER TABLE customer ENABLE ROW LEVEL SECURITY;
-- migration
ALTER POLICY here ON customer USING (EXISTS (SELECT FROM member m WHERE m.depot = customer.depot OR m.who = current_user)); -- planted
-- script
\set id random(1, 39900)
SET ROLE pg_read_all_data;
SELECT count(name) FROM customer WHERE id BETWEEN :id AND :id + 50;
RESET ROLE;
