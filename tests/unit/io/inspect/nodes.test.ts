/** Nodes that are asked for their CPU: by real HTTP, by real processes, by a kubectl over files. */
import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { isAlive } from "../../../../src/io/host/processes.ts";
import { NodeWatch } from "../../../../src/io/inspect/nodes.ts";
import type { NodeSource } from "../../../../src/model/nodes.ts";
import { sharedFolder } from "../../../support/temporary-folder.ts";

const folder = sharedFolder();
let server: Server;
let port: number;
/** How often the place was asked that answers from the second time on. */
let asked = 0;

/** A machine of four CPUs, of which one and a half work. */
const exported = () => `# TYPE node_cpu_seconds_total counter
${[0, 1, 2, 3].map((cpu) => `node_cpu_seconds_total{cpu="${cpu}",mode="idle"} ${performance.now()}`).join("\n")}
node_cpu_seconds_total{cpu="0",mode="user"} ${(1.5 * performance.now()) / 1000}
`;

beforeAll(async () => {
  server = createServer(({ url }, answer) => {
    if (url === "/metrics") answer.end(exported());
    else if (url === "/busy" && asked++ > 0) answer.end(exported());
    else if (url === "/page") answer.end("<html>");
    else answer.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.close();
});
afterEach(() => vi.unstubAllEnvs());

async function watched(way: NodeSource["way"], names: readonly string[], during = async () => sleep(60)) {
  const watch = new NodeWatch({ way }, names, folder, new AbortController().signal);
  await during();
  return await watch.end();
}

describe("node-exporter", () => {
  const at = (place: string) =>
    ({ kind: "node-exporter", url: `http://$PLUMBLINE_HOST:${port}${place}` }) as const;

  it("tells CPUs and their share, of each host once", async () => {
    const { nodes, failures } = await watched(at("/metrics"), ["127.0.0.1", "127.0.0.1"]);
    expect(failures).toEqual([]);
    expect(nodes.map(({ node }) => node)).toEqual(["127.0.0.1"]);
    expect(nodes[0]!.cpus).toBeGreaterThan(0);
    expect(nodes[0]!.share).toBeCloseTo(nodes[0]!.cpus! / 4, 10);
  });

  it("that is too busy at first is asked again: the rest of the load is better than nothing", async () => {
    const { nodes, failures } = await watched(at("/busy"), ["127.0.0.1"], async () => {
      while (asked < 2) await sleep(20);
      await sleep(60);
    });
    expect(failures).toEqual([]);
    expect(nodes[0]!.share).toBeCloseTo(nodes[0]!.cpus! / 4, 10);
  });

  it("that is not there, or is something else, is named with what it answered", async () => {
    const of = async (place: string, host = "127.0.0.1") => (await watched(at(place), [host])).failures;
    const url = `http://127.0.0.1:${port}`;
    expect(await of("/nothing")).toEqual([{ node: "127.0.0.1", why: `${url}/nothing answers 404` }]);
    expect(await of("/page")).toEqual([
      { node: "127.0.0.1", why: `${url}/page has no node_cpu_seconds_total` },
    ]);
    const [refused] = (await watched(at("/metrics"), ["127.0.0.2"])).failures;
    expect(refused?.why).toBe(`http://127.0.0.2:${port}/metrics: ECONNREFUSED`);
  });
});

describe("a command", () => {
  const command = (text: string) => ({ kind: "command", command: text }) as const;

  it("prints CPU seconds, or how busy each node is", async () => {
    const counter = path.join(folder, "seconds-$PLUMBLINE_HOST");
    const counting = `echo x >> "${counter}"; wc -l < "${counter}"`;
    const { nodes, failures } = await watched(command(counting), ["a", "b"]);
    expect(failures).toEqual([]);
    expect(nodes.map(({ node, share }) => [node, share])).toEqual([
      ["a", null],
      ["b", null],
    ]);
    expect(nodes[0]!.cpus, "a second of CPU between the first question and the last").toBeGreaterThan(0);
    const busy = await watched(command("test $PLUMBLINE_HOST = a && echo '25 %' || echo 75%"), ["a", "b"]);
    expect(busy.nodes).toEqual([
      { node: "a", cpus: null, share: 0.25 },
      { node: "b", cpus: null, share: 0.75 },
    ]);
  });

  it("that fails or prints something else is told in its own words, of that node alone", async () => {
    const text =
      "test $PLUMBLINE_HOST = good && echo 5% && exit; echo no route to $PLUMBLINE_HOST >&2; exit 3";
    const { nodes, failures } = await watched(command(text), ["good", "bad"]);
    expect(nodes).toEqual([{ node: "good", cpus: null, share: 0.05 }]);
    expect(failures).toEqual([{ node: "bad", why: "its command: no route to bad" }]);
    const [odd] = (await watched(command("echo $PLUMBLINE_HOST is fine"), ["a"])).failures;
    expect(odd?.why).toMatch(/printed "a is fine", which is neither CPU seconds nor a percentage/);
  });

  it("is ended with all that it started where the measuring is", async () => {
    const abort = new AbortController();
    const pid = path.join(folder, "pid");
    const watch = new NodeWatch(
      { way: command(`sleep 600 & echo $! > "${pid}"; mv "${pid}" "${pid}-$PLUMBLINE_HOST"; wait`) },
      ["a"],
      folder,
      abort.signal,
    );
    const written = `${pid}-a`;
    await expect.poll(() => existsSync(written)).toBe(true);
    abort.abort();
    const { nodes, failures } = await watch.end();
    expect(nodes).toEqual([]);
    expect(failures).toHaveLength(1);
    const sleeper = Number(readFileSync(written, "utf8"));
    await expect.poll(() => isAlive(sleeper)).toBe(false);
  });
});

describe("Kubernetes' metrics API", () => {
  const way = { kind: "kubernetes", namespace: "db", selector: "app=yb-tserver" } as const;

  function cluster(at: Date): void {
    symlinkSync(
      path.resolve(import.meta.dirname, "../../../support/fake-kubectl.mjs"),
      path.join(folder, "kubectl"),
    );
    vi.stubEnv("PATH", `${folder}:${process.env["PATH"]}`);
    vi.stubEnv("FAKE_CLUSTER", folder);
    write(at);
  }

  function write(at: Date): void {
    const pod = (name: string, namespace: string, app: string, cpu: string) => ({
      metadata: { name, namespace, creationTimestamp: at.toISOString(), labels: { app } },
      timestamp: at.toISOString(),
      window: "0.1s",
      containers: [{ name: "db", usage: { cpu, memory: "2048Ki" } }],
    });
    const pods = [
      pod("yb-tserver-0", "db", "yb-tserver", "1500m"),
      pod("yb-tserver-1", "db", "yb-tserver", "250000000n"),
      pod("yb-master-0", "db", "yb-master", "9"),
      pod("yb-tserver-0", "other", "yb-tserver", "9"),
    ];
    writeFileSync(path.join(folder, "metrics.json"), JSON.stringify(pods));
  }

  it("is asked through kubectl, for the pods of a selector; windows of before the load do not count", async () => {
    cluster(new Date(Date.now() - 60_000));
    const early = await watched(way, ["ignored"]);
    expect(early.nodes).toEqual([]);
    expect(early.failures.map(({ node }) => node)).toEqual(["yb-tserver-0", "yb-tserver-1"]);
    expect(early.failures[0]!.why).toMatch(/no window of its metrics lies within the load/);
    const seen = await watched(way, [], async () => {
      await sleep(150);
      write(new Date());
    });
    expect(seen).toEqual({
      nodes: [
        { node: "yb-tserver-0", cpus: 1.5, share: null },
        { node: "yb-tserver-1", cpus: 0.25, share: null },
      ],
      failures: [],
    });
    const [none] = (await watched({ ...way, selector: "app=nobody" }, [])).failures;
    expect(none).toEqual({ node: "pods app=nobody of db", why: "the metrics API knows no such pod" });
  });

  it("without kubectl says so", async () => {
    vi.stubEnv("PATH", "/nonexistent");
    const [failure] = (await watched(way, [])).failures;
    expect(failure?.why).toBe("kubectl get --raw: kubectl is not there");
  });
});
