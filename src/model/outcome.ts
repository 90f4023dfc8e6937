/** Outcome of a publication or a notification: in a log, a line or a warning. */
export type Outcome = Readonly<{ kind: string; url?: string; why?: string; remedy?: string }>;
