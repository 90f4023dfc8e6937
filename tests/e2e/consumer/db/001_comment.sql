COMMENT ON TABLE sbtest1 IS 'what base and head share';
