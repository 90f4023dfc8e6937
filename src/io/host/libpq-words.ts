/** The words of a connection as libpq knows them: of its URL, of a service file, of the environment, and a password from a file. */

import { statSync } from "node:fs";
import { homedir, userInfo } from "node:os";
import { join } from "node:path";
import { wordTable } from "../../model/by-key.ts";
import { PlumblineError } from "../../model/errors.ts";
import { parseConnectionUrl } from "./connection-url.ts";
import type { EnvironmentVariables } from "./environment.ts";
import { readIfThere } from "./files.ts";

export type LibpqWords = ReadonlyMap<string, string>;

/** Variables of libpq (its manual, "Environment Variables"), by the words that they stand in for. */
const VARIABLES = wordTable<string>({
  host: "PGHOST",
  hostaddr: "PGHOSTADDR",
  port: "PGPORT",
  dbname: "PGDATABASE",
  user: "PGUSER",
  password: "PGPASSWORD",
  passfile: "PGPASSFILE",
  channel_binding: "PGCHANNELBINDING",
  options: "PGOPTIONS",
  sslmode: "PGSSLMODE",
  sslrootcert: "PGSSLROOTCERT",
  sslcert: "PGSSLCERT",
  sslkey: "PGSSLKEY",
  ssl_min_protocol_version: "PGSSLMINPROTOCOLVERSION",
  ssl_max_protocol_version: "PGSSLMAXPROTOCOLVERSION",
  connect_timeout: "PGCONNECT_TIMEOUT",
  target_session_attrs: "PGTARGETSESSIONATTRS",
  load_balance_hosts: "PGLOADBALANCEHOSTS",
});

/** The variable of a word of libpq; undefined: it has none. */
export function variableOf(word: string): string | undefined {
  return VARIABLES[word];
}

/** Words of a URL alone; its hosts and ports as the lists that libpq has. */
export function wordsOfUrl(url: string): LibpqWords {
  const { userInfo: login, hosts, database, parameters } = parseConnectionUrl(url);
  const [user = "", ...password] = login.split(":");
  const places = hosts.map((host) => /^(.*?)(?::(\d*))?$/.exec(host.replaceAll(/[[\]]/g, "")) ?? []);
  const bracketed = hosts.map((host) => /^\[(.*)\](?::(\d*))?$/.exec(host));
  const names = hosts.map((_, index) => decodeURIComponent(bracketed[index]?.[1] ?? places[index]![1] ?? ""));
  const ports = hosts.map((_, index) => (bracketed[index] ? bracketed[index][2] : places[index]![2]) ?? "");
  const given = {
    user: decodeURIComponent(user),
    password: decodeURIComponent(password.join(":")),
    host: names.join(","),
    port: ports.some((port) => port !== "") ? ports.join(",") : "",
    dbname: database,
  };
  return new Map([
    ...Object.entries(given).filter(([, value]) => value.replaceAll(",", "") !== ""),
    ...parameters.map((parameter) => {
      const [name = "", ...value] = parameter.split("=");
      return [decodeURIComponent(name), decodeURIComponent(value.join("="))] as const;
    }),
  ]);
}

/**
 * All words: those of the URL go before its service's, and these before the environment's. What none of them names has libpq's defaults
 * where they do not depend on the host. A URL that names its host is led nowhere else: by PGHOSTADDR, or PGSERVICE.
 * @throws PlumblineError of kind "usage" for a service that is not defined
 */
export function libpqWords(url: string, env: EnvironmentVariables): LibpqWords {
  const own = wordsOfUrl(url);
  const isPlaced = own.has("host") || own.has("hostaddr");
  const service = own.get("service") ?? (isPlaced ? undefined : env["PGSERVICE"]);
  const ofVariables = Object.entries(VARIABLES).flatMap(([word, variable]) => {
    if (isPlaced && word === "hostaddr") return [];
    const value = env[variable];
    return value === undefined || value === "" ? [] : [[word, value] as const];
  });
  const words = new Map([...ofVariables, ...(service ? serviceWords(service, env) : []), ...own]);
  const user = words.get("user") || userInfo().username;
  return new Map([["dbname", user], ...[...words].filter(([, value]) => value !== ""), ["user", user]]);
}

function serviceWords(name: string, env: EnvironmentVariables): readonly (readonly [string, string])[] {
  const system = env["PGSYSCONFDIR"];
  const files = [
    env["PGSERVICEFILE"] ?? join(homedir(), ".pg_service.conf"),
    ...(system === undefined ? [] : [join(system, "pg_service.conf")]),
  ];
  for (const file of files) {
    const lines = (readIfThere(file) ?? "").split("\n").map((line) => line.trim());
    const start = lines.indexOf(`[${name}]`);
    if (start < 0) continue;
    const end = lines.findIndex((line, index) => index > start && line.startsWith("["));
    return lines.slice(start + 1, end < 0 ? undefined : end).flatMap((line) => {
      const [, word, value] = /^([a-z_]+)=(.*)$/.exec(line) ?? [];
      return word === undefined ? [] : [[word, value!] as const];
    });
  }
  throw new PlumblineError("usage", `the connection service ${JSON.stringify(name)} is not defined`, {
    remedy: `add [${name}] to ${files.join(" or ")}, or name another file in PGSERVICEFILE`,
  });
}

/** The password for a place, of the URL or from a password file; undefined: none. libpq takes no file that others may read. */
export function passwordOf(
  words: LibpqWords,
  { host, port }: Readonly<{ host: string; port: number }>,
): string | undefined {
  const file = words.get("passfile") ?? join(homedir(), ".pgpass");
  const given = words.get("password");
  if (given !== undefined || isOpenToOthers(file)) return given;
  const place = [
    host.startsWith("/") ? "localhost" : host,
    String(port),
    words.get("dbname"),
    words.get("user"),
  ];
  for (const line of (readIfThere(file) ?? "").split("\n")) {
    if (line.startsWith("#")) continue;
    const fields =
      line
        .replace(/(?<!\r)\r+$/, "")
        .match(/(?:\\.|[^:\\])+/g)
        ?.map((field) => field.replaceAll(/\\(.)/g, "$1")) ?? [];
    if (
      fields.length === 5 &&
      place.every((value, index) => fields[index] === "*" || fields[index] === value)
    )
      return fields[4];
  }
  return undefined;
}

/** False for a file that this user cannot reach: the home folder may be another user's. */
function isOpenToOthers(file: string): boolean {
  try {
    return (statSync(file).mode & 0o077) !== 0;
  } catch {
    return false;
  }
}
