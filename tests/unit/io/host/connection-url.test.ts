import { describe, expect, test } from "vitest";
import { parseVersion } from "../../../../src/io/database/postgres/server-facts.ts";
import { serverOwner } from "../../../../src/io/database/postgres/server-owner.ts";
import {
  atLocalPort,
  forAnyClient,
  parseConnectionUrl,
  printConnectionUrl,
  sameDatabase,
  serverAddress,
  withDatabase,
  withRole,
} from "../../../../src/io/host/connection-url.ts";

test.each([
  "postgres://u:p%40@h:5432/db?sslmode=require",
  "postgresql://u@a:1,b:2/db",
  "postgres://[::1]:5432/db",
  "postgres://u@h:/db",
  "postgres://%2Frun%2Fpostgresql:5433/db",
  "postgres://u@/db?host=/run/postgresql&port=1",
  "postgres://h/odd%20name",
])("%s reads and prints", (url) => {
  expect(printConnectionUrl(parseConnectionUrl(url))).toBe(url);
});

test.each([
  "localhost:5432",
  "mysql://h/db",
  "postgres://u:p@ss@h/db",
  "postgres://u:p/ss@h/db",
  "postgres://h:port/db",
  "postgres://h:65536/db",
  "postgres://h/100%",
  "postgres://u:50%off@h/db",
  "postgres://100%@h/db",
  "postgres://h%zz/db",
  "postgres://h/db?application_name=100%",
  "",
])("%s is no connection URL", (url) => {
  expect(() => parseConnectionUrl(url)).toThrow(/is not a connection URL/);
});

test("a refused URL does not show its password", () => {
  expect(() => parseConnectionUrl("postgres://u:geheim@h@x/db")).toThrow(/^((?!geheim).)*$/);
  expect(() => parseConnectionUrl("postgres://u:geheim/x@h/db")).toThrow(/^((?!geheim).)*$/);
  expect(() => parseConnectionUrl("postgres://u:geheim%@h/db")).toThrow(/^((?!geheim).)*$/);
});

test.each([
  [
    "postgres://u@/my%20db?host=/run/s&port=5&options=-c%20a%3D1",
    null,
    "postgres://u@127.0.0.1:7/my%20db?options=-c%20a%3D1",
  ],
  ["postgres://a:1,b:2/db?target_session_attrs=primary&sslrootcert=f", null, "postgres://127.0.0.1:7/db?"],
  ["postgres://u@h/db?sslmode=verify-full", "p w", "postgres://u@127.0.0.1:7/db?password=p%20w"],
  ["postgres://u:own@h/db", "p", "postgres://u:own@127.0.0.1:7/db?"],
])("%s is the same user's database at a local port, with the password %s", (url, password, local) => {
  const separator = local.endsWith("?") ? "" : "&";
  expect(atLocalPort(url, 7, password)).toBe(
    `${local}${separator}hostaddr=127.0.0.1&sslmode=disable&gssencmode=disable&channel_binding=disable`,
  );
});

test("a local port for programs of any client has no words of libpq's alone", () => {
  const url = forAnyClient(atLocalPort("postgres://u:p@h:1/db?application_name=x", 7, null));
  expect(url).toBe("postgres://u:p@127.0.0.1:7/db?application_name=x&sslmode=disable");
});

test("another database of the same server", () => {
  expect(withDatabase("postgres://u:p@a:1,b:2/db?x=1", 'a"b/c')).toBe("postgres://u:p@a:1,b:2/a%22b%2Fc?x=1");
  expect(withDatabase("postgres://h", "db")).toBe("postgres://h/db");
});

test("its place, for people, is without user and password", () => {
  expect(serverAddress("postgres://u:p@a:1,b:2/db")).toBe("a:1, b:2");
  expect(serverAddress("postgres://u:p@/db?host=/run")).toBe("the local socket");
});

describe("version() tells product and version", () => {
  test.each([
    [
      "PostgreSQL 15.18 (Debian 15.18-0+deb12u1) on x86_64-pc-linux-gnu, compiled by gcc",
      "PostgreSQL",
      "15.18",
    ],
    ["PostgreSQL 18beta1 on aarch64-apple-darwin", "PostgreSQL", "18beta1"],
    ["CockroachDB CCL v24.1.0 (x86_64-pc-linux-gnu, built 2024/05/15, go1.22)", "CockroachDB", "24.1.0"],
    ["PostgreSQL 15.2-YB-2.25.0.0-b0 on x86_64-pc-linux-gnu, compiled by clang", "YugabyteDB", "2.25.0.0-b0"],
    ["PostgreSQL 13.14.0-RisingWave-2.1.0 (abc)", "RisingWave", "2.1.0"],
    ["SomethingElse 3 of today", "SomethingElse", "3"],
    ["", "unknown", "unknown"],
  ])("%s", (text, product, version) => {
    expect(parseVersion(text)).toEqual({ product, version });
  });
});

describe.runIf(process.getuid?.() === 0)("under root, servers run as", () => {
  test("postgres where there is one, else nobody", () => {
    const nobody = "root:x:0:0::/root:/bin/sh\nnobody:x:65534:65534::/:/bin/false\n";
    expect(serverOwner(() => nobody)).toEqual({ name: "nobody", uid: 65534, gid: 65534 });
    expect(serverOwner(() => `${nobody}postgres:x:101:104::/:/bin/sh\n`)).toMatchObject({
      name: "postgres",
      gid: 104,
    });
  });
  test("nobody else: then it is an error with the command to type", () => {
    expect(() => serverOwner(() => "root:x:0:0::/root:/bin/sh\n")).toThrow(/refuses to run as root/);
  });
});

test.each([
  ["postgres://a:p@db.example/bench", "postgresql://b@DB.example:5432/bench?sslmode=require", true],
  ["postgres://bench@db.example", "postgres://other@db.example/bench", true],
  ["postgres://a@db.example/bench", "postgres://a@db.example/other", false],
  ["postgres://a@db.example/bench", "postgres://a@db.example:5433/bench", false],
  ["postgres:///bench?host=/run/one", "postgres:///bench?host=/run/other", false],
])("%s and %s are one database: %s", (one, other, same) => {
  expect(sameDatabase(one, other)).toBe(same);
});

test.each([
  ["postgres://a:p@h:1/d", "app", {}, "postgres://a:p@h:1/d?options=-c%20role%3Dapp"],
  [
    "postgres://a@h,i/d?sslmode=disable",
    "the app",
    {},
    "postgres://a@h,i/d?sslmode=disable&options=-c%20role%3Dthe%5C%20app",
  ],
  [
    "postgres://a@h/d?options=-c%20jit%3Doff&sslmode=require",
    "app",
    { PGOPTIONS: "-c x=1" },
    "postgres://a@h/d?sslmode=require&options=-c%20jit%3Doff%20-c%20role%3Dapp",
  ],
  [
    "postgres://a@h/d",
    "app",
    { PGOPTIONS: "-c jit=off" },
    "postgres://a@h/d?options=-c%20jit%3Doff%20-c%20role%3Dapp",
  ],
])("%s as the role %s", (url, role, env, expected) => {
  expect(withRole(url, role, env)).toBe(expected);
});
