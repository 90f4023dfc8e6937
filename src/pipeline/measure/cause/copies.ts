/** Servers for an experiment: a copy of base next to a copy of base that has some parts of head's change. */
import type { NewStatement } from "../../../analysis/cause/units.ts";
import type { PlannedWorkload } from "../../../config/plan.ts";
import { applyStatements } from "../../../io/database/setup/apply-statements.ts";
import { analyzeStale, settle } from "../../../io/database/sql/statistics.ts";
import { analyze } from "../../../io/database/sql/tables.ts";
import type { Server, Target } from "../../../io/database/target.ts";
import type { ScriptSet } from "../../../model/script.ts";
import { stopAll } from "../targets.ts";
import type { SchemaChange, TriedPart } from "./parts.ts";

/** Session numbers of the servers that only experiments use, from this one down. */
const SESSION = -10;
const PRODUCT = "PostgreSQL";

export type ServerPair = Readonly<{
  base: Server;
  head: Server;
  /** Scripts that head's side runs; undefined for a workload of the load generator's own. */
  script: ScriptSet | undefined;
  stop(): Promise<void>;
}>;

/** Why a copy cannot have the parts that it was to have. */
export type Impossible = Readonly<{ why: string }>;

export class BaseCopies {
  readonly #targets: Readonly<{ base: Target; head: Target }>;
  readonly #workload: PlannedWorkload;
  readonly #schema: SchemaChange;
  readonly #parts: readonly TriedPart[];
  #next = SESSION;

  constructor(
    targets: Readonly<{ base: Target; head: Target }>,
    workload: PlannedWorkload,
    schema: SchemaChange,
    parts: readonly TriedPart[],
  ) {
    this.#targets = targets;
    this.#workload = workload;
    this.#schema = schema;
    this.#parts = parts;
  }

  /**
   * @param parts positions, in order
   * @param limitMs that one statement may take
   * @throws what a server that does not start ends with
   */
  async open(
    parts: readonly number[],
    limitMs: number,
    signal: AbortSignal,
  ): Promise<ServerPair | Impossible> {
    const wanted = parts.map((at) => this.#parts[at]!);
    const ofHead = wanted.some(({ kind }) => kind === "server");
    // Head's server has all of head's schema in it.
    if (ofHead && this.#parts.some(({ kind }, at) => kind === "schema" && !parts.includes(at)))
      return { why: "head's server cannot have base's schema" };
    const targets = [this.#targets.base, ofHead ? this.#targets.head : this.#targets.base];
    const opening = await Promise.allSettled(targets.map((target) => this.#session(target)));
    const opened = opening.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
    const stop = () => stopAll(opened);
    try {
      for (const each of opening) if (each.status === "rejected") throw each.reason;
      const [base, head] = opened as [Server, Server];
      const statements = ofHead ? [] : this.#statementsOf(wanted);
      const [failed] = await Promise.all([
        this.#change(head, statements, limitMs, signal),
        this.#settle(base, signal),
      ]);
      if (failed !== null) {
        await stop();
        return { why: failed };
      }
      await this.#settle(head, signal);
      const isOfServer = statements.some(({ text }) => /^ALTER\s+SYSTEM\b/i.test(text));
      if (isOfServer) await head.restart?.();
      return { base, head, script: this.#scriptOf(wanted), stop };
    } catch (error) {
      await stop();
      throw error;
    }
  }

  /** A server that no session of the check has. */
  #session(target: Target): Promise<Server> {
    this.#next -= 1;
    return target.openSession(this.#next + 1);
  }

  /**
   * One copy that gets the schema's parts one after the other.
   * @param look called behind each; false ends it
   */
  async walk(
    limitMs: () => number,
    look: (part: number, server: Server) => Promise<boolean>,
    signal: AbortSignal,
  ): Promise<void> {
    const server = await this.#session(this.#targets.base);
    try {
      for (const [at, part] of this.#parts.entries()) {
        if (part.kind !== "schema" || limitMs() <= 0) return;
        // Plans say where to begin, no more: a part that fails here may leave a plan as it was.
        if ((await this.#change(server, this.#statementsOf([part]), limitMs(), signal)) !== null) continue;
        await analyzeStale(server.url(this.#workload.load), signal);
        if (!(await look(at, server))) return;
      }
    } finally {
      await server.stop();
    }
  }

  #statementsOf(parts: readonly TriedPart[]): readonly NewStatement[] {
    const { statements, units } = this.#schema;
    const wanted = new Set(
      parts.flatMap((part) => (part.kind === "schema" ? units[part.unit]!.statements : [])),
    );
    return statements.filter((_, at) => wanted.has(at));
  }

  /** @returns the server's words where a statement fails */
  async #change(
    server: Server,
    statements: readonly NewStatement[],
    limitMs: number,
    signal: AbortSignal,
  ): Promise<string | null> {
    try {
      await applyStatements(server.url(this.#workload.load), statements, limitMs, signal);
      return null;
    } catch (error) {
      signal.throwIfAborted();
      return (error as Error).message;
    }
  }

  /** Both alike: what it reads is then in the caches of both. */
  async #settle(server: Server, signal: AbortSignal): Promise<void> {
    const url = server.url(this.#workload.load);
    await (server.product === PRODUCT ? settle(url, signal) : analyze(url, signal));
  }

  /** Head's files among base's, for the parts that are scripts. */
  #scriptOf(parts: readonly TriedPart[]): ScriptSet | undefined {
    const { script, ofBase } = this.#workload;
    if (script === undefined || ofBase === undefined) return script;
    const positions = parts.flatMap((part) => (part.kind === "script" ? [part.position] : []));
    const files = ofBase.script.files.map((file, at) => (positions.includes(at) ? script.files[at]! : file));
    return { ...script, files };
  }
}
