// The command line of a measuring script: its leading comment is its --help, and what it does not know is refused by name.
import { readFileSync } from "node:fs";
import { type ParseArgsConfig, parseArgs } from "node:util";

type Options = NonNullable<ParseArgsConfig["options"]>;
type Values<O extends Options> = ReturnType<typeof parseArgs<{ options: O }>>["values"];

/**
 * The options and the positional arguments that a script was called with. Ends the process on --help (exit code 0) and on anything
 * that the script does not know (2).
 * @param file the script: `import.meta.filename`
 * @param known what it knows; `most`: how many positional arguments
 */
export function commandLine<const O extends Options = Record<string, never>>(
  file: string,
  { options, most = 0 }: { options?: O; most?: number },
): { values: Values<O>; positionals: string[] } {
  const help = leadingComment(readFileSync(file, "utf8"));
  try {
    const { values, positionals } = parseArgs({
      options: { ...options, help: { type: "boolean", short: "h" } },
      allowPositionals: most > 0,
    });
    if (values.help === true) {
      console.log(help);
      process.exit(0);
    }
    if (positionals.length > most) throw new TypeError(`one argument too many: '${positionals[most]}'`);
    return { values: values as Values<O>, positionals };
  } catch (error) {
    console.error(`error: ${(error as Error).message}\n\n${help}`);
    process.exit(2);
  }
}

/** The first comment of a script's source: a block or lines. */
export function leadingComment(text: string): string {
  const source = text.replace(/^#!.*\n/, "");
  const block = /^\/\*\*\n([\s\S]*?)\n \*\//.exec(source)?.[1];
  const lines = block?.split("\n").map((line) => line.replace(/^ \* ?/, ""));
  return (
    lines ??
    source
      .split(/\n(?!\/\/)/)[0]!
      .split("\n")
      .map((line) => line.replace(/^\/\/ ?/, ""))
  ).join("\n");
}
