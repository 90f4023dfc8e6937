/** --placement: on which CPUs the workers and the server's processes of their connections run. */
import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Postgres, startPostgres } from "../support/postgres.ts";
import { backendsOf, replaceBackends } from "./support/backends.ts";
import { plumblineLoad, runLoad } from "./support/plumbline-load.ts";

const CPUS = availableParallelism();
/** CAP_SYS_NICE: processes of another user, as the server's are under root, are moved by nobody else. */
const MAY_MOVE = process.getuid?.() !== 0 || (effectiveCapabilities() & (1n << 23n)) !== 0n;

let cluster: Postgres;
let url: string;

beforeAll(async () => {
  cluster = await startPostgres();
  url = await cluster.createDatabase("placement");
  await runLoad([`--pgsql-url=${url}`, "--table-size=1000", "oltp_point_select", "prepare"]);
});

afterAll(() => cluster?.stop());

/** "0-1", "3": where the kernel lets a process run. */
const cpusOf = (pid: number | "self") =>
  /^Cpus_allowed_list:\s*(.*)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]!;

function effectiveCapabilities(): bigint {
  return BigInt(`0x${/^CapEff:\s*(\w+)$/m.exec(readFileSync("/proc/self/status", "utf8"))![1]}`);
}

/** Where a process may run from now on, and those that it starts. */
const allow = (pid: number, cpus: string) => spawnSync("taskset", ["-pc", cpus, String(pid)]);

/** A run, and where its server processes were allowed to run in the middle of it: all that `meanwhile` names. Then it is ended. */
async function run(
  connections: number,
  args: readonly string[],
  meanwhile = () => backendsOf(url, connections),
) {
  let places: Promise<string[]> = Promise.resolve([]);
  const done = await runLoad(
    [
      `--pgsql-url=${url}`,
      "--output=ndjson",
      "--table-size=1000",
      `--threads=${connections}`,
      "--time=600",
      "--report-interval=0.2",
      ...args,
      "oltp_point_select",
      "run",
    ],
    {
      on: {
        measure: (child) => {
          places = meanwhile()
            .then((pids) => pids.map(cpusOf))
            .finally(() => child.kill("SIGINT"));
        },
      },
    },
  );
  return { ...done, places: await places };
}

describe.runIf(MAY_MOVE)("placement", () => {
  it("keeps as many connections on each CPU, each on one, where every CPU has a worker", async () => {
    const done = await run(CPUS * 2, []);
    expect(done.line("summary")["client"]).toMatchObject({ placement: "pinned", workers: CPUS });
    expect(done.places.every((place) => /^\d+$/.test(place))).toBe(true);
    const onEach = [...new Set(done.places)].map(
      (cpu) => done.places.filter((place) => place === cpu).length,
    );
    expect(onEach).toEqual(Array(CPUS).fill(2));
  });

  it("gets a warning where other processes take much of a CPU, and not where the kernel may step aside", async () => {
    const first = cpusOf("self").match(/\d+/)![0];
    // One of them gets about 22 % beside the worker and its server's processes, and the warning comes from 20 % on.
    const hogs = Array.from({ length: 3 }, () =>
      spawn("taskset", ["-c", first, "sh", "-c", "while :; do :; done"], { stdio: "ignore" }),
    );
    try {
      const codes = async (placement: string) => {
        const twoSeconds = async () => {
          const pids = await backendsOf(url, CPUS * 2);
          await sleep(2000);
          return pids;
        };
        const done = await run(CPUS * 2, [`--placement=${placement}`], twoSeconds);
        return (done.line("summary")["warnings"] as { code: string }[]).map(({ code }) => code);
      };
      expect(await codes("pinned")).toContain("cpu-shared");
      expect(await codes("free")).not.toContain("cpu-shared");
    } finally {
      for (const hog of hogs) hog.kill("SIGKILL");
    }
  });

  it("takes along a connection that is opened anew", async () => {
    const done = await run(CPUS * 2, ["--reconnect-on-loss"], () => replaceBackends(url, CPUS * 2));
    expect(done.line("block")["reconnects"]).toBe(CPUS * 2);
    expect(done.places).toHaveLength(CPUS * 2);
    for (const place of done.places) expect(place).toMatch(/^\d+$/);
  });

  it.runIf(CPUS > 1)("says that it is mixed where the server came back with CPUs of its own", async () => {
    const places = async () => {
      allow(cluster.pid, "0");
      return replaceBackends(url, CPUS * 2);
    };
    try {
      const done = await run(CPUS * 2, ["--reconnect-on-loss"], places);
      expect(done.places).toEqual(Array(CPUS * 2).fill("0"));
      expect(done.line("summary")["client"]["placement"]).toBe("mixed");
      expect(done.line("summary")["warnings"]).toContainEqual(
        expect.objectContaining({ code: "placement-mixed" }),
      );
    } finally {
      allow(cluster.pid, cpusOf("self"));
    }
  });

  it.each([
    ["when it is told so", ["--placement=free"]],
    ["with planned starts: they need the CPU that is idle", ["--rate=100"]],
    ["where a CPU would have no worker", CPUS > 1 ? ["--workers=1"] : ["--placement=free"]],
  ])("leaves the server's processes alone %s", async (_, args) => {
    const done = await run(CPUS, args);
    expect(done.line("summary")["client"]["placement"]).toBe("free");
    expect(new Set(done.places)).toEqual(new Set([cpusOf(cluster.pid)]));
  });

  it("never moves the server's first process", async () => {
    const before = cpusOf(cluster.pid);
    await run(CPUS, []);
    expect(cpusOf(cluster.pid)).toBe(before);
  });

  it.runIf(CPUS > 1)("respects a server with other CPUs than the load generator, and says why", async () => {
    const onFirst = (...args: string[]) => {
      const script = `exec taskset -c 0 "$0" --pgsql-url="$1" --table-size=1000 --time=0.2 --output=ndjson "\${@:2}" oltp_point_select run`;
      return spawnSync("bash", ["-c", script, plumblineLoad, url, ...args], { encoding: "utf8" });
    };
    expect(onFirst().stdout).toContain('"placement":"free"');
    const refused = onFirst("--placement=pinned");
    expect(refused.status).toBe(3);
    expect(refused.stderr).toMatch(/the server may run on other CPUs .*hint: .*--placement=free/s);
    expect(refused.stdout).toContain('"accounting":{"started":0,');
    const against = onFirst("--placement=pinned", `--against=${url}`);
    expect(against.status).toBe(3);
    expect(against.stdout, "which of the two").toMatch(/"type":"error",.*"target":0/);
  });
});
