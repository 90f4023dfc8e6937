-- Keep what was on the shelf before each delivery. Looks harmless, and makes every restocking pay for a second write.
CREATE TABLE audit_trail (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  table_name text NOT NULL,
  row_id integer NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  before jsonb NOT NULL
);

CREATE FUNCTION keep_trail() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_trail (table_name, row_id, before) VALUES (TG_TABLE_NAME, OLD.item_id, to_jsonb(OLD));
  RETURN NEW;
END
$$;

CREATE TRIGGER supply_trail AFTER UPDATE ON supply FOR EACH ROW EXECUTE FUNCTION keep_trail();
