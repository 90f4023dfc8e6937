import { describe, expect, it } from "vitest";
import {
  canonicalJson,
  comparableOf,
  fingerprintOf,
  lastingSettings,
  roundMemory,
} from "../../../../src/analysis/verdict/fingerprint.ts";
import type { Build } from "../../../../src/model/build.ts";
import { builtAs, DEBIAN, OWN, on } from "../../../support/builds.ts";
import { makeRun } from "../../../support/runs.ts";
import { withWorkloads } from "./story.ts";

const run = makeRun({ sessions: 1, secondsPerSession: 0.2 });
/** Made in each test: what is made while a test is read cannot fail as one. */
const original = () => fingerprintOf(comparableOf(run));
const withOption = (name: string, value: string | number) =>
  fingerprintOf(
    comparableOf(
      withWorkloads(run, (workload) => ({ ...workload, options: { ...workload.options, [name]: value } })),
    ),
  );
const withEnvironment = (change: Partial<typeof run.environment>) =>
  fingerprintOf(comparableOf({ ...run, environment: { ...run.environment, ...change } }));

describe("a fingerprint", () => {
  it("is SHA-256 in hex", () => expect(original()).toMatch(/^[0-9a-f]{64}$/));

  it("does not depend on the order of keys or workloads", () => {
    const turned = {
      ...run,
      environment: Object.fromEntries(Object.entries(run.environment).toReversed()) as typeof run.environment,
      workloads: run.workloads.toReversed(),
    };
    expect(fingerprintOf(comparableOf(turned))).toBe(original());
  });

  it.each([
    ["threads", 32],
    ["table-size", 1],
    ["rand-type", "zipfian"],
    ["an-option-of-tomorrow", 1],
  ])("is moved by %s, which shapes the load", (name, value) => {
    expect(withOption(name, value)).not.toBe(original());
  });

  it("is moved by machine, database version and settings, but not by the places of a session", () => {
    expect(withEnvironment({ cpuCount: 3 })).not.toBe(original());
    expect(withEnvironment({ databaseVersion: "16.0" })).not.toBe(original());
    expect(withEnvironment({ settings: { ...run.environment.settings, jit: "off" } })).not.toBe(original());
    expect(withEnvironment({ settings: { ...run.environment.settings, port: "6000" } })).toBe(original());
  });

  it("is the same on equal machines, whose kernels keep more or less of the memory for themselves", () => {
    const { memoryBytes } = run.environment;
    expect(withEnvironment({ memoryBytes: memoryBytes + 12 * 2 ** 20 })).toBe(original());
    expect(withEnvironment({ memoryBytes: memoryBytes + 2 ** 30 })).not.toBe(original());
  });

  it("is moved by the load generator and the way of measuring", () => {
    const changed = { ...run, generator: { ...run.generator, version: "9.9.9" } };
    expect(fingerprintOf(comparableOf(changed))).not.toBe(original());
    expect(fingerprintOf({ ...comparableOf(run), mode: "side-by-side" })).not.toBe(original());
    expect(fingerprintOf({ ...comparableOf(run), seconds: 60 })).not.toBe(original());
    expect(fingerprintOf({ ...comparableOf(run), job: "arm64" })).not.toBe(original());
  });
});

describe("a fingerprint of programs that tell how they were built", () => {
  const told = on(builtAs(run, DEBIAN), {});
  const of = (other: typeof run) => fingerprintOf(comparableOf(other));

  it.each([
    ["the server's compiler", on(builtAs(run, { ...DEBIAN, compiler: "gcc 14.2.0" }), {})],
    ["the server's package", on(builtAs(run, { ...DEBIAN, packager: "Debian 15.20-0+deb12u2" }), {})],
    ["its configure line", on(builtAs(run, { ...DEBIAN, configure: "'CFLAGS=-O3'" }), {})],
    ["its programs, which a package brought", on(builtAs(run, { ...DEBIAN, programs: "sha256:0" }), {})],
    ["libpq", on(told, { libpq: 170_002 })],
    ["the C library", on(told, { libc: "glibc 2.41" })],
    ["the load generator's compiler", on(told, { compiler: "clang 19.1.7" })],
    ["the load generator's linking", on(told, { static: true })],
  ])("is moved by %s", (_, other) => expect(of(other)).not.toBe(of(told)));

  it("is not moved by what a commit says of its own tree, but by the compiler that made it", () => {
    const own = on(builtAs(run, OWN), {});
    const change = (build: Partial<Build>) => of(on(builtAs(run, { ...OWN, ...build }), {}));
    expect(change({ configure: "'CFLAGS=-O3'", programs: "sha256:0", packager: "my 1a2b3c4" })).toBe(of(own));
    expect(change({ compiler: "gcc 14.2.0" })).not.toBe(of(own));
  });

  it("is not moved by the programs of an image or folder that each commit may make for itself", () => {
    const named = (programs: string) => of(on(builtAs(run, { ...DEBIAN, origin: "named", programs }), {}));
    expect(named("sha256:1")).toBe(named("sha256:2"));
  });
});

