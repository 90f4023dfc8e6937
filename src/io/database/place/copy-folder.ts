/** Copies a folder of data, sharing blocks where the file system can. */
import { spawn } from "node:child_process";
import { PlumblineError } from "../../../model/errors.ts";

/**
 * Files keep their owner and their times.
 * @param to must not exist; its parent must
 * @throws PlumblineError of kind "target", for example when the disk is full
 */
export async function copyFolder(from: string, to: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  let answer = await runCp(["-R", "-p", "--reflink=auto", from, to], signal);
  // Only GNU's cp knows --reflink; the others refuse it before they copy anything.
  if (answer.code !== 0 && /unrecognized|illegal|invalid/i.test(answer.words)) {
    answer = await runCp(["-R", "-p", from, to], signal);
  }
  if (answer.code === 0) return;
  signal.throwIfAborted();
  const [failure = ""] = answer.words.split("\n");
  const isFull = /No space left|ENOSPC|quota/i.test(failure);
  throw new PlumblineError(
    "target",
    isFull ? `the disk is full: ${failure}` : `cannot copy the loaded data: ${failure}`,
    {
      remedy: isFull
        ? "make room, use smaller tables, or let TMPDIR name a folder on a larger disk: each running server has a copy of the data"
        : `look at ${from}`,
    },
  );
}

function runCp(
  args: readonly string[],
  signal: AbortSignal,
): Promise<{ code: number | null; words: string }> {
  const child = spawn("cp", args, { stdio: ["ignore", "ignore", "pipe"], signal, cwd: "/" });
  let words = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    words = (words + text).slice(0, 500);
  });
  return new Promise((resolve) => {
    // One that is ended by the signal writes on until it is gone.
    child.once("error", (error) => {
      if (child.pid === undefined) resolve({ code: null, words: error.message });
    });
    child.once("close", (code) => resolve({ code, words: words.trim() }));
  });
}
