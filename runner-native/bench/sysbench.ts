/** How sysbench is called, and plumbline-load in its place. */
import type { Block, Server, Words } from "./scenario.ts";

/** Where to connect to. */
export const sbtestOptions = (server: Server) => [
  `--pgsql-host=${server.host}`,
  `--pgsql-port=${server.port}`,
  `--pgsql-user=${server.user}`,
  `--pgsql-db=${server.database}`,
];

/** How a contender is called, and how many queries it says it did. */
export type Contender = Readonly<{
  command: (server: Server, connections: number, workload: string) => Words;
  queries: (output: string) => number;
}>;

/** plumbline-load, called as sysbench is, with options of its own. */
export function plumbline(options: readonly string[], program: string, seconds: number) {
  return {
    command: (server: Server, connections: number, workload: string): Words => [
      program,
      workload,
      ...sbtestOptions(server),
      `--threads=${connections}`,
      ...options,
      `--time=${seconds}`,
      "--output=ndjson",
      "run",
    ],
    queries: (output: string) =>
      sumOfBlocks(output, ({ queries }) => queries.read + queries.write + queries.other),
    events: (output: string) => sumOfBlocks(output, ({ events }) => events),
  };
}

function sumOfBlocks(output: string, count: (block: Block) => number): number {
  const lines = output
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Block);
  const blocks = lines.filter((line) => line.type === "block");
  return blocks.reduce((sum, block) => sum + count(block), 0);
}
