/** Who watches a long piece of work: a terminal, a workflow's log, a test. */
export interface Observer {
  /** A new stage begins. */
  stage(text: string): void;
  progress(state: ProgressState): void;
  /** Something to remember that is not a problem. */
  note(text: string): void;
}

export type ProgressState = Readonly<{
  what: string;
  /** From 0 to 1 of this stage; null where nobody can know. */
  share: number | null;
  secondsLeft: number | null;
}>;
