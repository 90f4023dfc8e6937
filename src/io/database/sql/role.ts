/** Whether connections become the role that their URL asks for. */
import { PlumblineError } from "../../../model/errors.ts";
import { withRole } from "../../host/connection-url.ts";
import { queryRows } from "./connect.ts";

export type RoleFault = Readonly<{
  what: string;
  remedy: string;
  /** The server has no such role. */
  isMissing: boolean;
}>;

/** Poolers take few parameters of a session: PgBouncer refuses a role, or is told to ignore all options. */
const POOLER =
  "let the URL lead to the server itself; or let its user be the role from the start (ALTER ROLE user SET role = ...), and name no role here";

/** @returns null where connections become it @throws as withClient, where there is no connection without the role either */
export async function roleFault(url: string, role: string, signal: AbortSignal): Promise<RoleFault | null> {
  const purpose = { what: "for its role", signal };
  const whoAmI = "SELECT current_user::text AS name";
  const [asked, failure] = await queryRows<{ name: string }>(withRole(url, role), purpose, whoAmI).then(
    ([row]) => [row?.name ?? "", null] as const,
    (error: unknown) => [null, error] as const,
  );
  signal.throwIfAborted();
  if (asked === role) return null;
  const named = JSON.stringify(role);
  const [user] = await queryRows<{ name: string; isThere: boolean }>(
    url,
    purpose,
    `SELECT current_user::text AS name, EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS "isThere"`,
    [role],
  );
  if (user?.isThere !== true)
    return {
      what: `the server has no role ${named}`,
      remedy: `let the first SQL file of database.setup say CREATE ROLE ${quotedRole(role)}, with the GRANTs it needs, or correct the name`,
      isMissing: true,
    };
  if (failure === null)
    return {
      what: `connections are ${JSON.stringify(asked)}, and not ${named} as they ask: a pooler in between leaves that out`,
      remedy: POOLER,
      isMissing: false,
    };
  const words = refusalWords(failure);
  const mayNot = /permission denied/.test(words);
  return {
    what: `${user.name} does not become ${named}: ${words}`,
    remedy: mayNot ? `let the server's owner GRANT ${quotedRole(role)} TO ${quotedRole(user.name)}` : POOLER,
    isMissing: false,
  };
}

function refusalWords(failure: unknown): string {
  const cause = failure instanceof PlumblineError ? (failure.cause ?? failure) : failure;
  return (cause as Error).message;
}

function quotedRole(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}
