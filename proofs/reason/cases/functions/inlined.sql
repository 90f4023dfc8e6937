-- A function of SQL with SET is not inlined: its query is run as a whole, without the filter.
-- effect: 0.005
-- base
CREATE FUNCTION parcels_of(kind integer) RETURNS SETOF parcel LANGUAGE sql STABLE AS $$ SELECT * FROM parcel WHERE parcel.kind = $1 $$;
-- migration
ALTER FUNCTION parcels_of(integer) SET search_path = public; -- planted
-- script
\set customer random(1, 40000)
SELECT count(*) FROM parcels_of(3) WHERE customer = :customer;
