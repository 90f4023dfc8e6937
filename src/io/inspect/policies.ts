/** Tables whose row-level security does not bind the user of a connection. */
import type { UnboundTables } from "../../analysis/warnings/policies.ts";
import type { Query } from "./locks.ts";

/** It binds neither superusers, nor roles with BYPASSRLS, nor the owner unless it is forced. */
const UNBOUND = `
  SELECT current_user::text AS user, c.oid::regclass::text AS name
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relrowsecurity AND NOT row_security_active(c.oid) AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'
  ORDER BY 2`;

/** Of a server that cannot tell, none. */
export async function unboundTables(query: Query): Promise<UnboundTables> {
  const rows = await query(UNBOUND).catch(() => []);
  const [first] = rows;
  return {
    user: first === undefined ? "" : String(first["user"]),
    tables: rows.map(({ name }) => String(name)),
  };
}
