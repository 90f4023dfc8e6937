import { expect, test } from "vitest";
import { connectionEnvironment } from "../../../../../src/io/database/sql/connection-environment.ts";

test("a URL in libpq's variables, and with the scheme that all tools know", () => {
  const url = "postgres://me:p%40ss%2F@[::1]:5433/my%20db?sslmode=disable";
  expect(connectionEnvironment(url)).toEqual({
    PGHOST: "::1",
    PGPORT: "5433",
    PGUSER: "me",
    PGPASSWORD: "p@ss/",
    PGDATABASE: "my db",
    PGSSLMODE: "disable",
    DATABASE_URL: url.replace("postgres:", "postgresql:"),
    PGHOSTADDR: undefined,
    PGSERVICE: undefined,
  });
});

test("what the URL does not name stays the caller's", () => {
  const environment = connectionEnvironment("postgres://db.example/shop");
  expect(environment).toMatchObject({ PGHOST: "db.example", PGPORT: "5432", PGDATABASE: "shop" });
  for (const name of ["PGUSER", "PGPASSWORD", "PGSSLMODE"]) expect(environment).not.toHaveProperty(name);
});

test("a socket's folder and the first of several hosts", () => {
  expect(connectionEnvironment("postgres:///shop?host=/run/postgresql&port=6000")).toMatchObject({
    PGHOST: "/run/postgresql",
    PGPORT: "6000",
  });
  expect(connectionEnvironment("postgres://a:1,b:2/shop")).toMatchObject({ PGHOST: "a", PGPORT: "1" });
});
