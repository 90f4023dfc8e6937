/**
 * Objects that a statement can reach, each with the steps to it: what is in its plan and in its text, what these stand on, and what a write
 * sets off. What cannot be reached is never named with a regression (docs/decisions/050-reach.md).
 */
import { wordTable } from "../../model/by-key.ts";
import type { DatabaseObject, ObjectKind, PlanNode } from "../../model/observed.ts";
import { namesInStatement } from "../samples/statement-names.ts";
import { functionName } from "./names.ts";
import { settingReach } from "./setting-reach.ts";

/** A statement with its plans' steps; a text that was cut short comes with the names in all of it. */
export type Reaching = Readonly<{
  sql: string;
  names?: readonly string[] | undefined;
  nodes: readonly PlanNode[];
}>;

export type Reached = Readonly<{
  path: readonly string[];
  /** True if it decides on the plan alone: where the plan is the same, it does nothing. */
  isPlanOnly: boolean;
  /** True if statements reach it whose plans nobody sees: those of functions and triggers, and the server's own for foreign keys. */
  isHidden: boolean;
}>;

/** What a statement does to a table besides reading it. */
type Write = "insert" | "update" | "delete";
const ALL_WRITES: readonly Write[] = ["insert", "update", "delete"];

/** Access to an object. `isHidden`: statements that take it are the server's or a function's own. */
type Access = Readonly<{
  writes: readonly Write[];
  isHidden: boolean;
  isPlanOnly: boolean;
  isUpwards: boolean;
}>;

const READ: Access = { writes: [], isHidden: false, isPlanOnly: false, isUpwards: false };
const HIDDEN: Access = { ...READ, writes: ALL_WRITES, isHidden: true };
/** Kinds that names in statements and `uses` lead to. */
const NAMED: readonly ObjectKind[] = [
  ...(["table", "view", "sequence", "index"] as const),
  ...(["function", "domain", "collation", "operator-class", "extension"] as const),
];
/** Kinds whose definition is SQL: its words stand for `uses` in documents that lack them. */
const IN_SQL: readonly ObjectKind[] = ["view", "trigger", "policy", "rule", "constraint", "default", "index"];

export function objectKey({ kind, name, on = "" }: Pick<DatabaseObject, "kind" | "name" | "on">): string {
  return [kind, name, on].join("\n");
}

/** The objects of a database, by what leads to them. */
export type ObjectIndex = Readonly<{
  objects: readonly DatabaseObject[];
  byBare: ReadonlyMap<string, readonly DatabaseObject[]>;
  /** What is on a table or view. */
  byPlace: ReadonlyMap<string, readonly DatabaseObject[]>;
  /** Children of a table, and foreign keys that refer to it. */
  users: ReadonlyMap<string, readonly DatabaseObject[]>;
}>;

export function indexOfObjects(objects: readonly DatabaseObject[]): ObjectIndex {
  // A table that only other objects speak of is one, too.
  const places = new Set(objects.flatMap(({ on }) => on ?? []));
  const known = new Set(objects.flatMap(({ kind, name }) => (RELATIONS.includes(kind) ? [name] : [])));
  const all = [...objects, ...[...places].filter((name) => !known.has(name)).map(tableObject)];
  return {
    objects: all,
    byBare: groupedByKeys(all, (each) => (NAMED.includes(each.kind) ? [bareOf(each)] : [])),
    byPlace: groupedByKeys(objects, ({ on }) => (on === undefined ? [] : [on])),
    users: groupedByKeys(objects, (each) => (REFERRING.includes(each.kind) ? usesOf(each) : [])),
  };
}

/** @param statements all that stand for one: a text that is sent in several places, or a whole event where the text is unknown */
export function reachOf(statements: readonly Reaching[], index: ObjectIndex): ReadonlyMap<string, Reached> {
  const walk = new Walk(index);
  for (const statement of statements) walk.from(statement);
  return walk.end();
}

class Walk {
  readonly #index: ObjectIndex;
  readonly #reached = new Map<string, Reached>();
  /** Accesses by which each object was reached already. */
  readonly #taken = new Set<string>();
  #queue: (() => void)[] = [];
  #writes = false;
  #isHidden = false;

