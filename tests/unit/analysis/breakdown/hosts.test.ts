/** Several hosts of one arm: what each brought, and which of them are not like the others. */
import { describe, expect, it } from "vitest";
import { hostsOf, hostWarnings } from "../../../../src/analysis/breakdown/hosts.ts";
import type { NodePart } from "../../../../src/model/nodes.ts";
import type { HostPart, Run } from "../../../../src/model/run.ts";
import { makeRun } from "../../../support/runs.ts";
import { withWorkloads } from "../verdict/story.ts";

type Recipe = Readonly<{
  host: string;
  meanNs: number;
  connections?: number;
  events?: number;
  errors?: number;
}>;

function part({ host, meanNs, connections = 4, events = 1000, errors = 0 }: Recipe): HostPart {
  const latency = {
    count: events,
    minNs: meanNs / 2,
    maxNs: meanNs * 9,
    sumNs: meanNs * events,
    percentilesNs: { "99": meanNs * 4 },
  };
  return { host, connections, events, errors, ...(events === 0 ? {} : { latency }) };
}

const MANY = makeRun({ sessions: 40, workloads: [{ name: "checkout" }] });

/** A run of one workload; `recipes` are the hosts of a session, by its index. */
function runOn(sessions: number, recipes: (session: number) => readonly Recipe[]): Run {
  return withWorkloads(MANY, (workload) => ({
    ...workload,
    sessions: workload.sessions
      .slice(0, sessions)
      .map((session, i) => ({ ...session, hosts: recipes(i).map(part) })),
  }));
}

/** Means that vary a little and independently, the same in each call. */
function noisy(seed: number): () => number {
  let state = seed * 2654435761 + 1;
  const uniform = () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
  for (let i = 0; i < 5; i++) uniform();
  return () => Math.exp(0.05 * (uniform() + uniform() + uniform() - 1.5)) * 1e6;
}

const messages = (run: Run) => hostWarnings(run).map(({ message }) => message);

describe("what each host brought", () => {
  it("is summed over sessions, with its share, mean and percentile", () => {
    const run = runOn(2, (i) => [
      { host: "a:5432", meanNs: 1e6, connections: 4, events: 3000, errors: i },
      { host: "b:5432", meanNs: i === 0 ? 1e6 : 4e6, connections: 3, events: 1000 },
    ]);
    const hosts = hostsOf([], run.workloads[0]!.sessions);
    expect(hosts?.base).toEqual([]);
    expect(hosts?.head.map(({ host }) => host)).toEqual(["a:5432", "b:5432"]);
    const [a, b] = hosts!.head.map(({ load }) => load!);
    expect(a).toMatchObject({ connections: 4, events: 6000, share: 0.75, meanNs: 1e6, errors: 1 });
    expect(b).toMatchObject({ connections: 3, events: 2000, share: 0.25, meanNs: 2.5e6, errors: 0 });
    expect(b!.p99Ns, "the geometric mean of 4 and 16 ms").toBeCloseTo(8e6, 0);
  });

  it("is of either arm by itself, however many hosts the other one has", () => {
    const { sessions } = runOn(2, () => ["a", "b"].map((host) => ({ host, meanNs: 1e6 }))).workloads[0]!;
    const names = (hosts: ReturnType<typeof hostsOf>) =>
      [hosts!.base, hosts!.head].map((arm) => arm.map(({ host }) => host));
    expect(names(hostsOf(sessions, sessions))).toEqual([
      ["a", "b"],
      ["a", "b"],
    ]);
    expect(names(hostsOf(sessions, []))).toEqual([["a", "b"], []]);
  });

  it("is nothing where there is one host, and says what is not known where nothing was answered", () => {
    expect(hostsOf([], makeRun({}).workloads[0]!.sessions)).toBeUndefined();
    const dead = runOn(1, () => [
      { host: "a", meanNs: 1e6, events: 0, errors: 5 },
      { host: "b", meanNs: 1e6, events: 0 },
    ]);
    const [a] = hostsOf([], dead.workloads[0]!.sessions)!.head;
    expect(a?.load).toMatchObject({ share: null, meanNs: null, p99Ns: null, errors: 5 });
  });
});

