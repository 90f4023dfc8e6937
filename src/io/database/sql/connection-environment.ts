/** A connection as programs expect it: the variables of libpq, and the URL that most migration tools read. */
import { variableOf, wordsOfUrl } from "../../host/libpq-words.ts";

/**
 * PGHOST, PGPORT, PGUSER, PGDATABASE, PGPASSWORD, the variables of libpq's other words in the URL, and DATABASE_URL. What the URL does
 * not name is left as the program finds it; a variable that would lead it elsewhere is taken away (undefined).
 * @param url of one database; of several hosts the first is meant
 */
export function connectionEnvironment(url: string): Readonly<Record<string, string | undefined>> {
  const words = wordsOfUrl(url);
  const first = (name: string) => words.get(name)?.split(",")[0];
  const given = new Map([...words, ["host", first("host") ?? ""], ["port", first("port") || "5432"]]);
  const named = [...given].flatMap(([word, value]) => {
    const variable = variableOf(word);
    return variable === undefined || value === "" ? [] : [[variable, value] as const];
  });
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
