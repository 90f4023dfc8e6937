/** Sends numbers to an OpenTelemetry collector by OTLP over HTTP, in JSON. A slow or dead one costs the measuring nothing. */
import { PlumblineError } from "../../model/errors.ts";
import { plainLine } from "../../text/outside.ts";

const INTERVAL_MS = 5_000;
const TIMEOUT_MS = 4_000;
/** Path of metrics, below a collector's address. */
const METRICS_PATH = "/v1/metrics";
/** Time limit of the last request: the end should not wait for long. */
const LAST_TIMEOUT_MS = 2_000;

export type Collector = Readonly<{
  /** Address that the numbers go to. */
  url: string;
  /** Sends the last numbers and ends. */
  close(): Promise<void>;
}>;

/**
 * @param endpoint as OTEL_EXPORTER_OTLP_ENDPOINT has it: /v1/metrics is added; or as OTEL_EXPORTER_OTLP_METRICS_ENDPOINT, which ends so
 * @param headers that go along (otlp-headers.ts)
 * @param request the present numbers, or null if there are none yet
 * @param note hears once that nothing arrives, and that it does again
 * @throws PlumblineError of kind "usage"
 */
export function tellCollector(
  endpoint: string,
  headers: Readonly<Record<string, string>>,
  request: () => object | null,
  note: (text: string) => void,
  intervalMs: number = INTERVAL_MS,
): Collector {
  const url = metricsUrl(endpoint);
  const all = { "content-type": "application/json", ...headers };
  let isNoted = false;
  let notBefore = 0;
  let underWay: Promise<void> | null = null;
  const tell = async (timeoutMs: number) => {
    const numbers = request();
    if (numbers === null || performance.now() < notBefore) return;
    const { lacks, why, waitMs } = await post(url, all, JSON.stringify(numbers), timeoutMs);
    notBefore = performance.now() + waitMs;
    if (lacks !== null && !isNoted)
      note(
        `${shownAddress(url)} does not take ${lacks} numbers of the load (${why}); the measurement continues without them`,
      );
    if (lacks === null && isNoted) note(`${shownAddress(url)} takes the numbers of the load again`);
    isNoted = lacks !== null;
  };
  const timer = setInterval(() => {
    underWay ??= tell(TIMEOUT_MS).finally(() => {
      underWay = null;
    });
  }, intervalMs);
  timer.unref();
  return {
    url: shownAddress(url),
    close: async () => {
      clearInterval(timer);
      await underWay;
      await tell(LAST_TIMEOUT_MS);
    },
  };
}

/** The numbers that were not taken, or null, and why; and for how long the collector wants no more. */
type CollectorAnswer = Readonly<{ lacks: "the" | "all" | null; why: string; waitMs: number }>;

const TAKEN: CollectorAnswer = { lacks: null, why: "", waitMs: 0 };

async function post(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  timeoutMs: number,
): Promise<CollectorAnswer> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await fetch(url, { method: "POST", headers, body, signal, redirect: "error" });
    if (answer.ok) return partialAnswer(await answer.text());
    await answer.body?.cancel();
    const waitMs = retryAfterMs(answer);
    const wish = waitMs === 0 ? "" : `, and wants none for ${Math.ceil(waitMs / 1000)} s`;
    return { lacks: "the", why: `HTTP ${answer.status}${wish}`, waitMs };
  } catch (error) {
    // The message alone may have a header's value.
    const { name, cause } = error as Error & { cause?: NodeJS.ErrnoException };
    const why =
      name === "TimeoutError"
        ? `no answer in ${timeoutMs / 1000} s`
        : (cause?.code ?? cause?.message ?? name);
    return { lacks: "the", why, waitMs: 0 };
  }
}

/** Statuses by which a collector refuses requests that come too often; both may name a pause. */
const THROTTLING: ReadonlySet<number> = new Set([429, 503]);

/** Milliseconds, of a `Retry-After` in seconds or as a date. */
function retryAfterMs({ status, headers }: Response): number {
  const text = headers.get("retry-after") ?? "";
  if (!THROTTLING.has(status) || text === "") return 0;
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(ms) ? 0 : Math.max(0, ms);
}

/** @param body an ExportMetricsServiceResponse; if it cannot be read, no number counts as refused */
function partialAnswer(body: string): CollectorAnswer {
  try {
    const { partialSuccess } = JSON.parse(body) as {
      partialSuccess?: { rejectedDataPoints?: string | number; errorMessage?: string };
    };
    const refused = Number(partialSuccess?.rejectedDataPoints ?? 0);
    const because = plainLine(String(partialSuccess?.errorMessage ?? ""));
    return refused > 0 ? { lacks: "all", why: `${refused} refused: ${because}`, waitMs: 0 } : TAKEN;
  } catch {
    return TAKEN;
  }
}

function metricsUrl(endpoint: string): URL {
  const url = URL.parse(endpoint);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new PlumblineError("usage", `otlp: got ${JSON.stringify(endpoint)}`, {
      remedy: "give the address of a collector that speaks OTLP over HTTP, such as http://127.0.0.1:4318",
    });
  }
  if (url.username !== "" || url.password !== "") {
    throw new PlumblineError("usage", "otlp: the address has a name or password in it", {
      remedy: "put them into OTEL_EXPORTER_OTLP_HEADERS, for example Authorization=Basic%20...",
    });
  }
  const base = url.pathname.replace(/\/$/, "");
  url.pathname = base.endsWith(METRICS_PATH) ? base : `${base}${METRICS_PATH}`;
  return url;
}

/** Leaves out what may be secret. */
function shownAddress({ origin, pathname }: URL): string {
  return `${origin}${pathname}`;
}
