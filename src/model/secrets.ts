/** Passwords and tokens in text: how they are recognised, so that they can be hidden wherever text goes. */

/** Word that may hold a URL. One expression for a whole URL would try every start with every end: minutes for a stranger's text. */
const WORD = /[^\s"<>]+/g;
const SCHEME_END = /[a-z][a-z0-9+.-]{0,30}$/i;
const USER = /[^\s:@/?#"']*:/y;

/**
 * libpq's keywords and URL parameters (`password`, `sslpassword`; since 18 the keys of SCRAM and OAuth's secret), and variables such as
 * PGPASSWORD and POSTGRES_PASSWORD; values may be quoted.
 */
const AS_KEYWORD =
  /((?:(?:\b|_|pg|ssl)password|\bscram_(?:client|server)_key|\boauth_client_secret)\s*=\s*)('(?:[^'\\]|\\.)*'|"[^"\\\s,]+"|[^\s&'"]+)/gi;

/** The same words as a field of JSON or YAML: `"password": "x"`, `password: x`. Not prose: a colon alone, then at most one word or a quoted text. */
const AS_FIELD =
  /((?:\b|_|pg|ssl)password["']?\s*:[^\S\n]*)('(?:[^'\\\n]|\\.|'')*'|"(?:[^"\\\n]|\\.)*"|[^\s"',;{}[\]]+)/gi;

/** SQL's `PASSWORD 'x'`, also with the E, U& or N of a string. */
const IN_SQL = /(\bpassword\s+)((?:E|U&|N)?'(?:[^'\\]|\\.|'')*')/gi;

/** HTTP's header with its scheme, and the schemes alone where a token follows that is too long for a word. */
const AUTHORIZATION =
  /(\b(?:proxy-)?authorization["']?\s*[:=]\s*["']?(?:(?:bearer|token|basic|digest|apikey)\s+)?|\bbearer\s+(?=\S{16}))[^\s"',;]+/gi;

/** Three parts of base64url, the first of which is a JSON object: RFC 7519, 7515. The last is empty where nothing is signed. */
const JWT = /\beyJ[\w-]{6,500}\.[\w-]+\.[\w-]*/g;

/**
 * Tokens by their shapes: GitHub's (https://docs.github.com/authentication, "GitHub's token formats"), also those of
 * installations that hold a JWT: `ghs_APPID_HEADER.PAYLOAD.SIGNATURE`; GitLab's; Slack's; an AWS access key's id.
 */
const TOKEN =
  /\b(gh[pousr]_|github_pat_|gl(?:pat|dt|rt|cbt|ptt|ft|soat|imt|agent|ffct)-|xox[abeprs]-|AKIA|ASIA)[\w-]{10,}(?:\.[\w-]+)*/g;

/** Names of variables whose whole value is a secret: LICENSE, API_KEY, DB_PASS. Not PWD, which every shell sets to a folder. */
const SECRET_NAME =
  /(?:password|passwd|passphrase|secret|token|credentials?|licen[cs]e|api_?key|_pwd|(?:^|_)(?:pass|key))$/i;

/** Values of such variables that are no secrets: settings, ports, and texts too short to be searched for in a log. */
const NO_SECRET = /^(?:.{0,3}|\d{1,5}|false|true|none|default|auto|accept(?:ed)?|enabled?|disabled?)$/i;

/** Part of another word or number, such a value is something else: "hand" in "handle". */
const WORD_OR_NUMBER = /^(?:\p{L}+|\d+)$/u;

/**
 * The text with its secrets replaced by `***`.
 * @param secrets values that are hidden wherever they stand (secretsOf), with those that can be recognised by what is around them
 */
export function redact(text: string, secrets: readonly string[] = []): string {
  const rest = secrets.reduce((left, secret) => left.replaceAll(anywhere(secret), "***"), text);
  const behind = [AS_KEYWORD, AS_FIELD, IN_SQL, AUTHORIZATION, TOKEN];
  return behind
    .reduce((left, pattern) => left.replace(pattern, "$1***"), rest.replace(WORD, maskPassword))
    .replace(JWT, "***");
}

function maskPassword(word: string): string {
  const place = passwordIn(word);
  return place === null ? word : `${word.slice(0, place.from)}***${word.slice(place.to)}`;
}

/** Place of the password in `scheme://user:password@`: up to the last @ of the word, since people forget to encode those in it. */
function passwordIn(word: string): Readonly<{ from: number; to: number }> | null {
  const to = word.lastIndexOf("@");
  for (let at = word.indexOf("://"); at >= 0 && at < to; at = word.indexOf("://", at + 3)) {
    USER.lastIndex = at + 3;
    const hasUser = USER.test(word) && USER.lastIndex <= to;
    if (hasUser && SCHEME_END.test(word.slice(Math.max(0, at - 31), at))) return { from: USER.lastIndex, to };
  }
  return null;
}

function anywhere(secret: string): string | RegExp {
  return WORD_OR_NUMBER.test(secret) ? new RegExp(`(?<![\\p{L}\\d])${secret}(?![\\p{L}\\d])`, "gu") : secret;
}

/**
 * The secrets among the variables of a server and in the URL that it is reached by, the longest first: passwords within values, whatever
 * the variable is called, and whole values of variables whose names say so. A password that is also the user or the database of the URL
 * hides nothing, and without it the log would be hard to read.
 */
export function secretsOf(env: Readonly<Record<string, string | undefined>>, url = ""): readonly string[] {
  const found = Object.entries(env).flatMap(([name, value = ""]) => [
    ...(SECRET_NAME.test(name) ? value.split("\n").map((line) => line.trim()) : []),
    ...passwordsIn(value),
  ]);
  const shown = new Set(redact(url).split(/\W+/));
  const secret = [...found, ...passwordsIn(url)].filter((text) => !NO_SECRET.test(text) && !shown.has(text));
  const forms = secret.flatMap((text) => [text, encodeURIComponent(text)]);
  return [...new Set(forms)].toSorted((a, b) => b.length - a.length);
}

/** The passwords in a text, each as it is written and as it is meant: both can turn up in what other programs say. */
export function passwordsIn(text: string): readonly string[] {
  const inUrls = [...text.matchAll(WORD)].flatMap(([word]) => {
    const place = passwordIn(word);
    return place === null ? [] : [word.slice(place.from, place.to)];
  });
  const named = [AS_KEYWORD, AS_FIELD].flatMap((pattern) => [...text.matchAll(pattern)]);
  const written = [...inUrls, ...named.map((match) => match[2]!)];
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
