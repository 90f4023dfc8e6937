/** An OpenTelemetry collector that is told numbers by OTLP over HTTP, in JSON. A slow or dead one costs the measuring nothing. */
import { PlumblineError } from "../model/errors.ts";

const INTERVAL_MS = 5_000;
const TIMEOUT_MS = 4_000;
/** Of metrics, below a collector's address. */
const METRICS_PATH = "/v1/metrics";
/** At the end nobody waits for long. */
const LAST_TIMEOUT_MS = 2_000;

export type Collector = Readonly<{
  /** Where the numbers go. */
  url: string;
  /** Tells the last numbers and ends. */
  close(): Promise<void>;
}>;

/**
 * @param endpoint as OTEL_EXPORTER_OTLP_ENDPOINT has it: /v1/metrics is added; or as OTEL_EXPORTER_OTLP_METRICS_ENDPOINT, which ends so
 * @param headers as OTEL_EXPORTER_OTLP_HEADERS has them: NAME=VALUE by commas, percent-encoded
 * @param request what is told now, or null where there is nothing yet
 * @param note hears once that nothing arrives, and that it does again
 * @throws PlumblineError of kind "usage"
 */
export function tellCollector(
  endpoint: string,
  headers: string,
  request: () => object | null,
  note: (text: string) => void,
  intervalMs: number = INTERVAL_MS,
): Collector {
  const url = metricsUrl(endpoint);
  const all = { "content-type": "application/json", ...headersOf(headers) };
  let silent: string | null = null;
  let underWay: Promise<void> | null = null;
  const tell = async (timeoutMs: number) => {
    const told = request();
    if (told === null) return;
    const why = await post(url, all, JSON.stringify(told), timeoutMs);
    if (why !== null && silent === null)
      note(`${shown(url)} does not take the numbers of the load (${why}); the measuring goes on without it`);
    if (why === null && silent !== null) note(`${shown(url)} takes the numbers of the load again`);
    silent = why;
  };
  const timer = setInterval(() => {
    underWay ??= tell(TIMEOUT_MS).finally(() => {
      underWay = null;
    });
  }, intervalMs);
  timer.unref();
  return {
    url: shown(url),
    close: async () => {
      clearInterval(timer);
      if (silent === null) await (underWay ?? tell(LAST_TIMEOUT_MS));
    },
  };
}

/** @returns why it was not taken, or null */
async function post(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  timeoutMs: number,
): Promise<string | null> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await fetch(url, { method: "POST", headers, body, signal, redirect: "error" });
    await answer.body?.cancel();
    return answer.ok ? null : `HTTP ${answer.status}`;
  } catch (error) {
    // The message alone may have a header's value.
    const { name, cause } = error as Error & { cause?: NodeJS.ErrnoException };
    return name === "TimeoutError"
      ? `no answer in ${timeoutMs / 1000} s`
      : (cause?.code ?? cause?.message ?? name);
  }
}

function metricsUrl(endpoint: string): URL {
  const url = URL.parse(endpoint);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new PlumblineError("usage", `otlp: got ${JSON.stringify(endpoint)}`, {
      remedy: "the address of a collector that speaks OTLP over HTTP, such as http://127.0.0.1:4318",
    });
  }
  if (url.username !== "" || url.password !== "") {
    throw new PlumblineError("usage", "otlp: the address has a name or password in it", {
      remedy: "let OTEL_EXPORTER_OTLP_HEADERS have them, for example Authorization=Basic%20...",
    });
  }
  const base = url.pathname.replace(/\/$/, "");
  url.pathname = base.endsWith(METRICS_PATH) ? base : `${base}${METRICS_PATH}`;
  return url;
}

/** Without what may be secret. */
function shown({ origin, pathname }: URL): string {
  return `${origin}${pathname}`;
}

function headersOf(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    text
      .split(",")
      .map((each) => /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(each))
      .flatMap((match) => (match === null ? [] : [[match[1]!, decoded(match[2]!)] as const])),
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
