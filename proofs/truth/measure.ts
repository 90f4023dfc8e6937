/** One case: both arms alone and uninterrupted, with the server's account of it, and side by side as the product measures. */
import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { type SessionLines, sessionsFromLines } from "../../src/analysis/samples/session.ts";
import { type SessionValues, sessionValues } from "../../src/analysis/samples/values.ts";
import type { Session } from "../../src/model/run.ts";
import type { Case } from "./cases.ts";
import { type Account, type Behaviour, startTruthServer, type TruthServer } from "./server.ts";
import { type Load, MEASURES, type Measure, type Truth, truthOf } from "./truth.ts";

export type Tools = Readonly<{
  load: string;
  server: string;
  /** What the servers and the load generator are started with; empty: nothing. */
  before: Readonly<{ server: readonly string[]; load: readonly string[] }>;
}>;

export type Times = Readonly<{
  /** Of an uninterrupted run, and of one with both arms. */
  aloneSeconds: number;
  togetherSeconds: number;
  warmupSeconds: number;
  /** Of the load generator: milliseconds, or "auto". */
  slice: string;
}>;

export type Shown = Readonly<Record<Measure, number>>;

export type ArmResult = Readonly<{ truth: Truth; alone: Shown; together: Shown; session: Session }>;
/** @param warnings of the load generator, side by side */
export type CaseResult = Readonly<{
  case: Case;
  base: ArmResult;
  head: ArmResult;
  warnings: SessionLines["warnings"];
}>;

/** Until the connections are open and the server has its rhythm. */
const SETTLE_SECONDS = 0.7;

export async function measureCase(each: Case, tools: Tools, times: Times): Promise<CaseResult> {
  const base = await alone(each.base, each.load, tools, times);
  const head = await alone(each.head, each.load, tools, times);
  const together = await sideBySide(each, tools, times);
  const arm = (at: number, { truth, shown }: Alone): ArmResult => ({
    truth,
    alone: shown,
    together: shownOf(sessionValues(together.sessions[at]!)),
    session: together.sessions[at]!,
  });
  return { case: each, base: arm(0, base), head: arm(1, head), warnings: together.warnings };
}

type Alone = Readonly<{ truth: Truth; shown: Shown }>;

async function alone(behaviour: Behaviour, load: Load, tools: Tools, times: Times): Promise<Alone> {
  const server = await startTruthServer(tools.server, behaviour, tools.before.server);
  try {
    const closed = await uninterrupted(server, { connections: load.connections }, tools, times);
    if (load.rate === undefined)
      return { truth: truthOf(behaviour, load, closed.account), shown: closed.shown };
    const open = await uninterrupted(server, load, tools, times);
    return { truth: truthOf(behaviour, load, closed.account, open.account), shown: open.shown };
  } finally {
    server.stop();
  }
}

async function uninterrupted(
  server: TruthServer,
  load: Load,
  tools: Tools,
  times: Times,
): Promise<Readonly<{ account: Account; shown: Shown }>> {
  const seconds = times.aloneSeconds;
  const running = runLoad(tools, [server.url], load, [`--time=${seconds}`]);
  await sleep(SETTLE_SECONDS * 1000);
  server.reset();
  await sleep((seconds - 2 * SETTLE_SECONDS) * 1000);
  const account = await server.report();
  const [session] = (await running).sessions;
  return { account, shown: shownOf(sessionValues(session!)) };
}

/** The sessions of base and head. */
export async function sideBySide(each: Case, tools: Tools, times: Times): Promise<SessionLines> {
  const servers = [
    await startTruthServer(tools.server, each.base, tools.before.server),
    await startTruthServer(tools.server, each.head, tools.before.server),
  ] as const;
  try {
    return await runLoad(
      tools,
      servers.map(({ url }) => url),
      each.load,
      [
        `--time=${times.togetherSeconds}`,
        `--warmup-time=${times.warmupSeconds}`,
        `--slice=${times.slice}`,
        "--slice-lines=on",
        `--server-pid=${servers[0].pid}`,
        `--against-server-pid=${servers[1].pid}`,
      ],
    );
  } finally {
    for (const server of servers) server.stop();
  }
}

async function runLoad(
  tools: Tools,
  urls: readonly string[],
  { connections, rate, arrivals = "fixed", workers }: Load,
  options: readonly string[],
): Promise<SessionLines> {
  const [command, ...args] = [
    ...tools.before.load,
    tools.load,
    "--output=ndjson",
    `--pgsql-url=${urls[0]}`,
    ...urls.slice(1).map((url) => `--against=${url}`),
    `--threads=${connections}`,
    ...(rate === undefined ? [] : [`--rate=${rate}`, `--arrivals=${arrivals}`]),
    ...(workers === undefined ? [] : [`--workers=${workers}`]),
    ...options,
    "oltp_point_select",
    "run",
  ] as unknown as [string, ...string[]];
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (piece: string) => {
    text += piece;
  });
  await new Promise((resolve) => child.once("close", resolve));
  return sessionsFromLines(text.split("\n").filter(Boolean), {
    index: 0,
    fresh: urls.map(() => true),
    passing: [],
  });
}

function shownOf(values: SessionValues): Shown {
  return Object.fromEntries(MEASURES.map((measure) => [measure, values[measure]!])) as Shown;
}
