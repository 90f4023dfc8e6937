/** What became of something that was to be published or told: in a log, a line or a warning. */
export type Outcome = Readonly<{ kind: string; url?: string; why?: string; remedy?: string }>;
