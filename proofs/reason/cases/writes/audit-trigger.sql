-- A trigger writes a copy of each row, as JSON.
-- effect: 0.51
-- base
CREATE TABLE audit (at timestamptz, row_before jsonb, row_after jsonb);
-- migration
CREATE FUNCTION audited() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO audit VALUES (clock_timestamp(), to_jsonb(OLD), to_jsonb(NEW)); RETURN NEW; END $$;
CREATE TRIGGER customer_audit BEFORE UPDATE ON customer FOR EACH ROW EXECUTE FUNCTION audited(); -- planted
-- script
\set id random(1, 39950)
UPDATE customer SET points = points + 1 WHERE id BETWEEN :id AND :id + 10;