  constructor(index: ObjectIndex) {
    this.#index = index;
  }

  from({ sql, names = namesInStatement(sql), nodes }: Reaching): void {
    const written = nodes.filter(({ type }) => type === "ModifyTable");
    const writes = [...new Set([...written.flatMap(writesOf), ...writesIn(sql, nodes)])];
    // The first name is what INSERT INTO, UPDATE and DELETE FROM write to.
    const [target] = nodes.length === 0 && writes.length > 0 ? names : [];
    for (const each of target === undefined ? [] : this.#named(target, names, "text"))
      this.#go(each, [], { ...READ, writes });
    if (writes.length > 0) this.#writes = true;
    for (const { relation } of written)
      for (const each of this.#named(relation, names, "table")) this.#go(each, [], { ...READ, writes });
    for (const { relation, index } of nodes) {
      for (const each of this.#named(relation, names, "table")) this.#go(each, [], READ);
      for (const each of this.#named(index, names, "index")) this.#go(each, [], READ);
    }
    for (const name of names)
      for (const each of this.#named(name, names, "text"))
        this.#go(
          each,
          [],
          each.kind === "function" ? HIDDEN : { ...READ, writes: each.kind === "view" ? writes : [] },
        );
    for (const each of this.#index.objects)
      if (each.kind === "extension" && each.uses?.some((member) => names.includes(member)))
        this.#go(each, [], READ);
  }

  /** Ends with what concerns all statements: settings, and the database's own collation. */
  end(): ReadonlyMap<string, Reached> {
    while (this.#queue.length > 0) {
      const steps = this.#queue;
      this.#queue = [];
      for (const step of steps) step();
    }
    const isUnknown = this.#reached.size === 0;
    const preloaded = this.#index.objects
      .filter(({ kind, name }) => kind === "setting" && name.endsWith("_preload_libraries"))
      .flatMap(({ definition }) => definition.split(/[\s,"]+/));
    for (const each of this.#index.objects) {
      if (each.kind === "extension" && preloaded.includes(each.name)) this.#keep(each, ["server"], READ);
      if (each.kind === "collation" && each.name === "default") this.#keep(each, ["database"], READ);
      if (each.kind !== "setting") continue;
      const reach = settingReach(each.name);
      if (reach === "nothing" || (reach === "writes" && !this.#writes && !this.#isHidden && !isUnknown))
        continue;
      this.#keep(each, [SOURCES[each.source ?? ""] ?? "server"], {
        ...READ,
        isPlanOnly: reach === "plans" && !this.#isHidden,
      });
    }
    return this.#reached;
  }

  /**
   * Objects by the name that a plan or a statement has for them. One name may be in several schemas: those of the statement's own come
   * first, then what is found without one.
   */
  #named(
    name: string | undefined,
    names: readonly string[],
    from: "table" | "index" | "text",
  ): readonly DatabaseObject[] {
    if (name === undefined) return [];
    // A plan's name has no schema, whatever is in it.
    if (from === "text") return this.#spelled(name);
    const all = (this.#index.byBare.get(name) ?? []).filter(({ kind }) =>
      from === "index" ? kind === "index" : RELATIONS.includes(kind),
    );
    if (all.length === 0) return [{ kind: from, name, definition: "" }];
    const said = all.filter((each) => names.includes(`${schemaName(each.name)}.${name}`));
    if (said.length > 0) return said;
    const near = all.filter((each) => schemaName(each.name) === "");
    return near.length > 0 ? near : all;
  }

  /** Objects by "latest", "archive.orders", "price()", "::email". */
  #spelled(name: string): readonly DatabaseObject[] {
    const [, type, text, called] = /^(::)?(.*?)(\(\))?$/s.exec(name)!;
    const [own, schema = ""] = text!.split(".").toReversed();
    const all = (this.#index.byBare.get(own!) ?? []).filter(({ kind }) => {
      if (called !== undefined) return kind === "function";
      return type === undefined ? RELATIONS.includes(kind) : kind === "domain";
    });
    const [there, near] = [schema, ""].map((place) => all.filter((each) => schemaName(each.name) === place));
    if (there!.length > 0) return there!;
    return schema !== "" || near!.length > 0 ? near! : all;
  }

  #keep(object: DatabaseObject, path: readonly string[], { isPlanOnly, isHidden }: Access): void {
    const key = objectKey(object);
    const old = this.#reached.get(key);
    if (old === undefined || (old.isPlanOnly && !isPlanOnly) || (isHidden && !old.isHidden))
      this.#reached.set(key, {
        path: [...path, pathStep(object)],
        isPlanOnly: isPlanOnly && old?.isPlanOnly !== false,
        isHidden: isHidden || old?.isHidden === true,
      });
  }

  #go(object: DatabaseObject, path: readonly string[], way: Access): void {
    const key = JSON.stringify([objectKey(object), way]);
    if (this.#taken.has(key)) return;
    this.#taken.add(key);
    this.#keep(object, path, way);
    if (way.isHidden) this.#isHidden = true;
    this.#queue.push(() => this.#onFrom(object, [...path, pathStep(object)], way));
  }

  #onFrom(object: DatabaseObject, path: readonly string[], way: Access): void {
    if (way.isUpwards) return;
    const { kind, name } = object;
    if (kind === "table" || kind === "view") this.#intoRelation(object, path, way);
    // What a materialized view was made of is not read again.
    if (kind === "view" && this.#used(name).some((each) => each.kind === "table")) return;
    if (kind === "extension" || (kind === "constraint" && !isKept(way.writes))) return;
    const isOwnWork = kind === "function" || kind === "trigger" || kind === "rule";
    for (const used of usesOf(object).flatMap((each) => this.#used(each))) {
      if (kind === "table") this.#go(used, path, { ...way, isUpwards: true });
      else if (used.kind === "function" || isOwnWork)
        this.#go(used, path, { ...HIDDEN, isPlanOnly: way.isPlanOnly });
      // A column's domain is checked where a value is written.
      else if (kind === "column" && used.kind === "domain" && way.writes.length === 0) continue;
      else this.#go(used, path, { ...way, writes: [], isHidden: way.isHidden || kind === "constraint" });
    }
  }

  #used(name: string): readonly DatabaseObject[] {
    const [, extension] = /^extension (.*)$/s.exec(name) ?? [];
    if (extension !== undefined)
      return this.#index.objects.filter((each) => each.kind === "extension" && each.name === extension);
    const exact = (this.#index.byBare.get(functionName(name)) ?? []).filter((each) => each.name === name);
    return exact.length > 0 ? exact : this.#spelled(name);
  }

  #intoRelation({ kind, name }: DatabaseObject, path: readonly string[], way: Access): void {
    const { writes, isHidden } = way;
    for (const each of this.#index.byPlace.get(name) ?? []) {
      const does = actsOn(each, writes);
      if (does !== "nothing")
        this.#go(each, path, {
          ...way,
          isPlanOnly: way.isPlanOnly || (does === "plans" && !(isHidden && each.kind !== "constraint")),
        });
    }
    for (const each of this.#index.users.get(name) ?? []) {
      // Partitions and children.
      if (each.kind === "table" && kind === "table") this.#go(each, path, way);
      if (each.kind !== "constraint" || !each.definition.startsWith("FOREIGN KEY") || each.on === undefined)
        continue;
      if (!writes.includes("delete") && !writes.includes("update")) continue;
      this.#go(each, path, { ...READ, isHidden: true, isUpwards: true });
      const on = [...path, pathStep(each)];
      for (const table of this.#used(each.on))
        this.#go(table, on, { ...READ, writes: cascaded(each), isHidden: true });
    }
  }
}

const RELATIONS: readonly ObjectKind[] = ["table", "view", "sequence"];
const REFERRING: readonly ObjectKind[] = ["table", "constraint"];
/** Places of settings, by the server's word for them. */
const SOURCES = wordTable<string>({
  database: "database",
  user: "role",
  "database user": "role in the database",
  tablespace: "tablespace",
});

function tableObject(name: string): DatabaseObject {
  return { kind: "table", name, definition: "" };
}

function pathStep({ kind, name }: DatabaseObject): string {
  return `${kind.replace("-", " ")} ${name}`;
}

function bareOf({ name }: DatabaseObject): string {
  return functionName(name);
}

function schemaName(name: string): string {
  const whole = name.replace(/\(.*/s, "");
  return (
    /^(?:"((?:[^"]|"")*)"|([^".]*))\./
      .exec(whole)
      ?.slice(1)
      .find((part) => part !== undefined) ?? ""
  );
}

