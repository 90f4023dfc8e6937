/** Variables without which a program's settings cannot be read, and values for them where nothing else has any. */
import { type SettingsField, settingsFields } from "./pydantic.ts";

/** Python's strict ways to read the environment: without a second argument they fail for what is not there. */
const STRICT =
  /\benviron\[\s*["']([A-Z][A-Z0-9_]*)["']\s*\](?!\s*=[^=])|\b(?:env(?:\.(\w+))?|config)\(\s*["']([A-Z][A-Z0-9_]*)["']\s*(?:,\s*cast\s*=\s*(\w+)(?:[^\w),][^),]*)?)?\)/g;
/** What is read into a number, or whose methods are called, must be there, too. */
const USED =
  /(?:\b(int|float)\(\s*)?\b(?:os\.)?(?:environ\.get|getenv)\(\s*["']([A-Z][A-Z0-9_]*)["']\s*\)\s*([).]?)/g;

/** Variables that every process has. */
const OF_SYSTEM = /^(?:HOME|PATH|USER|PWD|SHELL|TMPDIR|LANG|HOSTNAME)$/;

/** Required variables of files in Python, each once. */
export function requiredNames(texts: readonly string[]): readonly Pick<SettingsField, "name" | "type">[] {
  const all = texts.filter(isPython).flatMap((text) => [
    ...settingsFields(text).filter(({ isRequired }) => isRequired),
    ...[...text.matchAll(STRICT)].map(([, index, method, call, cast]) => ({
      name: index ?? `${prefixOf(text)}${call}`,
      type: cast ?? method ?? "str",
    })),
    ...[...text.matchAll(USED)]
      .filter(([, number, , after]) => (number === undefined ? after === "." : after === ")"))
      .map(([, number, name]) => ({ name: name!, type: number ?? "str" })),
  ]);
  const asked = all.filter(
    ({ name }) => !OF_SYSTEM.test(name) && !texts.some((text) => isDeclared(text, name)),
  );
  return [...new Map(asked.map(({ name, type }) => [name, { name, type }])).values()];
}

/** What django-environ puts before all names. */
export const prefixOf = (text: string) => /\benv\.prefix\s*=\s*["'](\w+)["']/.exec(text)?.[1] ?? "";

/** True for a name that has a type and a value, as arguments and dictionaries of django-environ's have, or that is read only where it is set. */
function isDeclared(text: string, name: string): boolean {
  return new RegExp(
    String.raw`\b${name}["']?\s*[=:]\s*\(\s*\w+\s*,|["']${name}["']\s+in\s+(?:os\.)?environ\b|\bif\s+(?:os\.)?(?:environ\.get|getenv)\(\s*["']${name}["']\s*\)(?!\s*[=!]=)`,
  ).test(text);
}

export function isPython(text: string): boolean {
  return /^[ \t]*(?:from\s+[\w.]+\s+import\b|import\s+[\w.]+\s*(?:as\s+\w+\s*)?$)/m.test(text);
}

/** Values by the type first, and by the name where any text would do. */
const VALUES: readonly (readonly [type: RegExp, name: RegExp, value: string])[] = [
  // What may be None switches on what it is for; an empty text does not.
  [/^(?:(?:typing\.)?Optional\[\s*str\s*\]|str\s*\|\s*None|None\s*\|\s*str)$/, /^/, ""],
  [/\bbool\b/i, /^/, "false"],
  [/\b(?:int|float|Decimal|PositiveInt)\b/, /^/, "1"],
  [/\b(?:dict|Dict)\b/, /^/, "{}"],
  [/\b(?:list|List|set|Set|tuple|Sequence)\b/, /^/, "[]"],
  [/Email/, /^/, "nobody@example.com"],
  [/RedisDsn/, /^/, "redis://localhost:6379/0"],
  [/PostgresDsn/, /^/, "postgresql://localhost/none"],
  [/Amqp|Kafka|Mongo/, /^/, "amqp://localhost/"],
  [/Url|Dsn/, /^/, "http://localhost"],
  [/Path/, /^/, "/tmp"],
  [/^/, /EMAIL/, "nobody@example.com"],
  [/^/, /REDIS\w*(?:URL|URI|DSN)$|BROKER_URL$/, "redis://localhost:6379/0"],
  [/^/, /(?:DB|DATABASE|POSTGRES)\w*(?:URL|URI|DSN)$/, "postgresql://localhost/none"],
  [/^/, /(?:URL|URI|ENDPOINT|ORIGIN)$/, "http://localhost"],
  [/^/, /(?:HOST|SERVER)$/, "localhost"],
  [/^/, /(?:PORT|TIMEOUT|MINUTES|SECONDS|DAYS|SIZE|LIMIT)$/, "1"],
  [/^/, /ALGORITHM$/, "HS256"],
  [/^/, /^(?:DEBUG|TESTING)$/, "false"],
];
/** Keys are often asked to be of 32 characters at least. */
const ANY = "made-up-by-plumbline-init-0123456789";

export function inventedValue(name: string, type: string): string {
  return VALUES.find(([ofType, ofName]) => ofType.test(type) && ofName.test(name))?.[2] ?? ANY;
}
