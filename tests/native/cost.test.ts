/**
 * What plumbline-load costs for each query, in counts that repeat: user instructions and system calls, as the slope between two
 * numbers of events, so that start and end do not count. The server is the null server of the benches.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type NullServer, startNullServer } from "./support/null-server.ts";
import { plumblineLoad } from "./support/plumbline-load.ts";

/** There, and allowed to watch a program. */
const works = (program: string, ...args: string[]) => spawnSync(program, [...args, "true"]).status === 0;
const CONNECTIONS = 16;
const [FEW, MANY] = [2_000, 10_000];

let server: NullServer;

beforeAll(async () => {
  server = await startNullServer();
});

afterAll(() => server?.stop());

const command = (events: number) => [
  plumblineLoad,
  "oltp_point_select",
  `--pgsql-host=${server.folder}`,
  `--pgsql-port=${server.port}`,
  "--pgsql-user=bench",
  "--pgsql-db=bench",
  `--threads=${CONNECTIONS}`,
  "--workers=1",
  "--time=0",
  `--events=${events}`,
  "--rand-seed=1",
  "--output=ndjson",
  "run",
];

/** A transaction of pgbench's language, given as pgbench is given it: each event has one try. */
const SCRIPT = `\\set id random(1, 10000)
\\set next :id + 1
SELECT c FROM sbtest1 WHERE id = :id \\gset
\\if :id > 0
SELECT c FROM sbtest1 WHERE id = :next;
\\endif
`;

function scriptCommand(events: number): string[] {
  const path = join(server.folder, "gset.sql");
  writeFileSync(path, SCRIPT);
  const load = [
    "-c",
    `${CONNECTIONS}`,
    "-j",
    "1",
    "-t",
    `${events / CONNECTIONS}`,
    "--random-seed=1",
    "-f",
    path,
  ];
  const place = ["-h", server.folder, "-p", `${server.port}`, "-U", "bench", "bench"];
  return [plumblineLoad, "-n", "-M", "prepared", ...load, ...place];
}

const slope = (count: (events: number) => number) => (count(MANY) - count(FEW)) / (MANY - FEW);

describe.skipIf(!works("valgrind", "--tool=none"))("user instructions", () => {
  const instructions = (words: readonly string[]) => {
    const out = "--callgrind-out-file=/dev/null";
    const done = spawnSync("valgrind", ["--tool=callgrind", out, ...words], { encoding: "utf8" });
    expect(done.status, done.stderr).toBe(0);
    return Number(/Collected : (\d+)/.exec(done.stderr)?.[1]);
  };

  it("of a point select are fewer than pgbench's 5,860, libpq's own 4,000 included", () => {
    // The promise is 5,000; libpq and the C library of another system may take some more.
    expect(slope((events) => instructions(command(events)))).toBeLessThan(5_400);
  });

  it("of a script with two SELECTs, \\gset and \\if are fewer than pgbench's 12,500", () => {
    expect(slope((events) => instructions(scriptCommand(events)))).toBeLessThan(11_900);
  });
});

describe.skipIf(!works("strace", "-f", "-o", "/dev/null"))("system calls", () => {
  /** By name. */
  const calls = (events: number) => {
    const report = join(server.folder, `strace-${events}`);
    const done = spawnSync("strace", ["-f", "-c", "-U", "name,calls", "-o", report, ...command(events)]);
    expect(done.status).toBe(0);
    const rows = [...readFileSync(report, "utf8").matchAll(/^(\w+)\s+(\d+)$/gm)];
    return new Map(rows.map(([, name, count]) => [name!, Number(count)]));
  };

  it("of a query are one send, one recv and a share of an epoll_wait", () => {
    const [few, many] = [calls(FEW), calls(MANY)];
    const perQuery = (name: string) => ((many.get(name) ?? 0) - (few.get(name) ?? 0)) / (MANY - FEW);
    const names = [...many.keys()].filter((name) => name !== "total");
    expect(perQuery("sendto")).toBeCloseTo(1, 1);
    expect(perQuery("recvfrom")).toBeCloseTo(1, 1);
    const rest = names.filter((name) => !["sendto", "recvfrom", "epoll_wait"].includes(name));
    expect(rest.reduce((sum, name) => sum + perQuery(name), 0)).toBeLessThan(0.05);
  });
});
