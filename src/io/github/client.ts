/** The one Octokit client: patient with outages and rate limits, within bounds. */
import { defaults, GitHub, getOctokitOptions } from "@actions/github/lib/utils";
import { retry } from "@octokit/plugin-retry";
import { throttling } from "@octokit/plugin-throttling";

export type GithubClient = InstanceType<typeof GitHub>;

type ClientOptions = Readonly<{
  token: string;
  apiUrl: string;
  /** Tells a person why nothing happens for a while. */
  say: (text: string) => void;
  /** Limits of all requests of this client together, from its creation; see PUBLISHING. */
  limits?: RequestLimits;
  pace?: Pace;
}>;

export type RequestLimits = ConstructorParameters<typeof Patience>[0];

/** Seconds that a GitHub that does not answer may cost a job; only a GitHub that asks for a pause gets more. */
export const PUBLISHING: RequestLimits = { seconds: 60, politeSeconds: 120 };

/** Durations of requests and waits; tests make a second short. */
type Pace = Readonly<{
  /** A single attempt is given up after this long. */
  timeoutMs: number;
  /** Length of the second that waits are counted in. */
  secondMs: number;
}>;

const PACE: Pace = { timeoutMs: 20_000, secondMs: 1_000 };

/** Tries of a request after the first, with 1, 4 and 9 s between them. */
const RETRIES = 3;
/** Refusals that stay refusals. 403 and 429 are the throttling plugin's. */
const FINAL_STATUSES = [400, 401, 403, 404, 409, 410, 413, 422, 429, 451];

const PatientGithub = GitHub.plugin(retry, throttling);

export function createClient({
  token,
  apiUrl,
  say,
  limits = PUBLISHING,
  pace = PACE,
}: ClientOptions): GithubClient {
  const patience = new Patience(limits, pace.secondMs);
  const onLimit = (seconds: number): boolean => {
    const wait = patience.grant(seconds);
    const then = wait ? `trying again in ${seconds} s` : `not tried again, GitHub asks for ${seconds} s`;
    say(`GitHub's rate limit is reached: ${then}`);
    return wait;
  };
  const silent = () => undefined;
  return new PatientGithub(
    // An empty token would be a fault of ours to the toolkit; GitHub's answer to a wrong one is what a person can use.
    getOctokitOptions(token || "none", {
      baseUrl: apiUrl,
      userAgent: "plumbline",
      log: { debug: silent, info: silent, warn: silent, error: silent }, // Errors are reported once, where they are handled.
      request: { fetch: fetchWithin(patience, pace) },
      retry: { doNotRetry: FINAL_STATUSES, retries: RETRIES, retryAfterBaseValue: pace.secondMs },
      throttle: {
        id: apiUrl,
        retryAfterBaseValue: pace.secondMs,
        onRateLimit: onLimit,
        onSecondaryRateLimit: onLimit,
      },
    }),
  );
}

/** The toolkit's fetch, which knows the runner's proxy, with a time-out for each attempt and an end to all of them. */
function fetchWithin(patience: Patience, { timeoutMs, secondMs }: Pace): typeof fetch {
  const toolkitFetch: typeof fetch = defaults.request?.fetch ?? fetch;
  return async (input, init) => {
    const leftMs = patience.leftMs();
    if (leftMs === 0) throw new OutOfPatience();
    const limitMs = Math.min(timeoutMs, leftMs);
    try {
      return await readWhole(await toolkitFetch(input, { ...init, signal: AbortSignal.timeout(limitMs) }));
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      if (patience.leftMs() === 0) throw new OutOfPatience();
      throw new Error(`no answer within ${Math.round(limitMs / secondMs)} s`, { cause: error });
    }
  };
}

/** Here, where a body that stops halfway is a time-out like any other. */
async function readWhole(response: Response): Promise<Response> {
  const body = await response.arrayBuffer();
  const whole = new Response(body.byteLength === 0 ? null : body, response);
  // Octokit reads the page's number from it, where a list has a total.
  return Object.defineProperty(whole, "url", { value: response.url });
}

/** Octokit takes an error of this name for the caller's own wish, and does not try again. */
class OutOfPatience extends Error {
  override readonly name = "AbortError";
  constructor() {
    super("it took too long to answer");
  }
}

/** Time that GitHub may take for all requests of one client together, not for each request alone. */
export class Patience {
  readonly #secondMs: number;
  readonly #now: () => number;
  #endsAt: number;
  #politeMs: number;

  /**
   * @param limits `seconds` for all requests together; `politeSeconds` more for pauses that GitHub itself asks for.
   * @param secondMs length of a second, which tests make short.
   */
  constructor(
    limits: Readonly<{ seconds: number; politeSeconds: number }>,
    secondMs: number,
    now: () => number = () => performance.now(),
  ) {
    this.#secondMs = secondMs;
    this.#now = now;
    this.#endsAt = now() + limits.seconds * secondMs;
    this.#politeMs = limits.politeSeconds * secondMs;
  }

  /** Whole milliseconds until nothing more is asked; 0 where it is over. */
  leftMs(): number {
    return Math.max(0, Math.ceil(this.#endsAt - this.#now()));
  }

  /** Agrees to a pause that GitHub asks for, which then does not count; false where it is longer than what is left for pauses. */
  grant(seconds: number): boolean {
    const ms = seconds * this.#secondMs;
    if (ms > this.#politeMs) return false;
    this.#politeMs -= ms;
    this.#endsAt += ms;
    return true;
  }
}
