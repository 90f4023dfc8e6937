import { SHARDS_MOST } from "../../config/share.ts";
import { environment } from "../../io/host/environment.ts";
import { PlumblineError } from "../../model/errors.ts";
import { isLoopback } from "../../model/loopback.ts";
import type { Progress } from "../../model/progress.ts";
import { type AnyCommand, Command, Option, type WordsOf } from "./commander.ts";
import { addHelp, MEASURING } from "./help-text.ts";
import { invocationHere, measuring } from "./measuring.ts";
import { hostAndPort, numberFrom } from "./options.ts";
import { tokenOf } from "./token.ts";

export function shardVerb(finish: (code: number) => void): AnyCommand {
  const command = withOptions(new Command("shard"));
  addHelp(command, {
    examples: [
      [
        "shard --plan plumbline.yml --index 0 --shards 3 --listen 10.0.0.1:7000",
        "lead: tell the others when to start, add up what all measured, write run.json",
      ],
      [
        "shard --plan http://10.0.0.1:7000 --index 1",
        "follow index 0, on each other machine with an index of its own",
      ],
      [
        "shard --plan http://load-0.load:7000",
        "follow index 0 in an Indexed Job, where $JOB_COMPLETION_INDEX is the index",
      ],
    ],
    outcomes: [
      "fine",
      [
        "inconclusive",
        "a shard was absent, late or died, or its clock was set: the run says which and is no measurement",
      ],
      ...MEASURING,
    ],
  });
  command.addHelpText(
    "after",
    `
Environment:
  PLUMBLINE_SHARD_TOKEN  token that every request must carry; needed unless --listen is a loopback address
  JOB_COMPLETION_INDEX   number of this shard, if there is no --index

Index 0 answers, with the token: GET /status, GET /result (202 while it runs, then run.json; ?arm=base), POST /fetched.`,
  );
  return command.action(async (words) => {
    finish(await measuring({}, (progress, signal) => perform(words, progress, signal)));
  });
}

async function perform(
  words: WordsOf<typeof withOptions>,
  progress: Progress,
  signal: AbortSignal,
): Promise<number> {
  const token = tokenOf("PLUMBLINE_SHARD_TOKEN", environment());
  const joinMs = words.joinTimeout * 1_000;
  // It brings Fastify, which is megabytes that no other verb needs.
  const { join, lead } = await import("../../pipeline/shard.ts");
  const index = words.index ?? indexOfJob(environment());
  const indexZero = indexZeroOf(words.plan);
  if (indexZero !== null) {
    if (index === 0)
      throw wrongOption("index 0 measures the plan of a file", "name the file by --plan, or another --index");
    const url = words.plan.replace(/(?<!\/)\/+$/, "");
    assureToken(token, indexZero.hostname);
    return await join({ url, token, index }, joinMs, progress, signal);
  }
  if (index !== 0)
    throw wrongOption(
      `--plan ${words.plan} is a file, which only index 0 reads`,
      "--plan http://HOST:PORT, as index 0 listens",
    );
  const { shards, listen } = words;
  if (shards === undefined || listen === undefined)
    throw wrongOption("index 0 needs --shards and --listen", "for example --shards 3 --listen 10.0.0.1:7000");
  assureToken(token, listen.host);
  const { output, seed } = words;
  const usual = { config: words.plan, output, seed };
  const invocation = await invocationHere(usual);
  const request = {
    shards,
    ...listen,
    token,
    joinMs,
    leadMs: words.lead * 1_000,
    keepSeconds: words.keepFor,
    onListening: (address: string) =>
      void process.stdout.write(`index 0 of ${shards} listens at ${address}\n`),
  };
  return await lead(invocation, request, progress, signal);
}

const SECONDS = numberFrom(0, 86_400, { what: "seconds", isWhole: false });

function withOptions(command: Command) {
  return command
    .summary("Be one of several machines that produce one load.")
    .description(
      "Be one of several machines that produce one load together. Index 0 leads and adds up what all have measured; the others follow (docs/how-to/several-load-machines.md).",
    )
    .requiredOption(
      "--plan <file|url>",
      "Config file for index 0; http://HOST:PORT of index 0 for all others.",
    )
    .addOption(
      new Option("--index <i>", "Number of this shard, from 0 (default: $JOB_COMPLETION_INDEX).").argParser(
        numberFrom(0, 9999),
      ),
    )
    .addOption(
      new Option("--shards <n>", "Number of shards, including this one (index 0).").argParser(
        numberFrom(1, SHARDS_MOST),
      ),
    )
    .addOption(
      new Option("--listen <host:port>", "Address at which the others reach this shard (index 0).").argParser(
        hostAndPort,
      ),
    )
    .option("--output <dir>", "Folder of run.json (index 0).", "plumbline-out")
    .option("--seed <n>", "Seed of the plan (index 0; default: that of the config file, else drawn).")
    .option(
      "--keep-for <seconds>",
      "How long the run is kept for a client to fetch it (index 0).",
      SECONDS,
      600,
    )
    .option("--join-timeout <seconds>", "How long all shards may take to find each other.", SECONDS, 120)
    .option(
      "--lead <seconds>",
      "Delay between announcing the start and starting, so that all shards can connect (index 0).",
      SECONDS,
      5,
    );
}

function indexOfJob(env: NodeJS.ProcessEnv): number {
  const text = env["JOB_COMPLETION_INDEX"];
  if (text !== undefined && /^\d+$/.test(text)) return Number(text);
  throw wrongOption(
    "which shard is this?",
    "--index I, from 0; an Indexed Job sets JOB_COMPLETION_INDEX itself",
  );
}

/** @throws PlumblineError of kind "usage" if there is no token, and the address is reachable over a network */
function assureToken(token: string | null, host: string): void {
  if (token !== null || isLoopback(host)) return;
  throw wrongOption(
    `${host} can be reached by others, and PLUMBLINE_SHARD_TOKEN is not set`,
    "export PLUMBLINE_SHARD_TOKEN=$(openssl rand -hex 16), the same for every shard",
  );
}

/** Address of index 0; null for the name of a file. @throws PlumblineError of kind "usage" for an address that is none */
export function indexZeroOf(plan: string): URL | null {
  if (!/^https?:\/\//.test(plan)) return null;
  if (URL.canParse(plan)) return new URL(plan);
  throw wrongOption(`--plan ${plan} is no address`, "--plan http://HOST:PORT, as index 0 listens");
}

function wrongOption(what: string, remedy: string): PlumblineError {
  return new PlumblineError("usage", what, { remedy });
}
