import { expect, it } from "vitest";
import { parseConfig } from "../../../src/config/parse.ts";
import { urlsOf } from "../../../src/config/urls.ts";

const urls = (database: string) =>
  urlsOf(
    parseConfig(`database: ${database}\nworkloads: [{ name: a, run: oltp_point_select }]\n`, "x.yml")
      .database,
  );

it("names the URLs of running databases and of commands, and none of servers of our own", () => {
  expect(urls("{ deploy: { local: {} } }")).toEqual([]);
  expect(urls("{ deploy: { url: postgres://a/x }, base: { url: postgres://b/x } }")).toEqual([
    "postgres://a/x",
    "postgres://b/x",
  ]);
  expect(urls("{ deploy: { command: { start: ./db, url: postgres://c/x } } }")).toEqual(["postgres://c/x"]);
});
