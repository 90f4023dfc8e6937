/**
 * Keeps passwords off command lines, where every user of a machine can read them (`ps`): they go into a password file that libpq
 * reads (https://www.postgresql.org/docs/current/libpq-pgpass.html).
 */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { percentDecoded } from "../../text/outside.ts";
import { withTemporary } from "../host/temporary.ts";

type SplitUrl = Readonly<{
  url: string;
  /** Lines of a password file: `host:port:database:user:password`. */
  passwords: readonly string[];
}>;

const URL_PARTS = /^(postgres(?:ql)?:\/\/)(?:([^@/?#]*)@)?([^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?/i;

/** Takes the password out of a libpq URI; one that is not a URI, or has none, comes back as it is. */
export function splitPassword(url: string): SplitUrl {
  const parts = URL_PARTS.exec(url);
  if (parts === null) return { url, passwords: [] };
  const [, scheme = "", userInfo = "", hosts = "", database = "", query = ""] = parts;
  const [user = "", ...rest] = userInfo.split(":");
  const parameters = query.split("&").filter((parameter) => parameter !== "");
  const inQuery = parameters.find((parameter) => parameter.startsWith("password="));
  const encoded = rest.length > 0 ? rest.join(":") : inQuery?.slice("password=".length);
  if (encoded === undefined || encoded === "") return { url, passwords: [] };
  // A file that the URL names would be read in place of ours.
  const isOurs = (parameter: string) => parameter === inQuery || parameter.startsWith("passfile=");
  const kept = parameters.filter((parameter) => !isOurs(parameter)).join("&");
  return {
    url: `${scheme}${user === "" ? "" : `${user}@`}${hosts}${database}${kept === "" ? "" : `?${kept}`}`,
    passwords: hosts
      .split(",")
      .map((host) => passwordLine(host, percentDecoded(user), percentDecoded(encoded))),
  };
}

function passwordLine(host: string, user: string, password: string): string {
  const [, name = "", port = ""] = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(host) ?? [];
  const fields = [percentDecoded(name.replace(/^\[|\]$/g, "")), port, "", user];
  return [...fields.map((field) => (field === "" ? "*" : quoteField(field))), quoteField(password)].join(":");
}

function quoteField(field: string): string {
  return field.replace(/[\\:]/g, "\\$&");
}

export const PASSWORD_PREFIX = "plumbline-pass-";

/**
 * A password file that only we can read, for as long as `use` takes; null where there is nothing to keep. It goes with the process,
 * and where that was killed, at the next call of another one.
 */
export async function withPasswordFile<T>(
  lines: readonly string[],
  use: (file: string | null) => Promise<T>,
): Promise<T> {
  if (lines.length === 0) return use(null);
  return await withTemporary(PASSWORD_PREFIX, async (folder) => {
    const file = path.join(folder, "pgpass");
    await writeFile(file, `${lines.join("\n")}\n`, { mode: 0o600 });
    return await use(file);
  });
}
