/** docs/style.md, where it can be counted: every text that describes a field, an input, an output or an option. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createProgram } from "../../src/apps/cli/program.ts";
import { FIELDS } from "../../src/config/fields.ts";
import { ConfigFile } from "../../src/config/schema.ts";
import { OUTPUTS } from "../../src/io/host/actions.ts";

/** A noun or a verb is missing before these. "How long" and "What to do" are complete. */
const FRAGMENT =
  /^(?:of|that|so|until|given|by|in|on|at|with|from|for|and|or|whose|who)\b|^(?:what|when|where|which)\b(?! to\b)/i;
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
const verbs = optionsOf(createProgram(() => undefined));
const outputs = OUTPUTS.map(({ name, help }) => [name, help] as const);

type Part = Readonly<{ name(): string; description: string }>;
type Described = Readonly<{
  name(): string;
  description(): string;
  summary(): string;
  options: readonly Part[];
  registeredArguments: readonly Part[];
  commands: readonly Described[];
}>;

/** Descriptions of a command, its arguments and options, and those of its parts. commander describes --help and --version itself. */
function optionsOf(command: Described): (readonly [string, string])[] {
  const name = command.name();
  const words = [command.description(), command.summary()].filter((text) => text !== "");
  const options = [...command.options, ...command.registeredArguments]
    .filter(({ description }) => !description.startsWith("output the version"))
    .map((each) => [`${name} ${each.name()}`, each.description] as const);
  return [...words.map((text) => [name, text] as const), ...options, ...command.commands.flatMap(optionsOf)];
}

describe("descriptions", () => {
  it("are found", () => {
    expect(config.length).toBeGreaterThan(200);
    expect(verbs.length).toBeGreaterThan(150);
    expect(fields.length + outputs.length).toBeGreaterThan(30);
  });

  it.each([
    ["fields of plumbline.yml", config],
    ["inputs and options", fields],
    ["outputs of the action", outputs],
    ["verbs and their options", verbs],
  ])("of %s are noun phrases or imperatives, in words that a stranger knows", (_, texts) => {
    const faults = texts.flatMap(([name, text]) =>
      fault(text) === null ? [] : [`${name} ${fault(text)}: ${text}`],
    );
    expect([...new Set(faults)]).toEqual([]);
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

describe("doc comments", () => {
  const SRC = path.resolve(import.meta.dirname, "../../src");
  const comments = readdirSync(SRC, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.includes("generated"))
    .flatMap((file) =>
      [...readFileSync(path.join(SRC, file), "utf8").matchAll(/\/\*\*\s*(?:\*\s)?\s*([^*]+)/g)].map(
        ([, text]) => `${file}: ${text!.replaceAll(/\s+/g, " ").slice(0, 100)}`,
      ),
    );
  const begins = (comment: string) => comment.slice(comment.indexOf(": ") + 2);

  it("begin with a name, a noun or a verb, but for one in twenty", () => {
    expect(comments.length).toBeGreaterThan(3_000);
    const fragments = comments.filter((comment) => FRAGMENT.test(begins(comment)));
    expect(fragments.length, fragments.slice(0, 20).join("\n")).toBeLessThan(comments.length / 20);
  });
});