it("is what stores have of equal runs: another one for them would end every history", () => {
  const stored = fingerprintOf({
    environment: {
      cpuModel: "CPU",
      cpuCount: 2,
      memoryBytes: 8 * 2 ** 30,
      kernel: "6.1",
      runner: "",
      database: "postgres",
      databaseVersion: "15.18",
      dialect: "postgres",
      settings: { port: "5432", jit: "off" },
    },
    generator: { version: "0.1.0", profile: "release" },
    workloads: [
      { name: "b", workload: "y", options: {} },
      { name: "a", workload: "x", options: { threads: 8, tables: 4 } },
    ],
    mode: "history",
    seconds: 10,
  });
  // sha256sum of that text, without a line's end.
  // {"environment":{"cpuCount":2,"cpuModel":"CPU","database":"postgres","databaseVersion":"15.18","diale
  // ct":"postgres","kernel":"6.1","memory":"8 GiB","runner":"","settings":{"jit":"off"}},"generator":{"p
  // rofile":"release","version":"0.1.0"},"mode":"history","seconds":10,"workloads":[{"name":"a","options
  // ":{"tables":4,"threads":8},"workload":"x"},{"name":"b","options":{},"workload":"y"}]}
  expect(stored).toBe("e9fb2325368d8fc7e13115e2193dbc58e3d9d8e283245b8490464fe8592b8241");
});

it("knows nothing of the client library, of sessions, and of who chose an option", () => {
  const { generator } = run;
  expect(fingerprintOf(comparableOf({ ...run, generator: { ...generator, libpq: 170_000 } }))).toBe(
    original(),
  );
  const fewer = withWorkloads(run, (workload) => ({ ...workload, sessions: [], chosen: ["threads"] }));
  expect(fingerprintOf(comparableOf(fewer))).toBe(original());
  const another = withWorkloads(run, (workload) => ({ ...workload, workload: "another" }));
  expect(fingerprintOf(comparableOf(another))).not.toBe(original());
});

it("is that of three workloads in any order, and of the job that measured them", () => {
  const names = ["c", "a", "b"];
  const of = (order: readonly string[]) =>
    fingerprintOf({
      ...comparableOf(run),
      workloads: order.map((name) => ({ name, workload: "w", options: {} })),
    });
  for (const order of [
    ["a", "b", "c"],
    ["b", "a", "c"],
    ["c", "b", "a"],
  ])
    expect(of(order)).toBe(of(names));
  expect(of(["a", "b"])).not.toBe(of(names));
  const { origin } = run;
  expect(fingerprintOf(comparableOf({ ...run, origin: { ...origin, job: "arm64" } }))).toBe(
    fingerprintOf({ ...comparableOf(run), job: "arm64" }),
  );
});

it("has workloads by their names, in whatever order they ran", () => {
  const two = makeRun({ sessions: 1, secondsPerSession: 0.2, workloads: [{ name: "b" }, { name: "a" }] });
  const turned = { ...two, workloads: two.workloads.toReversed() };
  expect(fingerprintOf(comparableOf(turned))).toBe(fingerprintOf(comparableOf(two)));
  const renamed = { ...two, workloads: two.workloads.map((each) => ({ ...each, name: `${each.name}2` })) };
  expect(fingerprintOf(comparableOf(renamed))).not.toBe(fingerprintOf(comparableOf(two)));
  expect(
    fingerprintOf(comparableOf({ ...run, generator: { ...run.generator, profile: "another" } })),
  ).not.toBe(original());
});

it("is made of keys in their order at any depth, lists as they are, and settings that last", () => {
  expect(canonicalJson({ b: [{ d: 1, c: null }, 2], a: "x" })).toBe('{"a":"x","b":[{"c":null,"d":1},2]}');
  const places = [
    "data_directory",
    "external_pid_file",
    "hba_file",
    "ident_file",
    "listen_addresses",
    "port",
  ];
  const settings = Object.fromEntries(
    [...places, "unix_socket_directories", "jit"].map((name) => [name, "x"]),
  );
  expect(lastingSettings(settings)).toEqual({ jit: "x" });
  expect(canonicalJson([{ c: 1, a: 2, b: 3 }, "x", 1, null, true])).toBe(
    '[{"a":2,"b":3,"c":1},"x",1,null,true]',
  );
  expect(roundMemory({ memoryBytes: 7.4 * 2 ** 30 })).toEqual({ memory: "7 GiB" });
  expect(roundMemory({ memoryBytes: 7.6 * 2 ** 30, cpuCount: 2 })).toEqual({ memory: "8 GiB", cpuCount: 2 });
});
