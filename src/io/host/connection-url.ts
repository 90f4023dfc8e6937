/** libpq connection URIs as text: WHATWG's URL class refuses lists of hosts, which libpq takes. */
import { PlumblineError } from "../../model/errors.ts";
import { redact } from "../../model/secrets.ts";

type ConnectionUrl = Readonly<{
  scheme: string;
  /** User and password as written, percent-encoded. */
  userInfo: string;
  /** host:port each; one empty string for none. */
  hosts: readonly string[];
  /** Decoded; "" where the URL names none. */
  database: string;
  /** name=value each, as written. */
  parameters: readonly string[];
}>;

const PARTS = /^(postgres(?:ql)?:\/\/)(?:([^@/?#]*)@)?([^@/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/i;
const PORT_MOST = 65_535;

/** @throws PlumblineError of kind "usage" where the text is no such URI */
export function parseConnectionUrl(url: string): ConnectionUrl {
  const found = PARTS.exec(url);
  const parts = found?.[3]?.split(",").every(isHost) ? found : null;
  const decoded = parts === null ? null : decode(parts[4] ?? "");
  if (parts === null || decoded === null || parts.some((part) => decode(part ?? "") === null)) {
    throw new PlumblineError("usage", `${JSON.stringify(redact(url))} is not a connection URL`, {
      remedy:
        "write it as postgres://user@host:port/database with a number for the port; a password goes after the user and a colon, with %40 for @, %2F for / and %25 for % inside of it",
    });
  }
  const [, scheme = "", userInfo = "", hosts = "", , query = ""] = parts;
  return {
    scheme,
    userInfo,
    hosts: hosts.split(","),
    database: decoded,
    parameters: query.split("&").filter((parameter) => parameter !== ""),
  };
}

/** Refuses the start of a password with a slash that is not encoded: it would be taken for a host, and be shown. */
function isHost(text: string): boolean {
  const match = /^(?:\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(text);
  return match !== null && Number(match[1] ?? "") <= PORT_MOST;
}

/** Null where a percent sign stands alone. */
function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

export function printConnectionUrl({ scheme, userInfo, hosts, database, parameters }: ConnectionUrl): string {
  const user = userInfo === "" ? "" : `${userInfo}@`;
  const query = parameters.length === 0 ? "" : `?${parameters.join("&")}`;
  return `${scheme}${user}${hosts.join(",")}/${encodeURIComponent(database)}${query}`;
}

/** The same server and user, another database. */
export function withDatabase(url: string, database: string): string {
  return printConnectionUrl({ ...parseConnectionUrl(url), database });
}

/** Parameters that say where a server is, or how the way there is secured. */
const OF_THE_WAY =
  /^(?:host|hostaddr|port|service|ssl\w*|gssencmode|channel_binding|target_session_attrs|load_balance_hosts)=/;

/**
 * The same user and database at a port of this machine, which is reached without TLS. All of the way is written, because libpq takes
 * what is left out from the environment (PGHOSTADDR, PGCHANNELBINDING).
 * @param password the one that the place itself had; goes where the URL has none
 */
export function atLocalPort(url: string, port: number, password: string | null): string {
  const parts = parseConnectionUrl(url);
  const parameters = parts.parameters.filter((parameter) => !OF_THE_WAY.test(parameter));
  const isGiven = parts.userInfo.includes(":") || parameters.some((each) => each.startsWith("password="));
  const given = isGiven || password === null ? [] : [`password=${encodeURIComponent(password)}`];
  return printConnectionUrl({
    ...parts,
    hosts: [`127.0.0.1:${port}`],
    parameters: [...parameters, ...given, ...LOCAL_WAY],
  });
}

const LOCAL_WAY = ["hostaddr=127.0.0.1", "sslmode=disable", "gssencmode=disable", "channel_binding=disable"];

/** The same place for a program with any client: clients without libpq refuse words that it alone knows, or send them to the server. */
export function forAnyClient(url: string): string {
  const parts = parseConnectionUrl(url);
  const parameters = parts.parameters.filter(
    (each) => !/^(?:hostaddr|gssencmode|channel_binding)=/.test(each),
  );
  return printConnectionUrl({ ...parts, parameters });
}

/**
 * The same place, as that role: each connection asks for it when it begins, so that no statement is spent on it and one that is lost
 * comes back with it. Other options stay, and those of PGOPTIONS, which libpq takes from the environment only where a URL has none.
 */
export function withRole(url: string, role: string, env: NodeJS.ProcessEnv = process.env): string {
  const parts = parseConnectionUrl(url);
  const isOptions = (parameter: string) => parameter.startsWith("options=");
  const said = parts.parameters.find(isOptions)?.slice("options=".length);
  const others = said === undefined ? (env["PGOPTIONS"] ?? "") : decodeURIComponent(said);
  const options = `${others} -c role=${role.replace(/[\\\s]/g, String.raw`\$&`)}`.trim();
  const parameters = parts.parameters.filter((parameter) => !isOptions(parameter));
  return printConnectionUrl({
    ...parts,
    parameters: [...parameters, `options=${encodeURIComponent(options)}`],
  });
}

/** Names of all hosts, without ports; addresses of IPv6 keep their brackets. */
export function hostNames(url: string): readonly string[] {
  return parseConnectionUrl(url).hosts.map((host) => host.replace(/:\d+$/, ""));
}

/** host:port of all hosts, for people. */
export function serverAddress(url: string): string {
  const { hosts } = parseConnectionUrl(url);
  return hosts.join(", ") || "the local socket";
}

/** host:port/database, for people. */
export function databaseAddress(url: string): string {
  const { database } = parseConnectionUrl(url);
  return database === "" ? serverAddress(url) : `${serverAddress(url)}/${database}`;
}

/** True where both are written as the same database of the same place; two names of one host are not known to be one. */
export function sameDatabase(one: string, other: string): boolean {
  return databaseKeyOf(one) === databaseKeyOf(other);
}

/** Everything that says where it is; who asks, and how, is left out. */
function databaseKeyOf(url: string): string {
  const { userInfo, hosts, database, parameters } = parseConnectionUrl(url);
  const places = hosts.map((host) => (/:\d+$/.test(host) ? host : `${host}:5432`).toLowerCase());
  const more = parameters.filter((parameter) => /^(?:host|hostaddr|port|dbname)=/.test(parameter)).sort();
  return JSON.stringify([places, database || userInfo.split(":")[0], more]);
}