describe("a host on another port in the next session", () => {
  const names = (run: Run) => hostsOf([], run.workloads[0]!.sessions)!.head.map(({ host }) => host);

  it("is the same host by its name, where names are unique in each session", () => {
    const run = runOn(3, (i) => [
      { host: `a:${4000 + i}`, meanNs: 1e6, events: 3000 },
      { host: "b:5432", meanNs: 1e6 },
    ]);
    const { head } = hostsOf([], run.workloads[0]!.sessions)!;
    expect(head.map(({ host, load }) => [host, load?.events])).toEqual([
      ["a", 9000],
      ["b:5432", 3000],
    ]);
  });

  it("is the same host by its order, where one machine has them all", () => {
    const run = runOn(2, (i) => [
      { host: `127.0.0.1:${4000 + i}`, meanNs: 1e6, events: 3000 },
      { host: `127.0.0.1:${5000 + i}`, meanNs: 1e6 },
    ]);
    const { head } = hostsOf([], run.workloads[0]!.sessions)!;
    expect(head.map(({ host, load }) => [host, load?.events])).toEqual([
      ["127.0.0.1 (host 1 of 2)", 6000],
      ["127.0.0.1 (host 2 of 2)", 2000],
    ]);
  });

  it("keeps its port where all sessions have the same hosts, and stays apart where nothing says which it is", () => {
    const [one, two] = ["n:1", "n:2"].map((host) => ({ host, meanNs: 1e6 }));
    expect(names(runOn(2, (i) => (i === 0 ? [one!, two!] : [two!, one!])))).toEqual(["n:1", "n:2"]);
    const third = { host: "n:3", meanNs: 1e6 };
    expect(names(runOn(2, (i) => (i === 0 ? [one!, two!] : [one!, two!, third])))).toEqual([
      "n:1",
      "n:2",
      "n:3",
    ]);
  });

  it("is judged over all its sessions", () => {
    const next = noisy(11);
    const run = runOn(6, (i) => [
      { host: `127.0.0.1:${4000 + i}`, meanNs: next() },
      { host: `127.0.0.1:${5000 + i}`, meanNs: 2 * next() },
    ]);
    expect(messages(run)).toEqual([
      expect.stringMatching(/^head: 127\.0\.0\.1 \(host 2 of 2\) takes \S+ % longer .* over 6 sessions$/),
    ]);
  });
});

