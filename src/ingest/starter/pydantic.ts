/** Settings of pydantic: classes whose fields are read from the environment. */

/** A variable that a field is read from. */
export type SettingsField = Readonly<{
  name: string;
  /** Its type, as written, but without None where an empty text does not mean it. */
  type: string;
  /** True if the program does not start without it. */
  isRequired: boolean;
}>;

type SettingsText = Readonly<{ classes: readonly SettingsClass[]; isFirst: boolean; ignoresEmpty: boolean }>;
type SettingsClass = Readonly<{ name: string; bases: string; body: string }>;

/** Pydantic's first version, in which `str | None` is None where nothing is said: from the second on it must be said. */
const FIRST_VERSION =
  /\bfrom\s+pydantic(?:\.v1)?\s+import\s(?:\s*\([^)]{0,2000}|[^\n(]{0,2000})\bBaseSettings\b/;
/** Variables without text are taken for none. */
const IGNORES_EMPTY = /\benv_ignore_empty["']?\s*[:=]\s*True\b/;

/** The fields of all classes of settings in a text, each by the name that pydantic looks for, whatever its case. */
export function settingsFields(text: string): readonly SettingsField[] {
  const classes = classesIn(text);
  const version = { isFirst: FIRST_VERSION.test(text), ignoresEmpty: IGNORES_EMPTY.test(text) };
  return classes
    .filter(({ bases }) => /Settings\b/.test(bases))
    .flatMap((each) => {
      const prefix = /\benv_prefix["']?\s*[:=]\s*["']([^"']*)["']/.exec(each.body)?.[1] ?? "";
      const delimiter = /\benv_nested_delimiter["']?\s*[:=]\s*["']([^"']+)["']/.exec(each.body)?.[1];
      // No shell takes other names, and none else may stand in a command.
      return fieldsOf(each, prefix, delimiter, { classes, ...version }).filter(({ name }) =>
        /^[A-Z_]\w*$/.test(name),
      );
    });
}

const CLASS = /^class[ \t]+(\w+)[ \t]*\(([^)]*)\)[ \t]*:.*\n((?:(?:[ \t#].*)?\n)*)/gm;

function classesIn(text: string): readonly SettingsClass[] {
  return [...`${text}\n`.matchAll(CLASS)].map(([, name, bases, body]) => ({
    name: name!,
    bases: bases!,
    body: body!.replace(/"""[\s\S]*?"""/g, ""),
  }));
}

/** `name: type = value`, by the indentation of the first of them: deeper ones are those of functions. */
const FIELD =
  /^([ \t]+)(\w+)[ \t]*:[ \t]*(?=[A-Za-z_][\w.]*(?:\[[^\n=#]*\])?[ \t]*(?:[|=#]|$))([^\n=#]*)(?:=([^\n#]*))?/gm;
/** Levels of classes within classes that are followed. */
const DEPTH_MOST = 3;

function fieldsOf(
  { body }: SettingsClass,
  prefix: string,
  delimiter: string | undefined,
  text: SettingsText,
  depth = 0,
): readonly SettingsField[] {
  const all = [...body.matchAll(FIELD)];
  const indent = all[0]?.[1];
  return all.flatMap(([, indented, field, written, given]) => {
    const [type, value] = [written!.trimEnd(), given?.trim()];
    if (indented !== indent || field === "model_config" || /^(?:ClassVar|return\b)/.test(type)) return [];
    const name = (aliasIn(value ?? "") ?? `${prefix}${field}`).toUpperCase();
    const named = type.replace(/\|\s*None$/, "").trimEnd();
    const nested = text.classes.find(
      (each) => each.name === named && /(?:Model|Settings|Config)\b/.test(each.bases),
    );
    if (nested !== undefined && depth < DEPTH_MOST) {
      if (delimiter === undefined) return [];
      return fieldsOf(nested, `${name}${delimiter}`, delimiter, text, depth + 1).map((each) =>
        value === undefined ? each : { ...each, isRequired: false },
      );
    }
    const isEmpty =
      value === undefined || /^(?:Field\(\s*(?:\.\.\.|\)|(?!default)\w+\s*=)|\.\.\.)/.test(value);
    const isOptional = /\bNone\b|\bOptional\b/.test(type);
    const isNone = text.isFirst && isOptional && !(value ?? "").includes("...");
    const isRequired = isEmpty && !/\bdefault(?:_factory)?\s*=/.test(value ?? "") && !isNone;
    return [{ name, type: text.ignoresEmpty ? withoutNone(type) : type, isRequired }];
  });
}

function withoutNone(type: string): string {
  return type.replace(/(?<!\s)\s*\|\s*None\b|\bNone\s*\|\s*/g, "").replace(/^Optional\[(.+)\]$/, "$1");
}

/** `Field(..., env="DB_HOST")`, `Field(validation_alias="DB_HOST")` */
function aliasIn(value: string): string | undefined {
  return /\b(?:env|alias|validation_alias)\s*=\s*(?:AliasChoices\(\s*)?["'](\w+)["']/.exec(value)?.[1];
}
