-- Sums of numeric take several times as long as those of integers.
-- effect: 0.50
-- base
CREATE TABLE ledger (account integer, amount integer);
INSERT INTO ledger SELECT i % 100, i % 5000 FROM generate_series(1, 50000) i;
-- migration
ALTER TABLE ledger ALTER amount TYPE numeric(20, 6); -- planted
-- script
SELECT account, sum(amount * amount) FROM ledger GROUP BY account;
