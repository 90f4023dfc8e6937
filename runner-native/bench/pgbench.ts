/** The peer pgbench: how it is called, and the lines that give it and plumbline-load the same command line on the same server. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** Behind the name of the program; both are given it as it is. One thread, for what a transaction costs is a matter of one. */
export const pgbenchOptions = (server, connections: number, options) => [
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

const connection = ({ host, port, user, database }) => ["-h", host, "-p", port, "-U", user, database];

/** @returns {number} transactions that pgbench says it did */
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

const kinds = {
  tpcb: { title: "tpcb-like", options: () => ["-b", "tpcb-like"] },
  select: { title: "select-only", options: () => ["-S"] },
  own: {
    title: "a script with \\gset and \\if",
    options: (scratch: string) => {
      const path = join(scratch, "own.sql");
      writeFileSync(path, OWN_SCRIPT, { mode: 0o644 });
      return ["-s", SCALE, "-f", path];
    },
  },
};

/**
 * @param {object} bench
 * @param {() => object | undefined} bench.startServer PostgreSQL, where there is one
 * @param {(args: (string | number)[]) => void} bench.initialize runs plumbline-load with them
 * @param {(contender: string, args: (string | number)[]) => object} bench.compete what a run used, and its transactions
 * @param {string} bench.scratch folder for scripts
 * @param {number} bench.seconds of a run
 * @param {object[]} bench.promises of each line
 * @returns {object[]} scenarios
 */
export function scriptScenarios({ startServer, initialize, compete, scratch, seconds, promises }) {
  const connections = 8;
  let server: Server | undefined;
  return Object.entries(kinds).map(([name, { title, options }]) => ({
    name: `script-${name}`,
    title: `PostgreSQL, unix socket, scripts: ${title}, ${connections} clients, one thread`,
    unit: "transaction",
    peers: ["pgbench"],
    promises,
    async run(contender: string) {
      server ??= startServer();
      if (!server) return undefined;
      if (!server.hasAccounts) initialize(["-i", "-s", SCALE, ...connection(server)]);
      server.hasAccounts = true;
      return compete(contender, pgbenchOptions(server, connections, ["-T", seconds, ...options(scratch)]));
    },
  }));
}
