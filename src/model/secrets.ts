/** Passwords and tokens in text: how they are recognised, so that they can be hidden wherever text goes. */

/** `scheme://user:password@`: up to the last @ of the word, since people forget to encode those in the password. */
const IN_URL = /([a-z][a-z0-9+.-]*:\/\/[^\s:@/?#"']*:)([^\s"<>]*)(?=@)/gi;

/**
 * libpq's keywords and URL parameters (`password`, `sslpassword`), and variables such as PGPASSWORD and POSTGRES_PASSWORD; values may be
 * quoted.
 */
const AS_KEYWORD = /((?:\b|_|pg|ssl)password\s*=\s*)('(?:[^'\\]|\\.)*'|"[^"\\\s,]+"|[^\s&'"]+)/gi;

/** What GitHub's tokens look like: https://docs.github.com/authentication, "GitHub's token formats". */
const TOKEN = /\b(gh[pousr]_|github_pat_)\w{10,}/g;

/** The text with its secrets replaced by `***`. */
export function redact(text: string): string {
  return text.replace(IN_URL, "$1***").replace(AS_KEYWORD, "$1***").replace(TOKEN, "$1***");
}

/** The passwords in a text, each as it is written and as it is meant: both can turn up in what other programs say. */
export function passwordsIn(text: string): readonly string[] {
  const written = [...text.matchAll(IN_URL), ...text.matchAll(AS_KEYWORD)].map((match) => match[2]!);
  const meant = written.flatMap((each) => [each, unquoted(each), decoded(each)]);
  return [...new Set(meant)].filter((each) => each !== "" && each !== "***");
}

function unquoted(text: string): string {
  return /^(['"]).*\1$/s.test(text) ? text.slice(1, -1).replace(/\\(.)/gs, "$1") : text;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // A password with a bare percent sign: the connection will say so.
  }
}
