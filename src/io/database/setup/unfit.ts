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

/**
 * The same of a head that the server refused where it took base: the change is at fault, and not the config file.
 * @param error of a target that is named head
 * @returns what it was given for any other error
 */
export function asFinding(error: unknown): unknown {
  if (!isUnfitSetup(error) || (error.cause as UnfitSetup).code === undefined) return error;
  const { message, remedy, cause } = error;
  return new PlumblineError("target", `the set-up works on base and not on ${message}`, { remedy, cause });
}

/** Reason of the error of a command that failed. It may be the commit's fault, or that of the network or a missing tool. */
export class FailedCommand extends Error {}

/** True for an error that a reader of the commit should see: of `asFinding`, and of a command of the set-up. */
export function isFinding(error: unknown): error is PlumblineError {
  const isCommand = error instanceof PlumblineError && error.cause instanceof FailedCommand;
  return isCommand || (isUnfitSetup(error) && error.kind === "target");
}

/** The server is going or gone, full, or out of connections: no word of the commit's SQL. */
const PASSING = /^(?:08|53|57P|58|XX)/;

/** @param cause what the server, or a reader of files, said */
export function unfit(cause: unknown): unknown {
  const { code } = cause as { code?: string };
  return code === undefined || PASSING.test(code) ? cause : new UnfitSetup(cause);
}
