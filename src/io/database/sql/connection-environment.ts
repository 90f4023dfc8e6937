/** A connection as programs expect it: the variables of libpq, and the URL that most migration tools read. */
import { parseConnectionUrl } from "./connection-url.ts";

/**
 * PGHOST, PGPORT, PGUSER, PGDATABASE, PGPASSWORD, PGSSLMODE and DATABASE_URL. What the URL does not name is left as the program
 * finds it; a variable that would lead it elsewhere is taken away (undefined).
 * @param url of one database; of several hosts the first is meant
 */
export function connectionEnvironment(url: string): Readonly<Record<string, string | undefined>> {
  const { userInfo, hosts, database, parameters } = parseConnectionUrl(url);
  const asked = new Map(
    parameters.map((parameter) => {
      const [name = "", ...value] = parameter.split("=");
      return [name, decodeURIComponent(value.join("="))] as const;
    }),
  );
  const [user, ...password] = userInfo.split(":");
  const [, host, port] = /^(.*?)(?::(\d+))?$/.exec(hosts[0] ?? "") ?? [];
  const given = {
    PGHOST: asked.get("host") ?? withoutBrackets(host),
    PGPORT: asked.get("port") ?? port ?? "5432",
    PGUSER: asked.get("user") ?? decoded(user),
    PGDATABASE: asked.get("dbname") ?? database,
    PGPASSWORD: asked.get("password") ?? decoded(password.join(":")),
    PGSSLMODE: asked.get("sslmode"),
  };
  const named = Object.entries(given).filter(([, value]) => value !== undefined && value !== "");
  return {
    PGHOSTADDR: undefined,
    PGSERVICE: undefined,
    ...Object.fromEntries(named),
    DATABASE_URL: inFull(url),
  };
}

/** The scheme that all tools know: SQLAlchemy, and so Alembic, refuses the short one. */
function inFull(url: string): string {
  return url.replace(/^postgres:/, "postgresql:");
}

/** Brackets are of the URL: an address of IPv6 has none elsewhere. */
function withoutBrackets(host: string | undefined): string | undefined {
  return host?.replace(/^\[(.*)\]$/, "$1");
}

function decoded(text: string | undefined): string | undefined {
  return text === undefined ? undefined : decodeURIComponent(text);
}
