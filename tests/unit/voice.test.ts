/** docs/style.md, where it can be counted: every text that describes a field, an input, an output or an option, and every remedy. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { blockComments, docComments, FRAGMENT } from "../../scripts/lib/voice.ts";
import { createProgram } from "../../src/apps/cli/program.ts";
import { RESOURCES } from "../../src/apps/server/resources.ts";
import { FIELDS } from "../../src/config/fields.ts";
import { ConfigFile } from "../../src/config/schema.ts";
import { OUTPUTS } from "../../src/io/host/actions.ts";
import { literalsOf, namedRemedies, sources } from "../support/source-texts.ts";

const UNCLEAR =
  /\b(?:whoever|nobody|somebody|mends?|anew|beside|the begin|without a word)\b|\b(?:is|are) (?:told|said)\b/i;

/** What docs/style.md has against a description; null: nothing. */
function fault(text: string): string | null {
  if (FRAGMENT.test(text)) return "is a fragment";
  if (UNCLEAR.test(text)) return "has an unclear word";
  if (/^[a-z]/.test(text) && !/^[a-z-]+ (?:answers|measures)\b/.test(text))
    return "begins with a small letter";
  if (!/[.?]$/.test(text)) return "has no full stop";
  return null;
}

type Schema = { description?: string; [key: string]: unknown };

/** Every description in a JSON Schema, with its path. */
function described(schema: unknown, path: string): [string, string][] {
  if (typeof schema !== "object" || schema === null) return [];
  const { description, ...rest } = schema as Schema;
  const own: [string, string][] = typeof description === "string" ? [[path, description]] : [];
  return [...own, ...Object.entries(rest).flatMap(([key, value]) => described(value, `${path}/${key}`))];
}

