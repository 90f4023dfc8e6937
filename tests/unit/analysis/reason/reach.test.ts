import { describe, expect, it } from "vitest";
import { indexOfObjects, objectKey, type Reaching, reachOf } from "../../../../src/analysis/reason/reach.ts";
import type { DatabaseObject, ObjectKind } from "../../../../src/model/observed.ts";

const object = (kind: ObjectKind, name: string, more: Partial<DatabaseObject> = {}): DatabaseObject => {
  return { kind, name, definition: "", ...more };
};
const on = (table: string, kind: ObjectKind, name: string, definition = "", ...uses: readonly string[]) => {
  return object(kind, name, { on: table, definition, ...(uses.length === 0 ? {} : { uses }) });
};
const routine = (name: string, ...uses: readonly string[]) =>
  object("function", `${name}(integer)`, { uses });
const reads = (relation: string, sql = `SELECT 1 FROM ${relation}`): Reaching => {
  return { sql, nodes: [{ depth: 0, type: "Seq Scan", relation, rows: 1 }] };
};
const writes = (relation: string, manner: string, sql = ""): Reaching => {
  return { sql, nodes: [{ depth: 0, type: "ModifyTable", relation, manner, rows: 1 }] };
};
/** "table event > index event_person", with "(plan)" where it acts on plans alone; undefined: it is not reached. */
function way(
  statement: Reaching,
  objects: readonly DatabaseObject[],
  to: DatabaseObject,
): string | undefined {
  const reached = reachOf([statement], indexOfObjects(objects)).get(objectKey(to));
  return reached && `${reached.path.join(" > ")}${reached.isPlanOnly ? " (plan)" : ""}`;
}

const SHOP = [object("table", "event"), object("table", "other")];

