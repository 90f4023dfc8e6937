import { tagsUpTo } from "../../io/git/tags.ts";
import { environment } from "../../io/host/environment.ts";
import { unlessInterrupted } from "../../io/store/interruptible.ts";
import { EXIT_CODE, PlumblineError } from "../../model/errors.ts";
import { isLoopback } from "../../model/loopback.ts";
import { redact } from "../../model/secrets.ts";
import { abortOnSignals } from "../../pipeline/invocation/interrupt.ts";
import { openToAnswer } from "../../pipeline/invocation/open-store.ts";
import { historyLocation, type StoreWords } from "../../pipeline/invocation/store-location.ts";
import { askStore } from "../../pipeline/queries/ask.ts";
import { loadAssets } from "../server/site/assets.ts";
import { type AnyCommand, Command, type WordsOf } from "./commander.ts";
import { addHelp } from "./help-text.ts";
import { portFrom, wholeNumber, withFields } from "./options.ts";
import { tokenOf } from "./token.ts";

type ServeWords = WordsOf<typeof withOptions> & StoreWords;

export function serveVerb(finish: (code: number) => void): AnyCommand {
  const command = withFields(withOptions(new Command("serve")), "history");
  addHelp(command, {
    examples: [
      [
        "serve --store postgres://reader@db/plumbline",
        "serve pages at http://127.0.0.1:8080, and the API below /api/v1",
      ],
      [
        "serve --host 0.0.0.0 --port 80",
        "serve other machines; with $PLUMBLINE_TOKEN set, each request needs that token",
      ],
    ],
    outcomes: ["fine", "usage", ["internal", "the store cannot be read"]],
  });
  return command.action(async (words) => {
    await serve(words, tokenOf("PLUMBLINE_TOKEN", environment()));
    finish(EXIT_CODE.fine);
  });
}

function withOptions(command: Command) {
  return command
    .summary("Show the store as web pages, with an API.")
    .description("Serve the store over HTTP until interrupted: web pages and an API, both read-only.")
    .option("--port <n>", "Port to listen on; 0 takes a free one and prints it.", portFrom(0), 8080)
    .option(
      "--host <address>",
      "Address to listen on. Anything but a loopback address can be reached from other machines.",
      "127.0.0.1",
    )
    .option("--rate-limit <n>", "Highest number of requests from one address in a minute.", wholeNumber, 600);
}

/** @param token null: none is asked for */
async function serve({ port, host, rateLimit, ...words }: ServeWords, token: string | null): Promise<void> {
  const location = await historyLocation(words, environment(), process.cwd());
  const interrupt = abortOnSignals("what is being answered is answered first");
  try {
    // Fastify is megabytes that no other verb needs.
    const { createServer, STATEMENT_MS } = await import("../server/server.ts");
    const { siteRoutes } = await import("../server/site/routes.ts");
    const assets = await loadAssets(new URL(".", import.meta.url));
    const store = await unlessInterrupted(openToAnswer(location, STATEMENT_MS), interrupt.signal);
    try {
      const questions = askStore(store);
      const app = await createServer({
        questions,
        plugins: [
          siteRoutes(questions, assets, token === null ? "no-cache" : "private, no-cache", {
            tags: (sha) => tagsUpTo(process.cwd(), sha),
          }),
        ],
        token,
        style: assets.names.style,
        requestsPerMinute: rateLimit,
        onFault: (error) => sayLine(faultText(error)),
      });
      const address = await app.listen({ port, host }).catch((error: Error) => {
        throw new PlumblineError("usage", `cannot listen on ${host}:${port}: ${error.message}`, {
          remedy: "name another --port (0 takes a free one), or another --host",
          cause: error,
        });
      });
      process.stdout.write(`${redact(location.words)} is served at ${address}\n`);
      if (token === null && !isLoopback(host)) {
        sayLine(
          "anyone who reaches this address can read the store: set PLUMBLINE_TOKEN, or put a proxy before it",
        );
      }
      await untilAborted(interrupt.signal);
      await app.close();
    } finally {
      await store.close();
    }
  } finally {
    interrupt.release();
  }
}

function faultText(error: unknown): string {
  if (error instanceof PlumblineError && error.unreadable !== undefined) {
    return `${error.message}\nremedy: ${error.remedy ?? "none is known"}`;
  }
  return `a fault in plumbline itself: ${(error as Error).stack ?? String(error)}`;
}

function sayLine(text: string): void {
  process.stderr.write(`plumbline: ${redact(text)}\n`);
}

async function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
