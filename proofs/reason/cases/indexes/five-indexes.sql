-- Five indexes are added to a table that rows are only put into.
-- effect: 0.29
-- migration
CREATE INDEX journal_customer ON journal (customer); -- planted
CREATE INDEX journal_at ON journal (at); -- planted
CREATE INDEX journal_body ON journal (body); -- planted
CREATE INDEX journal_customer_at ON journal (customer, at); -- planted
CREATE INDEX journal_id ON journal (id); -- planted
-- script
\set customer random(1, 1000000)
INSERT INTO journal (customer, body) SELECT :customer + i * 7919 % 1000, md5((:customer + i)::text) FROM generate_series(1, 20) i;
