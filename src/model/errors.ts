/** Errors, whose kinds decide the exit code and nothing else. */
import { redact } from "./secrets.ts";

export type ErrorKind =
  | "usage"
  | "target"
  | "generator"
  | "store"
  | "github"
  /** This machine is not free to measure. */
  | "machine"
  | "internal"
  | "interrupted";

/** Exit codes of `plumbline`, a contract with scripts. Verdicts have codes of their own: see `exitCodeOf` in pipeline/invocation/exit-code.ts. */
export const EXIT_CODE = {
  fine: 0,
  regression: 1,
  usage: 2,
  target: 3,
  generator: 4,
  internal: 5,
  inconclusive: 6,
  interrupted: 130,
} as const;

type Details = Readonly<{
  remedy?: string | undefined;
  cause?: unknown;
  /** Document of a store that is there and cannot be read; a name that may be shown to any reader. */
  unreadable?: string | undefined;
}>;

/** Most characters of a message, which may quote its input: longer ones are not read, and fill logs and comments. */
const MESSAGE_MOST = 20_000;

function boundedMessage(message: string): string {
  if (message.length <= MESSAGE_MOST) return message;
  const whole = message.slice(0, MESSAGE_MOST).replace(/[\ud800-\udbff]$/, "");
  return `${whole} ... (${message.length - whole.length} more characters)`;
}

/**
 * The one error class: cause in the message, what to do about it in `remedy`, the original in `cause`.
 * Passwords and tokens are removed on construction, so that no log can leak them.
 */
export class PlumblineError extends Error {
  readonly kind: ErrorKind;
  readonly remedy: string | undefined;
  readonly unreadable: string | undefined;

  constructor(kind: ErrorKind, message: string, details: Details = {}) {
    super(
      boundedMessage(redact(message)),
      details.cause === undefined ? undefined : { cause: details.cause },
    );
    this.name = "PlumblineError";
    this.kind = kind;
    this.remedy = details.remedy === undefined ? undefined : boundedMessage(redact(details.remedy));
    this.unreadable = details.unreadable;
  }

  /** The same error, its message with a name before it: "head: the server is gone". */
  named(who: string): PlumblineError {
    return this.with({ message: `${who}: ${this.message}` });
  }

  /** The same error in other words; what `words` does not have stays. */
  with(words: Readonly<{ message?: string; remedy?: string | undefined; cause?: unknown }>): PlumblineError {
    const { kind, message, cause, unreadable } = this;
    return new PlumblineError(kind, words.message ?? message, {
      remedy: words.remedy ?? this.remedy,
      cause: words.cause ?? cause,
      unreadable,
    });
  }

  get exitCode(): number {
    switch (this.kind) {
      case "usage":
        return EXIT_CODE.usage;
      case "target":
        return EXIT_CODE.target;
      case "generator":
        return EXIT_CODE.generator;
      case "interrupted":
        return EXIT_CODE.interrupted;
      case "store":
      case "github":
      case "machine":
      case "internal":
        return EXIT_CODE.internal;
    }
  }
}
