/** Progress for a person: one line that is updated at a terminal, a line now and then in a log. */
import { EXIT_CODE } from "../../model/errors.ts";
import type { Progress, ProgressState } from "../../model/progress.ts";
import { formatProgress } from "../../text/units.ts";

type Out = Pick<NodeJS.WriteStream, "write" | "isTTY" | "columns">;

/** Milliseconds between two lines in a log on how far the same stage is. */
const LOG_INTERVAL_MS = 10_000;
const BAR_WIDTH = 24;

/**
 * A reader that closes its pipe early (`plumbline history | head`) is no error: the work continues, for its documents and its exit code.
 * Every other error of the output is reported, and decides the exit code.
 */
export function outliveReaders(...streams: readonly NodeJS.WriteStream[]): void {
  for (const stream of streams) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE" || stream === process.stderr) return;
      process.stderr.write(`plumbline: cannot write the output: ${error.message}\n`);
      process.exitCode = EXIT_CODE.internal;
    });
  }
}

/** Style of text for `out`: NO_COLOR is heeded (no-color.org), and a file or pipe gets 100 plain columns. */
export function styleOf(
  out: Pick<NodeJS.WriteStream, "isTTY" | "columns">,
  env: NodeJS.ProcessEnv = process.env,
): Readonly<{ colour: boolean; width: number }> {
  return { colour: out.isTTY === true && !env["NO_COLOR"], width: out.columns || 100 };
}

export function terminalProgress(
  out: Out,
  now: () => number = () => performance.now(),
): Progress & { end(): void } {
  let living = false;
  let saidAt = Number.NEGATIVE_INFINITY;
  let said = "";
  const clear = () => {
    if (living) out.write("\r\x1b[2K");
    living = false;
  };
  return {
    stage(text) {
      clear();
      out.write(`${text}\n`);
      saidAt = Number.NEGATIVE_INFINITY;
    },
    update(state) {
      const text = progressText(state);
      if (out.isTTY) {
        out.write(`\r\x1b[2K${text.slice(0, (out.columns || 80) - 1)}`);
        living = true;
      } else if (now() - saidAt >= LOG_INTERVAL_MS && text !== said) {
        out.write(`  ${text}\n`);
        saidAt = now();
        said = text;
      }
    },
    note(text) {
      clear();
      out.write(`${text}\n`);
    },
    end: clear,
  };
}

export function progressText({ what, share, secondsLeft }: ProgressState): string {
  const parts = [];
  if (share !== null) {
    const full = Math.round(share * BAR_WIDTH);
    parts.push(`[${"#".repeat(full)}${".".repeat(BAR_WIDTH - full)}] ${formatProgress(share).padStart(5)}`);
  }
  if (secondsLeft !== null) parts.push(`about ${spell(secondsLeft)} left`);
  parts.push(what);
  return parts.join("  ");
}

function spell(seconds: number): string {
  const whole = Math.ceil(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, "0")} s`;
}
