import { PlumblineError } from "../../../model/errors.ts";

/**
 * Reason why a commit's set-up files cannot fill a database, whatever the machine and the moment: the `cause` of the error that says so.
 * The failure of a command is none: the network or a missing tool may be at fault.
 */
export class UnfitSetup extends Error {
  /** The server's SQLSTATE, where it was the server that refused. */
  readonly code: string | undefined;

  constructor(cause: unknown) {
    super((cause as Error).message, { cause });
    this.code = (cause as { code?: string }).code;
  }
}

export function isUnfitSetup(error: unknown): error is PlumblineError {
  return error instanceof PlumblineError && error.cause instanceof UnfitSetup;
}

/** The server is going or gone, full, or out of connections: no word of the commit's SQL. */
const PASSING = /^(?:08|53|57P|58|XX)/;

/** @param cause what the server, or a reader of files, said */
export function unfit(cause: unknown): unknown {
  const { code } = cause as { code?: string };
  return code === undefined || PASSING.test(code) ? cause : new UnfitSetup(cause);
}
