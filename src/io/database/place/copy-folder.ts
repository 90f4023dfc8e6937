/** Copies a folder of data, sharing blocks where the file system can. */
import { PlumblineError } from "../../../model/errors.ts";
import { runProgram } from "../../host/program.ts";

const WORDS_MOST = 500;

/**
 * Files keep their owner and their times.
 * @param to must not exist; its parent must
 * @throws PlumblineError of kind "target", for example when the disk is full
 */
export async function copyFolder(from: string, to: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const cp = async (...more: readonly string[]) =>
    await runProgram("cp", ["-R", "-p", ...more, from, to], { cwd: "/", signal });
  let answer = await cp("--reflink=auto");
  // Only GNU's cp knows --reflink; the others refuse it before they copy anything.
  if (answer.failure !== null && /unrecognized|illegal|invalid/i.test(answer.stderr)) {
    answer = await cp();
  }
  if (answer.failure === null) return;
  signal.throwIfAborted();
  const [failure = ""] = (answer.stderr.trim() || answer.failure).slice(0, WORDS_MOST).split("\n");
  const isFull = /No space left|ENOSPC|quota/i.test(failure);
  throw new PlumblineError(
    "target",
    isFull ? `the disk is full: ${failure}` : `cannot copy the loaded data: ${failure}`,
    {
      remedy: isFull
        ? "make room, use smaller tables, or set TMPDIR to a folder on a larger disk: each running server has a copy of the data"
        : `look at ${from}`,
    },
  );
}
