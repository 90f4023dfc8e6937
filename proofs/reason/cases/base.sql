-- What all cases begin with: customers, their parcels, what is written all the time, and what no workload touches.
CREATE TABLE customer (
  id integer PRIMARY KEY,
  name text NOT NULL,
  mail text NOT NULL,
  points integer NOT NULL DEFAULT 0,
  active boolean NOT NULL,
  depot integer NOT NULL,
  city integer NOT NULL,
  tags jsonb NOT NULL
);
INSERT INTO customer
  SELECT i, md5(i::text), 'c' || i || '@example.org', 0, i % 50 = 0, i % 400, (i % 400) * 3 + 1, jsonb_build_object('t' || i % 2000, i)
  FROM generate_series(1, 40000) i;
CREATE INDEX customer_name ON customer (name);
CREATE TABLE parcel (
  id integer PRIMARY KEY,
  customer integer NOT NULL,
  at timestamptz NOT NULL,
  kind integer NOT NULL,
  weight integer NOT NULL,
  note text NOT NULL DEFAULT 'none'
);
INSERT INTO parcel
  SELECT i, 1 + (i::bigint * 7919) % 40000, timestamptz '2026-01-01' + i * interval '1 min', i % 7, i % 900, 'none'
  FROM generate_series(1, 120000) i;
CREATE INDEX parcel_customer ON parcel (customer, at DESC) INCLUDE (kind);
CREATE VIEW latest AS SELECT customer, at, kind FROM parcel;
CREATE TABLE journal (id bigint GENERATED ALWAYS AS IDENTITY, customer integer, body text, at timestamptz DEFAULT now());
CREATE FUNCTION fee(weight integer) RETURNS integer LANGUAGE plpgsql AS $$ BEGIN RETURN weight * 3; END $$;
CREATE FUNCTION elsewhere(t text) RETURNS text LANGUAGE sql AS $$ SELECT t $$;
CREATE TABLE other (id integer, v integer);