function usesOf({ kind, definition, uses }: DatabaseObject): readonly string[] {
  return uses ?? (IN_SQL.includes(kind) ? [...namesInStatement(definition), ...referenced(definition)] : []);
}

function referenced(definition: string): readonly string[] {
  return [...definition.matchAll(/\bREFERENCES ([^\s(]+)/g)].map(([, name]) => name!);
}

function groupedByKeys(
  objects: readonly DatabaseObject[],
  keysOf: (object: DatabaseObject) => readonly string[],
): ReadonlyMap<string, readonly DatabaseObject[]> {
  const groups = new Map<string, DatabaseObject[]>();
  for (const each of objects)
    for (const key of new Set(keysOf(each))) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [each]);
      else group.push(each);
    }
  return groups;
}

/** MERGE may do anything; a plan that does not say has been kept by an older version. */
function writesOf({ manner = "" }: PlanNode): readonly Write[] {
  const [operation] = /Insert|Update|Delete/.exec(manner) ?? [];
  return operation === undefined ? ALL_WRITES : [operation.toLowerCase() as Write];
}

/** Writes that the text names: ON CONFLICT DO UPDATE is in no plan, and a statement without a plan has its text alone. */
function writesIn(sql: string, nodes: readonly PlanNode[]): readonly Write[] {
  const upsert: readonly Write[] = /\bdo\s+update\b/i.test(sql) ? ["update"] : [];
  const [, word = ""] = /^\s*(insert|update|delete|merge)\b/i.exec(sql) ?? [];
  if (nodes.length > 0 || word === "") return upsert;
  return /merge/i.test(word) ? ALL_WRITES : [word.toLowerCase() as Write, ...upsert];
}