const config = described(z.toJSONSchema(ConfigFile, { io: "input", unrepresentable: "any" }), "");
const fields = FIELDS.map(({ name, help }) => [name, help] as const);
const catalog = described(
  JSON.parse(
    readFileSync(path.resolve(import.meta.dirname, "../../docs/schema/describe.schema.json"), "utf8"),
  ),
  "",
);
const verbs = optionsOf(createProgram(() => undefined));
const parameters = RESOURCES.flatMap(({ path: resource, params, query }) =>
  described(
    z.toJSONSchema(z.object({ ...params, ...query }), { io: "input", unrepresentable: "any" }),
    resource,
  ),
);
const outputs = OUTPUTS.map(({ name, help }) => [name, help] as const);
/** The line above each example of `--help`. */
const examples = [
  ...readFileSync(path.resolve(import.meta.dirname, "../../docs/cli.md"), "utf8").matchAll(/^ {2}# (.+)$/gm),
].map(([, text]) => text!);

type Part = Readonly<{ name(): string; description: string }>;
type Described = Readonly<{
  name(): string;
  description(): string;
  summary(): string;
  options: readonly Part[];
  registeredArguments: readonly Part[];
  commands: readonly Described[];
}>;

/** Descriptions of a command, its arguments and options, and those of its parts. */
function optionsOf(command: Described): (readonly [string, string])[] {
  const name = command.name();
  const words = [command.description(), command.summary()].filter((text) => text !== "");
  const options = [...command.options, ...command.registeredArguments].map(
    (each) => [`${name} ${each.name()}`, each.description] as const,
  );
  return [...words.map((text) => [name, text] as const), ...options, ...command.commands.flatMap(optionsOf)];
}

describe("descriptions", () => {
  it("are found", () => {
    expect(config.length).toBeGreaterThan(200);
    expect(verbs.length).toBeGreaterThan(150);
    expect(parameters.length).toBeGreaterThan(40);
    expect(fields.length + outputs.length).toBeGreaterThan(30);
  });

  it.each([
    ["fields of plumbline.yml", config],
    ["inputs and options", fields],
    ["outputs of the action", outputs],
    ["the catalogue", catalog],
    ["parameters of the API", parameters],
    ["verbs and their options", verbs],
  ])("of %s are noun phrases or imperatives, in words that a stranger knows", (_, texts) => {
    const faults = texts.flatMap(([name, text]) =>
      fault(text) === null ? [] : [`${name} ${fault(text)}: ${text}`],
    );
    expect([...new Set(faults)]).toEqual([]);
  });

  it("of examples begin with what the command does, or ask what it answers", () => {
    expect(examples.length).toBeGreaterThan(70);
    const isNoun = (text: string) => /^(?:the|an?|all|both|each|every|one|two|as)\b/.test(text);
    expect(examples.filter((text) => !text.endsWith("?") && (FRAGMENT.test(text) || isNoun(text)))).toEqual(
      [],
    );
  });

  it.each([
    ["of the service", "is a fragment"],
    ["What is done to the server.", "is a fragment"],
    ["Build both arms anew.", "has an unclear word"],
    ["port of the service", "begins with a small letter"],
    ["Port of the service", "has no full stop"],
    ["How long to wait.", null],
    ["What to do if the machine is busy.", null],
  ])("%j %s", (text, expected) => expect(fault(text)).toBe(expected));
});

/** Verbs that a remedy may begin with; a new one is added here once it is an imperative. */
const VERBS = new Set(
  `add ask build call check choose commit compare continue copy correct create delete deploy did drop edit end expect export fetch find fix free
   give grant ignore import install keep leave let look make measure move name pass publish put raise re-run read remove repair report
   restart run see set show start stop sweep take try unarchive unlock unset update use wait write`.split(
    /\s+/,
  ),
);

/** What docs/style.md has against a remedy; null: nothing. Begun by a value, or a part of one, it is not known. */
function faultOfRemedy(text: string): string | null {
  const [first = ""] = text.split(/[\s,:;]/);
  if (UNCLEAR.test(text)) return "has an unclear word";
  if (text === "" || first.includes("${") || /^(?:if|where)$/.test(first)) return null;
  return VERBS.has(first) ? null : "begins with neither a verb nor a condition";
}

describe("remedies and messages", () => {
  const all = sources();
  const remedies = all.flatMap((source) =>
    [...literalsOf("remedy", source), ...namedRemedies(source)].map((text) => ({ file: source.file, text })),
  );
  const messages = all.flatMap((source) =>
    ["message", "why"].flatMap((key) => literalsOf(key, source)).map((text) => ({ file: source.file, text })),
  );
  /** Words of the comment's last column, which completes a row: "about 4 more sessions". */
  const isSaidInRow = (file: string) => file === "report/words/remedy.ts";

  it("are found", () => {
    expect(remedies.length).toBeGreaterThan(350);
    expect(messages.length).toBeGreaterThan(120);
  });

  it("say what to do first", () => {
    const faults = remedies
      .filter(({ file }) => !isSaidInRow(file))
      .flatMap(({ file, text }) => {
        const wrong = faultOfRemedy(text);
        return wrong === null ? [] : [`${file}: ${wrong}: ${text}`];
      });
    expect([...new Set(faults)]).toEqual([]);
  });

  it("begin with the thing that they are about", () => {
    const faults = messages.filter(
      ({ text }) => UNCLEAR.test(text) || /^(?:of|that|so|until|given)\b/.test(text),
    );
    expect(faults).toEqual([]);
  });

  it.each([
    ["nothing to do if the version is what changed", "begins with neither a verb nor a condition"],
    ["of the two, name one", "begins with neither a verb nor a condition"],
    ["mend the YAML at this place", "has an unclear word"],
    ["fix the YAML here", null],
    ["if the script itself should not be compared, set base-script: head", null],
  ])("%j %s", (text, expected) => expect(faultOfRemedy(text)).toBe(expected));
});

describe("comments", () => {
  const begins = (comment: string) => comment.slice(comment.indexOf(": ") + 2);
  const ofTypeScript = sources().flatMap(({ file, text }) =>
    docComments(text).map((words) => `${file}: ${words}`),
  );
  const native = path.resolve(import.meta.dirname, "../../runner-native/src");
  const ofC = readdirSync(native, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.[ch]$/.test(file))
    .flatMap((file) =>
      blockComments(readFileSync(path.join(native, file), "utf8")).map((words) => `${file}: ${words}`),
    );

  it.each([
    ["TypeScript", ofTypeScript, 6_000],
    ["C", ofC, 2_500],
  ])("in %s begin with a name, a noun or a verb, but for one in twenty", (_, comments, least) => {
    expect(comments.length).toBeGreaterThan(least);
    const fragments = comments.filter((comment) => FRAGMENT.test(begins(comment)));
    expect(fragments.length, fragments.slice(0, 20).join("\n")).toBeLessThan(comments.length / 20);
  });
});
