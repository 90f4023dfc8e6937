import type { LiveInterval, LiveRun, LiveSource } from "./live.ts";

/** Progress of a long piece of work, as a terminal, a workflow's log or a test shows it. */
export interface Progress {
  /** A new stage begins. */
  stage(text: string): void;
  update(state: ProgressState): void;
  /** Something to remember that is not a problem. */
  note(text: string): void;
  /** Receiver of live numbers; absent if they are not watched. */
  watcher?: Watcher;
}

export interface Watcher {
  /** Id under which the numbers are reported; `run.json` has it, too. */
  readonly run: string;
  begins(what: Omit<LiveRun, "run">): void;
  /** Current stage of Plumbline; `share` of it is done, from 0 to 1, null if that is unknown. */
  stage(text: string): void;
  share(share: number | null): void;
  load(source: LiveSource, interval: LiveInterval): void;
}

export type ProgressState = Readonly<{
  what: string;
  /** Share of this stage that is done, from 0 to 1; null if it cannot be known. */
  share: number | null;
  secondsLeft: number | null;
}>;