describe("a statement reaches", () => {
  const index = on(
    "event",
    "index",
    "event_person",
    "CREATE INDEX event_person ON event USING btree (lower(name))",
    "lower(text)",
  );
  const unrelated = on("other", "index", "other_v");

  it("the indexes of its tables: for plans where it reads, for work where it inserts or updates", () => {
    const all = [...SHOP, index, unrelated];
    expect(way(reads("event"), all, index)).toBe("table event > index event_person (plan)");
    expect(way(writes("event", "Update"), all, index)).toBe("table event > index event_person");
    expect(way(writes("event", "Delete"), all, index)).toBe("table event > index event_person (plan)");
    for (const statement of [reads("event"), writes("event", "Insert")])
      expect(way(statement, all, unrelated)).toBeUndefined();
  });

  it("views under views down to the tables, which the text names and no plan shows", () => {
    const views = [
      object("view", "newest", { uses: ["latest"] }),
      object("view", "latest", { uses: ["event"] }),
    ];
    const all = [...SHOP, ...views, index];
    const statement = reads("event", "SELECT at FROM newest");
    expect(way(statement, all, views[1]!)).toBe("view newest > view latest");
    const unplanned = { sql: "SELECT at FROM newest", nodes: [] };
    expect(way(unplanned, all, index)).toBe(
      "view newest > view latest > table event > index event_person (plan)",
    );
    expect(way(unplanned, all, unrelated)).toBeUndefined();
  });

  it("the query of a materialized view, and nothing that it was made of", () => {
    const totals = object("view", "totals", { definition: "SELECT", uses: ["event", "slow(integer)"] });
    const all = [
      ...SHOP,
      object("table", "totals", { definition: "materialized view" }),
      totals,
      routine("slow"),
      index,
    ];
    expect(way(reads("totals"), all, totals)).toBe("view totals");
    expect(way(reads("totals"), all, routine("slow"))).toBeUndefined();
    expect(way(reads("totals"), all, index)).toBeUndefined();
  });

  it("functions in its text, and what their bodies mention, as writes", () => {
    const trigger = on("event", "trigger", "g", "CREATE TRIGGER g AFTER UPDATE ON event");
    const all = [...SHOP, routine("newest", "helper(integer)"), routine("helper", "event"), trigger, index];
    const call = { sql: "SELECT newest($1)", nodes: [] };
    expect(way(call, all, trigger)).toBe(
      "function newest(integer) > function helper(integer) > table event > trigger g",
    );
    expect(way(call, all, index), "whose plans nobody sees").not.toContain("(plan)");
    expect(way({ sql: "SELECT newest FROM other", nodes: [] }, all, trigger), "a column").toBeUndefined();
  });

  it("triggers of its own kind of write alone, deferred ones too", () => {
    const deferred = on(
      "event",
      "trigger",
      "count",
      "CREATE CONSTRAINT TRIGGER count AFTER INSERT OR DELETE ON public.event DEFERRABLE",
      "tell(integer)",
    );
    const all = [...SHOP, deferred, routine("tell", "other"), unrelated];
    expect(way(writes("event", "Insert"), all, unrelated)).toBe(
      "table event > trigger count > function tell(integer) > table other > index other_v",
    );
    expect(way(writes("event", "Delete"), all, deferred)).toBe("table event > trigger count");
    expect(way(writes("event", "Update"), all, deferred)).toBeUndefined();
    const upsert = "INSERT INTO event VALUES (1) ON CONFLICT (id) DO UPDATE SET n = 1";
    const update = on("event", "trigger", "u", "CREATE TRIGGER u BEFORE UPDATE ON event");
    expect(way(writes("event", "Insert", upsert), [...all, update], update)).toBe("table event > trigger u");
    expect(way(writes("event", "Merge"), [...all, update], update)).toBe("table event > trigger u");
    expect(way(reads("event"), all, deferred)).toBeUndefined();
  });

  it("what its text alone writes to, where no server could plan it", () => {
    const trigger = on("event", "trigger", "g", "CREATE TRIGGER g AFTER UPDATE ON event");
    const all = [...SHOP, trigger, index, unrelated];
    const unplanned = (sql: string, to: DatabaseObject) => way({ sql, nodes: [] }, all, to);
    expect(unplanned("UPDATE event SET n = 1 FROM other", trigger)).toBe("table event > trigger g");
    expect(unplanned("MERGE INTO event USING other ON true WHEN MATCHED THEN DELETE", trigger)).toBe(
      "table event > trigger g",
    );
    expect(unplanned("INSERT INTO event SELECT 1 FROM other", index)).toBe(
      "table event > index event_person",
    );
    expect(unplanned("INSERT INTO event SELECT 1 FROM other", trigger)).toBeUndefined();
    expect(unplanned("INSERT INTO event VALUES (1) ON CONFLICT (id) DO UPDATE SET n = 1", trigger)).toBe(
      "table event > trigger g",
    );
    expect(unplanned("INSERT INTO event SELECT 1 FROM other", unrelated), "which is read").toContain(
      "(plan)",
    );
    expect(unplanned("SELECT 1 FROM event", trigger)).toBeUndefined();
  });

  it("the referencing table of a foreign key where it deletes or updates, the referenced one where it inserts", () => {
    const key = on(
      "child",
      "constraint",
      "child_fk on child",
      "FOREIGN KEY (p) REFERENCES parent(id)",
      "parent",
    );
    const tables = [object("table", "parent"), object("table", "child")];
    const [ofChild, ofParent] = [on("child", "index", "child_p"), on("parent", "index", "parent_pkey")];
    const trigger = on("child", "trigger", "g", "CREATE TRIGGER g AFTER DELETE ON child");
    const all = [...tables, key, ofChild, ofParent, trigger];
    expect(way(writes("parent", "Delete"), all, ofChild)).toBe(
      "table parent > constraint child_fk on child > table child > index child_p",
    );
    expect(way(writes("child", "Insert"), all, ofParent)).toBe(
      "table child > constraint child_fk on child > table parent > index parent_pkey",
    );
    for (const statement of [reads("parent"), writes("parent", "Insert")])
      expect(way(statement, all, ofChild)).toBeUndefined();
    for (const statement of [reads("child"), writes("child", "Delete")])
      expect(way(statement, all, ofParent)).toBeUndefined();
    expect(way(writes("parent", "Delete"), all, trigger)).toBeUndefined();
    const cascading = { ...key, definition: `${key.definition} ON DELETE CASCADE` };
    expect(
      way(writes("parent", "Delete"), [...all.filter((each) => each !== key), cascading], trigger),
    ).toContain("> trigger g");
  });

  it("partitions and children with what they have, parents without their other children", () => {
    const family = [
      object("table", "event"),
      object("table", "event_1", { uses: ["event"] }),
      object("table", "event_2", { uses: ["event"] }),
    ];
    const indexes = [
      on("event_1", "index", "one"),
      on("event_2", "index", "two"),
      on("event", "index", "all"),
    ];
    const all = [...family, ...indexes];
    expect(way(reads("event"), all, indexes[1]!)).toBe("table event > table event_2 > index two (plan)");
    expect(way(reads("event_1"), all, family[0]!)).toBe("table event_1 > table event");
    expect(way(reads("event_1"), all, indexes[1]!)).toBeUndefined();
    expect(way(reads("event_1"), all, indexes[2]!)).toBeUndefined();
  });

  it("defaults and sequences where it inserts, generated columns where it updates, too, virtual ones always", () => {
    const plain = on("event", "default", "event.at", "DEFAULT slow(1)", "slow(integer)");
    const stored = on("event", "default", "event.seal", "GENERATED many(at) STORED", "many(integer)");
    const virtual = on("event", "default", "event.v", "GENERATED many(at) VIRTUAL", "many(integer)");
    const sequence = on("event", "sequence", "event_id_seq");
    const all = [...SHOP, plain, stored, virtual, sequence, routine("slow")];
    const found = (statement: Reaching) =>
      [plain, stored, virtual, sequence]
        .filter((each) => way(statement, all, each) !== undefined)
        .map(({ name }) => name);
    expect(found(writes("event", "Insert"))).toEqual(["event.at", "event.seal", "event.v", "event_id_seq"]);
    expect(found(writes("event", "Update"))).toEqual(["event.seal", "event.v"]);
    expect(found(reads("event"))).toEqual(["event.v"]);
    expect(way(writes("event", "Insert"), all, routine("slow"))).toBe(
      "table event > default event.at > function slow(integer)",
    );
  });

  it("domains of columns that it writes, and of its own casts", () => {
    const mail = object("domain", "mail", { uses: ["slow(integer)"] });
    const column = on("event", "column", "event.mail", "mail", "mail");
    const all = [...SHOP, mail, column, routine("slow")];
    expect(way(writes("event", "Insert"), all, routine("slow"))).toBe(
      "table event > column event.mail > domain mail > function slow(integer)",
    );
    expect(way(reads("event"), all, mail)).toBeUndefined();
    expect(way(reads("event", "SELECT at::mail FROM event"), all, mail)).toBe("domain mail");
  });

  it("policies of its command, rules where it writes, statistics for plans", () => {
    const policies = [
      on("event", "policy", "all", " * USING (true)"),
      on("event", "policy", "new", " a WITH CHECK (true)"),
      on("event", "policy", "strict", "RESTRICTIVE d USING (true)"),
    ];
    const rule = on(
      "event",
      "rule",
      "also",
      "CREATE RULE also AS ON INSERT TO event DO ALSO SELECT 1",
      "other",
    );
    const statistics = on("event", "statistics", "place");
    const all = [...SHOP, ...policies, rule, statistics, unrelated];
    const found = (statement: Reaching) =>
      [...policies, rule].filter((each) => way(statement, all, each) !== undefined).map(({ name }) => name);
    expect(found(reads("event"))).toEqual(["all"]);
    expect(found(writes("event", "Insert"))).toEqual(["all", "new", "also"]);
    expect(found(writes("event", "Delete"))).toEqual(["all", "strict", "also"]);
    expect(way(writes("event", "Insert"), all, unrelated)).toBe(
      "table event > rule also > table other > index other_v",
    );
    expect(way(reads("event"), all, statistics)).toBe("table event > statistics place (plan)");
  });

  it("extensions by their members, by what its indexes use, and those that the server loads", () => {
    const trgm = object("extension", "pg_trgm", { uses: ["similarity()", "::gtrgm"] });
    const hook = object("setting", "shared_preload_libraries", { definition: "auto_explain, pg_trgm" });
    const used = on("event", "index", "trg", "CREATE INDEX", "extension pg_trgm");
    const call = reads("other", "SELECT similarity(a, b) FROM other");
    expect(way(call, [...SHOP, trgm], trgm)).toBe("extension pg_trgm");
    expect(way(reads("other"), [...SHOP, trgm, used], trgm)).toBeUndefined();
    expect(way(writes("event", "Insert"), [...SHOP, trgm, used], trgm)).toBe(
      "table event > index trg > extension pg_trgm",
    );
    expect(way(reads("other"), [...SHOP, trgm, hook], trgm)).toBe("server > extension pg_trgm");
  });

  it("settings by what they act on, with the place where they are set", () => {
    const setting = (name: string, source = "configuration file") =>
      object("setting", name, { definition: "1", source });
    const ways = (statement: Reaching, name: string, ...more: readonly DatabaseObject[]) =>
      way(statement, [...SHOP, ...more, setting(name, "database")], setting(name));
    expect(ways(reads("event"), "work_mem")).toBe("database > setting work_mem");
    expect(ways(reads("event"), "enable_indexscan")).toBe("database > setting enable_indexscan (plan)");
    expect(ways(reads("event", "SELECT f(1)"), "enable_indexscan", routine("f"))).toBe(
      "database > setting enable_indexscan",
    );
    expect(ways(reads("event"), "synchronous_commit")).toBeUndefined();
    expect(ways(writes("event", "Insert"), "synchronous_commit")).toBe(
      "database > setting synchronous_commit",
    );
    expect(ways(writes("event", "Insert"), "autovacuum_worker_slots")).toBeUndefined();
    const tablespace = setting("random_page_cost of tablespace pg_default", "tablespace");
    expect(way(reads("event"), [tablespace], tablespace)).toBe(
      "tablespace > setting random_page_cost of tablespace pg_default (plan)",
    );
    const role = setting("jit", "user");
    expect(way(reads("event"), [role], role)).toBe("role > setting jit");
    const server = setting("jit_above_cost");
    expect(way(reads("event"), [server], server)).toBe("server > setting jit_above_cost");
  });
});