describe("an unlike host", () => {
  it("is named where it is slow, and alone: beside it the others are not called fast", () => {
    const next = noisy(1);
    const run = runOn(5, () => [
      { host: "a", meanNs: next() },
      { host: "b", meanNs: 1.5 * next() },
      { host: "c", meanNs: next() },
    ]);
    const [warning, ...more] = hostWarnings(run);
    expect(more).toEqual([]);
    expect(warning?.code).toBe("hosts-latency");
    expect(warning?.workload).toBe("checkout");
    expect(warning?.message).toMatch(
      /^head: b takes (4[5-9]|5[0-5])\S* % longer to answer than the other hosts, in the mean over 5 sessions$/,
    );
    expect(warning?.remedy).toMatch(/that node/);
  });

  it("is named where it alone is fast; of two the slower one is", () => {
    const next = noisy(2);
    const fast = runOn(6, () => [
      { host: "a", meanNs: next() / 2 },
      { host: "b", meanNs: next() },
      { host: "c", meanNs: next() },
    ]);
    expect(messages(fast)).toEqual([expect.stringMatching(/^head: a takes \S+ % shorter/)]);
    const two = runOn(6, () => [
      { host: "a", meanNs: next() },
      { host: "b", meanNs: next() * 1.4 },
    ]);
    expect(messages(two)).toEqual([expect.stringMatching(/^head: b takes \S+ % longer/)]);
  });

  it("is no warning where the difference is real and small, or where two sessions could not tell", () => {
    const next = noisy(3);
    const hosts = (factor: number) => () => [
      { host: "a", meanNs: next() },
      { host: "b", meanNs: factor * next() },
    ];
    expect(messages(runOn(40, hosts(1.06)))).toEqual([]);
    expect(messages(runOn(2, hosts(3)))).toEqual([]);
  });

  it("is named where libpq gave it all connections", () => {
    const run = runOn(1, () => [
      { host: "a", meanNs: 1e6, connections: 16 },
      { host: "b", meanNs: 1e6, connections: 0, events: 0 },
      { host: "c", meanNs: 1e6, connections: 0, events: 0 },
    ]);
    const [warning, ...more] = hostWarnings(run);
    expect(more).toEqual([]);
    expect(warning?.message).toBe("head: a got 100 % of the connections, where an even share is 33 %");
    expect(warning?.remedy).toMatch(/round-robin/);
  });

  it("is not suspected for what chance or an odd number of connections does", () => {
    const run = runOn(3, () => [
      { host: "a", meanNs: 1e6, connections: 6 },
      { host: "b", meanNs: 1e6, connections: 4 },
      { host: "c", meanNs: 1e6, connections: 4 },
    ]);
    expect(messages(run)).toEqual([]);
  });

  it("is named where it fails more than the others, not where failures are spread or come in clumps everywhere", () => {
    const failing = (...errors: readonly number[]) =>
      runOn(4, () => errors.map((each, i) => ({ host: "abc"[i]!, meanNs: 1e6, errors: each })));
    expect(messages(failing(1, 40, 0))).toEqual([
      "head: b: 3.8 % of the attempts failed, of the other hosts' 0.05 %",
    ]);
    expect(messages(failing(40, 41, 39))).toEqual([]);
    const clumped = runOn(4, (i) => [
      { host: "a", meanNs: 1e6, errors: i === 0 ? 120 : 0 },
      { host: "b", meanNs: 1e6, errors: i === 1 ? 180 : 0 },
    ]);
    expect(messages(clumped)).toEqual([]);
  });

  it("is named where it got too few connections, and where it fails on base, too", () => {
    const run = runOn(2, () => [
      { host: "a", meanNs: 1e6, connections: 16 },
      { host: "b", meanNs: 1e6, connections: 16 },
      { host: "c", meanNs: 1e6, connections: 0, events: 0 },
    ]);
    const onBase: Run = { ...run, measurement: { ...run.measurement, arm: "base" } };
    expect(messages(onBase)).toEqual(["base: c got 0 % of the connections, where an even share is 33 %"]);
    const none = runOn(2, () => ["a", "b"].map((host) => ({ host, meanNs: 1e6, connections: 0 })));
    expect(messages(none), "nobody said which connections there were").toEqual([]);
  });

  it("is not named for a share of connections or of failures that nobody would look into", () => {
    const many = (connections: number, errors: number) =>
      runOn(4, () => [
        { host: "a", meanNs: 1e6, connections: 100_000 + connections, events: 1e5, errors },
        { host: "b", meanNs: 1e6, connections: 100_000 - connections, events: 1e5 },
      ]);
    expect(messages(many(9_000, 90))).toEqual([]);
    expect(messages(many(11_000, 0))).toEqual([
      "head: a got 56 % of the connections, where an even share is 50 %",
    ]);
    expect(messages(many(0, 110))).toEqual([
      "head: a: 0.1 % of the attempts failed, of the other hosts' 0 %",
    ]);
  });

  it("that fails is told by its log, and not for failing as often as the others within the limit", () => {
    const failing = (events: number, here: number, there: number) =>
      hostWarnings(
        runOn(4, () => [
          { host: "a", meanNs: 1e6, events, errors: here },
          { host: "b", meanNs: 1e6, events, errors: there },
        ]),
      );
    expect(failing(1000, 40, 0)).toMatchObject([
      { code: "hosts-errors", remedy: "look into the log of that node", workload: "checkout" },
    ]);
    expect(failing(1e6, 2_000, 1_500), "more often beyond chance, and by .05 points").toEqual([]);
  });

  it("is told from three sessions on, by its mean however many events it has", () => {
    const next = noisy(8);
    const hosts = (sessions: number, factor: number) =>
      runOn(sessions, () => [
        { host: "a", meanNs: factor * next(), events: 4000 },
        { host: "b", meanNs: next() },
      ]);
    expect(messages(hosts(3, 3))).toEqual([expect.stringMatching(/^head: a takes .* over 3 sessions$/)]);
    expect(messages(hosts(8, 1))).toEqual([]);
  });

  it("in one workload, or by its latency, hides none in another one, or by its CPU", () => {
    const next = noisy(9);
    const parts = (factor: number) => [
      { host: "a", meanNs: factor * next() },
      { host: "b", meanNs: next() },
      { host: "c", meanNs: next() },
    ];
    const [slow] = runOn(6, () => parts(1.5)).workloads;
    const [fast] = runOn(6, () => parts(0.2)).workloads;
    const both = { ...MANY, workloads: [slow!, { ...fast!, name: "look-up" }] };
    expect(
      hostWarnings(both).map(({ workload, message }) => [workload, message.split(" ", 3).join(" ")]),
    ).toEqual([
      ["checkout", "head: a takes"],
      ["look-up", "head: a takes"],
    ]);
    const idle = withWorkloads(
      runOn(6, () => parts(1.5)),
      (workload) => ({
        ...workload,
        sessions: workload.sessions.map((session) => ({
          ...session,
          nodes: ["a", "b", "c"].map((node) => ({
            node,
            cpus: (node === "a" ? 0.2 : 1) * (next() / 1e6),
            share: null,
          })),
        })),
      }),
    );
    expect(hostWarnings(idle).map(({ code }) => code)).toEqual(["hosts-latency", "hosts-cpu"]);
  });

  it("is compared in those sessions in which it and another one answered", () => {
    const next = noisy(4);
    const run = runOn(6, (i) => [
      { host: "a", meanNs: 2 * next(), ...(i === 0 ? { events: 0 } : {}) },
      ...(i === 1 ? [] : [{ host: "b", meanNs: next() }]),
    ]);
    expect(messages(run).filter((each) => each.includes("takes"))).toEqual([
      expect.stringMatching(/^head: a takes \S+ % longer .* over 4 sessions$/),
    ]);
    const copies = runOn(6, () => [
      { host: "a", meanNs: 1e6 },
      { host: "b", meanNs: 2e6 },
    ]);
    expect(messages(copies), "sessions that agree to the last digit are no measurements").toEqual([]);
  });

  it("is slow by what the other hosts take in the geometric mean", () => {
    const next = noisy(6);
    const run = runOn(8, () => [
      { host: "a", meanNs: next() },
      { host: "b", meanNs: 4 * next() },
      { host: "c", meanNs: 64 * next() },
    ]);
    // Of 1 and 4 that is 2, and c takes 32 times as long.
    expect(messages(run)).toEqual([expect.stringMatching(/^head: c takes (2,9|3,[0-3])\d\d % longer/)]);
  });

  it("is said of at most one run in a hundred whose hosts are alike", () => {
    const runs = Array.from({ length: 400 }, (_, seed) => {
      const next = noisy(seed + 100);
      // Alike, and so uneven that each difference would be worth a word.
      return runOn(4, () => ["a", "b", "c"].map((host) => ({ host, meanNs: next() ** 8 / 1e42 })));
    });
    const warned = runs.filter((run) => hostWarnings(run).length > 0).length;
    // Binomial: more than 11 of 400 has a chance of .1 % at .01.
    expect(warned).toBeLessThanOrEqual(11);
  });
});

