/** What stands between savepoints of a transaction: work of the program, what it undid, and the frames of a test that undoes all. */
import type { Protocol } from "./log/said.ts";
import { readingOf, type StatementReading } from "./sql/shape.ts";
import { statementTokens } from "./sql/tokens.ts";

export type Execution = Readonly<{
  reading: StatementReading;
  protocol: Protocol;
  /** Null where the log does not show it. */
  durationMs: number | null;
}>;

/** A transaction, or what stands between a savepoint and its end. */
export class SavepointBlock {
  readonly name: string;
  /** It goes on after a rollback to its savepoint, and so does not begin with one. */
  readonly goesOn: boolean;
  readonly parts: (Execution | SavepointBlock)[] = [];
  end: "open" | "released" | "undone" = "open";
  hasFailed = false;

  constructor(name: string, goesOn = false) {
    this.name = name;
    this.goesOn = goesOn;
  }
}

/** The savepoints of one transaction, as they are open. */
export class Savepoints {
  readonly root = new SavepointBlock("");
  /** The open blocks, the innermost last. */
  readonly #open: SavepointBlock[] = [this.root];
  /** Frameworks number their savepoints; here each transaction counts its own. */
  readonly #names = new Map<string, string>();
  /** Statements in all blocks. */
  statements = 0;

  get innermost(): SavepointBlock {
    return this.#open.at(-1)!;
  }

  /** True where a COMMIT now would undo all: an error is not undone yet. */
  get hasFailed(): boolean {
    return this.#open.some((block) => block.hasFailed);
  }

  get hasBlocks(): boolean {
    return this.#names.size > 0;
  }

  add(execution: Execution): void {
    this.innermost.parts.push(execution);
    this.statements += 1;
  }

  mark(mark: "savepoint" | "release" | "rollback to", said: string): void {
    if (!this.#names.has(said)) this.#names.set(said, `sp${this.#names.size + 1}`);
    const name = this.#names.get(said)!;
    if (mark === "savepoint") {
      this.#begin(new SavepointBlock(name));
      return;
    }
    const at = this.#open.findLastIndex((block) => block.name === name);
    if (at < 0) return;
    // The savepoints after it go with it.
    for (const block of this.#open.splice(at)) block.end = mark === "release" ? "released" : "undone";
    if (mark === "rollback to") this.#begin(new SavepointBlock(name, true));
  }

  #begin(block: SavepointBlock): void {
    this.innermost.parts.push(block);
    this.#open.push(block);
  }
}

const isBlock = (part: Execution | SavepointBlock): part is SavepointBlock => part instanceof SavepointBlock;

/** The executions of a block as a script has them, with its savepoints. What failed and was undone leaves the savepoint alone. */
export function withSavepoints({ parts, hasFailed }: SavepointBlock): readonly Execution[] {
  if (hasFailed) return [];
  return parts.flatMap((part) => {
    if (!isBlock(part)) return [part];
    const begin = part.goesOn ? [] : [markedExecution(`SAVEPOINT ${part.name}`)];
    return [...begin, ...withSavepoints(part), ...blockEnd(part)];
  });
}

function blockEnd({ end, name }: SavepointBlock): readonly Execution[] {
  if (end === "open") return [];
  return [
    markedExecution(end === "released" ? `RELEASE SAVEPOINT ${name}` : `ROLLBACK TO SAVEPOINT ${name}`),
  ];
}

function markedExecution(text: string): Execution {
  return { reading: readingOf(statementTokens(text)!, []), protocol: "simple", durationMs: null };
}

/** What is left of a transaction that a test undid. */
export type Undone = Readonly<{
  /** What the program would have committed: one transaction, or a statement that stands alone. */
  units: readonly Readonly<{ executions: readonly Execution[]; isTransaction: boolean }>[];
  /** Statements of what met an error. */
  failed: number;
}>;

/**
 * Takes a transaction that was rolled back apart: frameworks wrap tests in it, and each test in a savepoint that is rolled back, so that
 * the outermost savepoints that are released are what the program would have committed. Whatever else is in the frames stands alone.
 */
export function programsWork(frame: SavepointBlock): Undone {
  const units: Undone["units"][number][] = [];
  let failed = 0;
  const walk = ({ parts, hasFailed }: SavepointBlock) => {
    for (const part of parts) {
      if (isBlock(part) && part.end !== "released") walk(part);
      else if (isBlock(part)) {
        const executions = statementsOfBlock(part);
        if (executions.length > 0) units.push({ executions, isTransaction: true });
      } else if (hasFailed) failed += 1;
      else units.push({ executions: [part], isTransaction: false });
    }
  };
  walk(frame);
  return { units, failed };
}

/** Its savepoints are the framework's way to nest transactions: without those that failed. */
function statementsOfBlock({ parts, hasFailed }: SavepointBlock): readonly Execution[] {
  if (hasFailed) return [];
  return parts.flatMap((part) => (isBlock(part) ? statementsOfBlock(part) : [part]));
}