describe("one name in several schemas", () => {
  const [near, far] = [object("table", "person"), object("table", "archive.person")];
  it("is the one that the statement spells, and else the one that is found without a schema", () => {
    expect(way(reads("person"), [near, far], near)).toBe("table person");
    expect(way(reads("person"), [near, far], far)).toBeUndefined();
    const spelled = reads("person", "SELECT 1 FROM archive.person");
    expect(way(spelled, [near, far], far)).toBe("table archive.person");
    expect(way(spelled, [near, far], near)).toBeUndefined();
    expect(way(reads("person"), [far], far)).toBe("table archive.person");
  });
});

it("reads documents that do not say what objects use by the words of definitions", () => {
  const all = [
    ...SHOP,
    object("view", "latest", { definition: " SELECT event.at FROM event" }),
    on("event", "trigger", "g", "CREATE TRIGGER g AFTER INSERT ON event EXECUTE FUNCTION tell()"),
    object("function", "public.tell()"),
    on("other", "constraint", "fk on other", "FOREIGN KEY (e) REFERENCES event(id)"),
  ];
  expect(way({ sql: "SELECT 1 FROM latest", nodes: [] }, all, SHOP[0]!)).toBe("view latest > table event");
  expect(way(writes("event", "Insert"), all, all[4]!)).toBe(
    "table event > trigger g > function public.tell()",
  );
  expect(way(writes("event", "Delete"), all, all[5]!)).toBe("table event > constraint fk on other");
});

it("ends where objects use each other in a circle", () => {
  const all = [routine("a", "b(integer)"), routine("b", "a(integer)")];
  expect(way({ sql: "SELECT a(1)", nodes: [] }, all, all[1]!)).toBe(
    "function a(integer) > function b(integer)",
  );
});