describe("nodes", () => {
  const withNodes = (run: Run, nodes: (session: number) => readonly NodePart[]): Run =>
    withWorkloads(run, (workload) => ({
      ...workload,
      sessions: workload.sessions.map((session, i) => ({ ...session, nodes: nodes(i) })),
    }));
  const node = (name: string, cpus: number | null, share: number | null = null) => ({
    node: name,
    cpus,
    share,
  });

  it("stand beside the host of their name, or of a pod's service; others below", () => {
    const run = runOn(2, () => [
      { host: "node1:5433", meanNs: 1e6 },
      { host: "yb-1.yb.db.svc:5433", meanNs: 1e6 },
    ]);
    const told = withNodes(run, (i) => [
      node("node1", 2 + 2 * i, 0.5),
      node("yb-1", 1),
      node("master", null, 0.1),
    ]);
    const { head } = hostsOf([], told.workloads[0]!.sessions)!;
    expect(head.map(({ host, cpu }) => [host, cpu])).toEqual([
      ["node1:5433", { cpus: 3, share: 0.5 }],
      ["yb-1.yb.db.svc:5433", { cpus: 1, share: null }],
      ["master", { cpus: null, share: 0.1 }],
    ]);
    expect(head[2]).not.toHaveProperty("load");
  });

  it("of other names stand beside the hosts in their order, where they are as many, and say so", () => {
    const ports = [40001, 40002].map((port) => ({ host: `127.0.0.1:${port}`, meanNs: 1e6 }));
    const pods = (...names: readonly string[]) => names.map((name, i) => node(name, i + 1));
    const placed = (nodes: (session: number) => readonly NodePart[]) =>
      hostsOf(
        [],
        withNodes(
          runOn(2, () => ports),
          nodes,
        ).workloads[0]!.sessions,
      )!.head.map(({ host, node: name, cpu }) => [host, name, cpu?.cpus]);
    expect(placed(() => pods("yb-0", "yb-1"))).toEqual([
      ["127.0.0.1:40001", "yb-0", 1],
      ["127.0.0.1:40002", "yb-1", 2],
    ]);
    const apart = (...nodes: readonly unknown[]) => [
      ["127.0.0.1:40001", undefined, undefined],
      ["127.0.0.1:40002", undefined, undefined],
      ...nodes,
    ];
    expect(
      placed(() => pods("yb-0", "yb-1", "yb-2")),
      "not as many",
    ).toEqual(apart(["yb-0", undefined, 1], ["yb-1", undefined, 2], ["yb-2", undefined, 3]));
    expect(
      placed(() => pods("127.0.0.1", "yb-1")),
      "a name is shared, of which host nobody knows",
    ).toEqual(apart(["127.0.0.1", undefined, 1], ["yb-1", undefined, 2]));
    expect(
      placed((i) => (i === 0 ? pods("yb-0", "yb-1") : pods("yb-1", "yb-0"))),
      "no one order",
    ).toEqual(apart(["yb-0", undefined, 1.5], ["yb-1", undefined, 1.5]));
  });

  it("have the means of those sessions that know them, by names with dots and colons, too", () => {
    const hosts = ["db.example.com:5433", "[fd00::1]:5433", "c"].map((host) => ({ host, meanNs: 1e6 }));
    const run = withNodes(
      runOn(3, () => hosts),
      (i) => [node("db.example.com", i === 0 ? null : i, 0.5), ...(i === 2 ? [node("[fd00::1]", 7)] : [])],
    );
    expect(hostsOf([], run.workloads[0]!.sessions)!.head.map(({ host, cpu }) => [host, cpu])).toEqual([
      ["db.example.com:5433", { cpus: 1.5, share: 0.5 }],
      ["[fd00::1]:5433", { cpus: 7, share: null }],
      ["c", undefined],
    ]);
  });

  it("are no host's where two hosts have the name, and are told of a single host, too", () => {
    const two = runOn(1, () => [
      { host: "n:1", meanNs: 1e6 },
      { host: "n:2", meanNs: 1e6 },
    ]);
    const hosts = hostsOf([], withNodes(two, () => [node("n", 1)]).workloads[0]!.sessions)!.head;
    expect(hosts.map(({ host, cpu }) => [host, cpu?.cpus])).toEqual([
      ["n:1", undefined],
      ["n:2", undefined],
      ["n", 1],
    ]);
    const one = withNodes(makeRun({ sessions: 1 }), () => [node("a", 1), node("b", 2)]);
    expect(hostsOf([], one.workloads[0]!.sessions)?.head.map(({ host }) => host)).toEqual(["a", "b"]);
  });

  it("that use more CPU than the others are named, by their share where CPUs are unlike", () => {
    const next = noisy(7);
    const cpu = () => next() / 1e6;
    const run = (third: number) =>
      withNodes(makeRun({ sessions: 6, workloads: [{ name: "checkout" }] }), () => [
        node("a", 2 * cpu(), 0.5 * cpu()),
        node("b", 2 * cpu(), 0.5 * cpu()),
        node("c", 4 * cpu(), third * cpu()),
      ]);
    expect(hostWarnings(run(0.5)), "twice the CPUs, equally busy").toEqual([]);
    const idle = hostWarnings(run(0.25)).map(({ message }) => message);
    expect(idle).toEqual([expect.stringMatching(/^head: c uses (4|5)\d\S* % less CPU than the other nodes/)]);
    const untold = withNodes(run(0.5), () => [
      node("a", 2 * cpu(), 0.5),
      node("b", 2 * cpu(), 0.5),
      node("c", 4 * cpu()),
    ]);
    expect(hostWarnings(untold)[0]?.message, "as CPUs where one share is not known").toMatch(
      /^head: c uses (9\d|10\d|11\d)\S* % more CPU/,
    );
    const [warning, ...more] = hostWarnings(run(0.75));
    expect(more).toEqual([]);
    expect(warning?.code).toBe("hosts-cpu");
    expect(warning?.message).toMatch(
      /^head: c uses (4\d|5\d)\S* % more CPU than the other nodes, in the mean over 6 sessions$/,
    );
  });
});
