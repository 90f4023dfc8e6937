/** The peer pgbench: how it is called, and the lines that give it and plumbline-load the same command line on the same server. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RoundPromise, Run, Scenario, Server, Words } from "./scenario.ts";

/** Behind the name of the program; both are given it as it is. One thread, for what a transaction costs is a matter of one. */
export const pgbenchOptions = (server: Server, connections: number, options: Words): Words => [
  "-n",
  "-M",
  "prepared",
  "-c",
  connections,
  "-j",
  1,
  ...options,
  ...connection(server),
];

const connection = ({ host, port, user, database }: Server) => ["-h", host, "-p", port, "-U", user, database];

/** @returns transactions that pgbench says it did */
export const pgbenchCount = (output: string) =>
  Number(/transactions actually processed: (\d+)/.exec(output)?.[1]);

const SCALE = 10;

/** A script of one's own: variables, a branch by what the server answers, and another number of statements for each. */
const OWN_SCRIPT = `\\set aid random(1, 100000 * :scale)
\\set rows random_zipfian(1, 100, 1.2)
\\set last :aid + :rows
SELECT abalance, bid FROM pgbench_accounts WHERE aid = :aid \\gset
\\if :abalance >= 0
SELECT sum(abalance) FROM pgbench_accounts WHERE aid BETWEEN :aid AND :last;
\\else
SELECT tbalance FROM pgbench_tellers WHERE bid = :bid;
SELECT bbalance FROM pgbench_branches WHERE bid = :bid;
\\endif
`;

const kinds: Readonly<Record<string, { title: string; options: (scratch: string) => Words }>> = {
  tpcb: { title: "tpcb-like", options: () => ["-b", "tpcb-like"] },
  select: { title: "select-only", options: () => ["-S"] },
  own: {
    title: "a script with \\gset and \\if",
    options: (scratch) => {
      const path = join(scratch, "own.sql");
      writeFileSync(path, OWN_SCRIPT, { mode: 0o644 });
      return ["-s", SCALE, "-f", path];
    },
  },
};

/** What the lines of scripts need of the bench. */
type ScriptBench = Readonly<{
  /** PostgreSQL, where there is one. */
  startServer: () => Server | undefined;
  /** Runs plumbline-load with these words. */
  initialize: (words: Words) => unknown;
  /** What a run used, and its transactions. */
  compete: (contender: string, words: Words) => Run;
  /** Folder for scripts. */
  scratch: string;
  seconds: number;
  /** Of each line. */
  promises: readonly RoundPromise[];
}>;

export function scriptScenarios(bench: ScriptBench): readonly Scenario[] {
  const { startServer, initialize, compete, scratch, seconds, promises } = bench;
  const connections = 8;
  let server: Server | undefined;
  let hasAccounts = false;
  return Object.entries(kinds).map(([name, { title, options }]) => ({
    name: `script-${name}`,
    title: `PostgreSQL, unix socket, scripts: ${title}, ${connections} clients, one thread`,
    unit: "transaction",
    peers: ["pgbench"],
    promises,
    async run(contender: string) {
      server ??= startServer();
      if (!server) return undefined;
      if (!hasAccounts) initialize(["-i", "-s", SCALE, ...connection(server)]);
      hasAccounts = true;
      return compete(contender, pgbenchOptions(server, connections, ["-T", seconds, ...options(scratch)]));
    },
  }));
}
