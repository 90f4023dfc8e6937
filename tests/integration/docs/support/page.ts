/** A page of docs/, followed word by word: its files written where it says, its commands run one block after the other. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Sandbox } from "../../cli/support/sandbox.ts";

export type Block = Readonly<{ language: string; info: string; text: string; file: string | null }>;

/** Fenced blocks in order; one below a line that ends with "`FILE`:" is that file. */
export function blocksOf(page: string): readonly Block[] {
  const text = readFileSync(path.resolve(import.meta.dirname, "../../../../docs", page), "utf8");
  return [...text.matchAll(/((?:^(?!```).+\n)+\n)?^```(\w+) ?(.*)\n([\s\S]*?)^```$/gm)].map(
    ([, before = "", language = "", info = "", content = ""]) => ({
      language,
      info,
      text: content,
      file: /`([\w./]+)`[^`]*:\n\n$/.exec(before)?.[1] ?? null,
    }),
  );
}

export type Done = Readonly<{ status: number | null; said: string }>;

/** Somebody who reads the page: a folder of their own, and `plumbline` on the path. */
export class Reader {
  readonly #sandbox = new Sandbox();
  cwd = this.#sandbox.work;

  constructor() {
    const bin = path.join(this.#sandbox.folder, "bin");
    mkdirSync(bin);
    const wrapper = `#!/bin/sh\nexec ${process.execPath} ${this.#sandbox.cli} "$@"\n`;
    writeFileSync(path.join(bin, "plumbline"), wrapper, { mode: 0o755 });
  }

  /** Writes the file, or runs the commands; where they change the folder, the next block begins there. */
  follow({ file, text }: Block): Done {
    if (file !== null) {
      mkdirSync(path.dirname(path.join(this.cwd, file)), { recursive: true });
      writeFileSync(path.join(this.cwd, file), text);
      return { status: 0, said: "" };
    }
    const place = path.join(this.#sandbox.folder, "cwd");
    const env = this.#sandbox.environment({
      PATH: `${path.join(this.#sandbox.folder, "bin")}:${process.env["PATH"]}`,
    });
    const script = `set -e\n${text}\npwd > ${place}\n`;
    const { status, stdout, stderr } = spawnSync("bash", ["-c", script], {
      cwd: this.cwd,
      env,
      encoding: "utf8",
    });
    if (status === 0) this.cwd = readFileSync(place, "utf8").trim();
    return { status, said: stdout + stderr };
  }

  json<T>(file: string): T {
    return JSON.parse(readFileSync(path.join(this.cwd, file), "utf8")) as T;
  }

  async close(): Promise<void> {
    await this.#sandbox.close();
  }
}

/** Exit code that a block's first line names: ```sh exit=1. */
export function expectedStatus({ info }: Block): number {
  return Number(/exit=(\d)/.exec(info)?.[1] ?? 0);
}