/** Writes of the referencing table that the server does for a foreign key. */
function cascaded({ definition }: DatabaseObject): readonly Write[] {
  const deletes = /ON DELETE CASCADE/.test(definition);
  const updates = /ON UPDATE CASCADE|SET NULL|SET DEFAULT/.test(definition);
  return [...(deletes ? (["delete"] as const) : []), ...(updates ? (["update"] as const) : [])];
}

function isKept(writes: readonly Write[]): boolean {
  return writes.includes("insert") || writes.includes("update");
}

/** Commands of policies, as the catalogue has them. */
const COMMANDS = wordTable<Write>({ a: "insert", w: "update", d: "delete" });

/** Whether an object of a table does anything where the table is read and written so; kinds that are on no table are absent. */
const ACTS: Readonly<Partial<Record<ObjectKind, (writes: readonly Write[], definition: string) => boolean>>> =
  {
    column: () => true,
    "row-security": () => true,
    "no-statistics": () => true,
    rule: (writes) => writes.length > 0,
    sequence: (writes) => writes.includes("insert"),
    trigger: (writes, definition) => {
      const [, events] = /\b(?:BEFORE|AFTER|INSTEAD OF) (.*?) ON /s.exec(definition) ?? [];
      return writes.some((write) => events === undefined || events.toLowerCase().includes(write));
    },
    policy: (writes, definition) => {
      const command = COMMANDS[/^(?:RESTRICTIVE)? ?([awd]) /.exec(definition)?.[1] ?? ""];
      return command === undefined || writes.includes(command);
    },
    default: (writes, definition) =>
      definition.startsWith("GENERATED")
        ? isKept(writes) || definition.endsWith("VIRTUAL")
        : writes.includes("insert"),
  };

function actsOn(
  { kind, definition }: DatabaseObject,
  writes: readonly Write[],
): "work" | "plans" | "nothing" {
  if (kind === "statistics") return "plans";
  if (kind === "index" || kind === "constraint") return isKept(writes) ? "work" : "plans";
  return ACTS[kind]?.(writes, definition) === true ? "work" : "nothing";
}
