-- Operator class jsonb_path_ops makes a smaller index, which cannot answer the operator ?.
-- effect: 0.009
-- base
CREATE INDEX customer_tags ON customer USING gin (tags);
-- migration
DROP INDEX customer_tags; -- planted
CREATE INDEX customer_tags ON customer USING gin (tags jsonb_path_ops); -- planted
-- script
SELECT id FROM customer WHERE tags ? 't42';
