import { EventEmitter } from "node:events";
import { afterEach, describe, expect, it, vi } from "vitest";
import { outliveReaders, progressText, styleOf, terminalProgress } from "../../../../src/io/host/terminal.ts";

function screen(isTTY: boolean, columns = 80) {
  const written: string[] = [];
  const out = {
    write: (text: string) => written.push(text) > 0,
    isTTY,
    columns,
  } as unknown as NodeJS.WriteStream;
  return { out, text: () => written.join("") };
}

const at = (share: number | null, secondsLeft: number | null = null) => ({
  what: "session 1",
  share,
  secondsLeft,
});

describe("progress", () => {
  it.each([
    [at(null), "session 1"],
    [at(0, 59.2), "[........................]   0 %  about 1 min 00 s left  session 1"],
    [at(0.5, 12), "[############............]  50 %  about 12 s left  session 1"],
    [at(0.999, 0), "[########################]  99 %  about 0 s left  session 1"],
    [at(1, 125), "[########################] 100 %  about 2 min 05 s left  session 1"],
  ])("%j", (state, text) => {
    expect(progressText(state)).toBe(text);
  });

  it("is one living line on a terminal, never longer than it, and gone before other words", () => {
    const { out, text } = screen(true, 20);
    const progress = terminalProgress(out);
    progress.update(at(0.5, 12));
    progress.update(at(0.6, 10));
    progress.note("a note");
    progress.end();
    const half = "[############.......";
    const more = "[##############.....";
    expect(text()).toBe(`\r\x1b[2K${half.slice(0, 19)}\r\x1b[2K${more.slice(0, 19)}\r\x1b[2Ka note\n`);
  });

  it("is a line now and then in a log, at once after a new stage, and no line twice", () => {
    const { out, text } = screen(false);
    let now = 0;
    const progress = terminalProgress(out, () => now);
    progress.stage("preparing");
    progress.update(at(0.1));
    progress.update(at(0.2));
    now = 10_000;
    progress.update(at(0.1));
    progress.update(at(0.3));
    progress.stage("measuring");
    progress.update(at(0.4));
    progress.end();
    const lines = [0.1, 0.3].map((share) => `  ${progressText(at(share))}\n`);
    expect(text()).toBe(`preparing\n${lines.join("")}measuring\n  ${progressText(at(0.4))}\n`);
  });
});

it("colours a terminal alone, and not where NO_COLOR forbids it", () => {
  expect(styleOf({ isTTY: true, columns: 120 }, {})).toEqual({ colour: true, width: 120 });
  expect(styleOf({ isTTY: true, columns: 120 }, { NO_COLOR: "1" })).toEqual({ colour: false, width: 120 });
  expect(styleOf({ columns: undefined } as unknown as NodeJS.WriteStream, {})).toEqual({
    colour: false,
    width: 100,
  });
});

describe("output that cannot be written", () => {
  const codeBefore = process.exitCode;
  afterEach(() => {
    process.exitCode = codeBefore;
    vi.restoreAllMocks();
  });

  it("is no fault where the reader hung up, else an error with its code", () => {
    const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const stream = new EventEmitter() as unknown as NodeJS.WriteStream;
    outliveReaders(stream);
    stream.emit("error", Object.assign(new Error("write EPIPE"), { code: "EPIPE" }));
    expect(process.exitCode).toBe(codeBefore);
    expect(said).not.toHaveBeenCalled();
    stream.emit("error", Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" }));
    expect(process.exitCode).toBe(5);
    expect(said).toHaveBeenCalledWith(
      "plumbline: cannot write the output: ENOSPC: no space left on device\n",
    );
  });
});
