/** The one Octokit client: patient with outages and rate limits, within bounds. */
import { defaults, GitHub, getOctokitOptions } from "@actions/github/lib/utils";
import { retry } from "@octokit/plugin-retry";
import { throttling } from "@octokit/plugin-throttling";

export type GithubClient = InstanceType<typeof GitHub>;

export type ClientOptions = Readonly<{
  token: string;
  apiUrl: string;
  /** Tells a person why nothing happens for a while. */
  say: (text: string) => void;
  pace?: Pace;
}>;

/** How long things take; tests make a second short. */
export type Pace = Readonly<{
  /** A single attempt is given up after this long. */
  timeoutMs: number;
  /** Length of the second that waits are counted in. */
  secondMs: number;
}>;

export const PACE: Pace = { timeoutMs: 20_000, secondMs: 1_000 };

/** Tries after the first, with 1, 4 and 9 s between them: an outage costs at most about a minute and a half a request. */
const RETRIES = 3;
/** GitHub asks for up to this long a pause; longer ones are not worth a runner's time. */
const RATE_LIMIT_WAIT_SECONDS_MAX = 120;
const RATE_LIMIT_RETRIES = 2;
/** Refusals that stay refusals. 403 and 429 are the throttling plugin's. */
const FINAL_STATUSES = [400, 401, 403, 404, 409, 410, 413, 422, 429, 451];

const PatientGithub = GitHub.plugin(retry, throttling);

export function createClient({ token, apiUrl, say, pace = PACE }: ClientOptions): GithubClient {
  const onLimit = (seconds: number, _options: unknown, _octokit: unknown, tries: number): boolean => {
    const wait = tries < RATE_LIMIT_RETRIES && seconds <= RATE_LIMIT_WAIT_SECONDS_MAX;
    const then = wait ? `trying again in ${seconds} s` : `not tried again, GitHub asks for ${seconds} s`;
    say(`GitHub's rate limit is reached: ${then}`);
    return wait;
  };
  const silent = () => undefined;
  return new PatientGithub(
    getOctokitOptions(token, {
      baseUrl: apiUrl,
      userAgent: "plumbline",
      log: { debug: silent, info: silent, warn: silent, error: silent }, // Errors are reported once, where they are handled.
      request: { fetch: fetchWithin(pace.timeoutMs) },
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

/** The toolkit's fetch, which knows the runner's proxy, with a time-out for each attempt. */
function fetchWithin(timeoutMs: number): typeof fetch {
  const toolkitFetch: typeof fetch = defaults.request?.fetch ?? fetch;
  return async (input, init) => {
    try {
      return await toolkitFetch(input, { ...init, signal: AbortSignal.timeout(timeoutMs) });
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      throw new Error(`no answer within ${timeoutMs / 1000} s`, { cause: error });
    }
  };
}
