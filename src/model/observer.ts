import type { LiveInterval, LiveRun, LiveSource } from "./live.ts";

/** Who watches a long piece of work: a terminal, a workflow's log, a test. */
export interface Observer {
  /** A new stage begins. */
  stage(text: string): void;
  progress(state: ProgressState): void;
  /** Something to remember that is not a problem. */
  note(text: string): void;
  /** Who looks at numbers while they come; absent where nobody does. */
  watcher?: Watcher;
}

export interface Watcher {
  /** Under which the numbers are told; `run.json` has it, too. */
  readonly run: string;
  begins(what: Omit<LiveRun, "run">): void;
  /** What Plumbline does now, as the observer hears it; and how far it is, from 0 to 1, where that is known. */
  stage(text: string): void;
  share(share: number | null): void;
  load(source: LiveSource, interval: LiveInterval): void;
}

export type ProgressState = Readonly<{
  what: string;
  /** From 0 to 1 of this stage; null where nobody can know. */
  share: number | null;
  secondsLeft: number | null;
}>;
