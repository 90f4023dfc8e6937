/** The layers of plumbline-load (ARCHITECTURE.md), held by reading every include. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const SRC = path.resolve(import.meta.dirname, "../../runner-native/src");

/** Each room may include those before it. */
const ROOMS = ["base", "math", "program", "catalog", "cli", "machine", "prepare", "report", "main"];

/** They know nothing of servers and connections. */
const OFFLINE = ["base", "math", "program", "catalog", "cli"];

/** Sees rows where libpq keeps them: plain data, and never a connection. */
const REPLY = "program/reply.h";

type Source = Readonly<{ file: string; module: string; room: string; text: string }>;

function roomOf(module: string): string {
  return module.split("/")[0]!;
}

const sources: readonly Source[] = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.[ch]$/.test(file))
  .map((file) => {
    const text = readFileSync(path.join(SRC, file), "utf8");
    const module = file.replace(/\.[ch]$/, "");
    return { file, module, room: roomOf(module), text };
  });

/** Modules, a source and its header together, that a source includes beside its own. */
function includesOf({ text, module }: Source): string[] {
  const targets = [...text.matchAll(/^#include "([^"]+)\.h"$/gm)].map((match) => match[1]!);
  return targets.filter((target) => target !== module);
}

/** Groups of modules that lead to each other, by Tarjan's algorithm. */
function circles(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const found: string[][] = [];
  const numbers = new Map<string, number>();
  const open: string[] = [];
  const visit = (module: string): number => {
    const number = numbers.size;
    numbers.set(module, number);
    open.push(module);
    let lowest = number;
    for (const next of graph.get(module) ?? []) {
      if (!numbers.has(next)) lowest = Math.min(lowest, visit(next));
      else if (open.includes(next)) lowest = Math.min(lowest, numbers.get(next)!);
    }
    if (lowest === number) {
      const group = open.splice(open.indexOf(module));
      if (group.length > 1) found.push(group.sort());
    }
    return lowest;
  };
  for (const module of graph.keys()) if (!numbers.has(module)) visit(module);
  return found;
}

describe("the layers of plumbline-load", () => {
  it("has no room that nobody speaks of", () => {
    const rooms = new Set(sources.map(({ room }) => room));
    expect([...rooms].filter((room) => !ROOMS.includes(room))).toEqual([]);
    expect(rooms.size).toBeGreaterThanOrEqual(8);
  });

  it("includes only sources that are there, by their whole path", () => {
    const modules = new Set(sources.map(({ module }) => module));
    for (const source of sources) {
      for (const target of includesOf(source)) expect(modules, source.file).toContain(target);
    }
  });

  it.each(ROOMS)("%s includes only what comes before it", (room) => {
    const own = sources.filter((source) => source.room === room);
    const wrong = own.flatMap((source) =>
      includesOf(source)
        .filter((target) => ROOMS.indexOf(roomOf(target)) > ROOMS.indexOf(room))
        .map((target) => `${source.file} -> ${target}.h`),
    );
    expect(wrong).toEqual([]);
  });

  it.each(OFFLINE)("%s does not know libpq", (room) => {
    const own = sources.filter((source) => source.room === room);
    const users = own.filter(({ file, text }) => file !== REPLY && /^#include <libpq/m.test(text));
    expect(users.map(({ file }) => file)).toEqual([]);
    expect(own.filter(({ text }) => /\bPGconn\b/.test(text)).map(({ file }) => file)).toEqual([]);
  });

  it("has no circle of modules", () => {
    const graph = new Map<string, Set<string>>();
    for (const source of sources) {
      const known = graph.get(source.module) ?? new Set();
      graph.set(source.module, known);
      for (const target of includesOf(source)) known.add(target);
    }
    expect(circles(graph)).toEqual([]);
  });

  it("would see a circle", () => {
    const graph = { a: ["b"], b: ["c", "d"], c: ["a"], d: [], e: ["e2"], e2: ["e"] };
    const sets = Object.entries(graph).map(([from, to]) => [from, new Set(to)] as const);
    expect(circles(new Map(sets))).toEqual([
      ["a", "b", "c"],
      ["e", "e2"],
    ]);
  });
});
