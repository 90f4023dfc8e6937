import { describe, expect, it } from "vitest";
import { importsOf } from "../../../../src/ingest/starter/imports.ts";
import { packagesImported, packagesToBuild } from "../../../../src/ingest/starter/workspaces.ts";
import { repositoryOf } from "./support.ts";

const manifest = (name: string, more: object) => JSON.stringify({ name, scripts: { build: "tsc" }, ...more });

describe("packages of one repository that import each other", () => {
  it("reads the names of packages, and no paths", () => {
    const text = `import { a } from "@shop/env/server";\nconst b = require('lib');\nimport "./c";\nimport d from "~/d";\nimport "node:fs";`;
    expect(packagesImported(text)).toEqual(["@shop/env/server", "lib"]);
  });

  it("builds no package of tests and examples that has the name of what is imported", () => {
    const repository = repositoryOf({
      "test/fixtures/pg/package.json": manifest("pg", {}),
      "examples/knex/package.json": manifest("knex", {}),
    });
    expect(packagesToBuild(repository, ["pg", "knex"])).toEqual([]);
  });

  it("builds nothing for tools that a package needs for itself", () => {
    const repository = repositoryOf({
      "packages/a/package.json": manifest("a", { devDependencies: { lint: "*" }, dependencies: { b: "*" } }),
      "packages/b/package.json": manifest("b", {}),
      "packages/lint/package.json": manifest("lint", {}),
    });
    expect(packagesToBuild(repository, ["a"]).map(({ name }) => name)).toEqual(["b", "a"]);
  });

  it.each<[string, object, readonly string[]]>([
    ["main in what a build makes", { main: "dist/index.js" }, ["a"]],
    ["main without an ending", { main: "dist/index" }, ["a"]],
    ["main in the source", { main: "./src/index.ts" }, []],
    ["main that is a folder", { main: "src" }, []],
    ["exports in what a build makes", { exports: { ".": "./dist/index.js" } }, ["a"]],
    ["exports of the source", { exports: "./src/index.ts" }, []],
    [
      "types of the source alone",
      { exports: { ".": { types: "./src/index.ts", default: "./dist/index.js" } } },
      ["a"],
    ],
    [
      "a condition that is not set",
      { exports: { ".": { development: "./src/index.ts", import: { default: "./dist/index.js" } } } },
      ["a"],
    ],
    ["exports without paths", { exports: { import: "./src/index.ts" } }, []],
    ["no script that builds", { main: "dist/index.js", scripts: {} }, []],
    ["nothing of it said", {}, ["a"]],
  ])("are built first: %s", (_, more, built) => {
    const repository = repositoryOf({
      "packages/a/package.json": manifest("a", more),
      "packages/a/src/index.ts": "",
    });
    expect(packagesToBuild(repository, ["a"]).map(({ name }) => name)).toEqual(built);
  });

  it("builds each package after those that it depends on, and each once", () => {
    const repository = repositoryOf({
      "packages/a/package.json": manifest("@s/a", {
        main: "dist/a.js",
        dependencies: { "@s/b": "*", pg: "1" },
      }),
      "packages/b/package.json": manifest("@s/b", {
        main: "dist/b.js",
        dependencies: { "@s/a": "*", "@s/c": "*" },
      }),
      "packages/c/package.json": manifest("@s/c", { main: "dist/c.js" }),
    });
    const built = packagesToBuild(repository, ["@s/a/x", "@s/c", "pg", "fs"]);
    expect(built.map(({ folder }) => folder)).toEqual(["packages/c", "packages/b", "packages/a"]);
  });

  it.each([
    ["@s/env", { main: "dist/index.js" }, "packages/env/src/index.ts"],
    ["@s/env", { main: "build/src/index.js" }, "packages/env/src/index.ts"],
    ["@s/env/server", { exports: { "./*": "./src/*.ts" } }, "packages/env/src/server.ts"],
    [
      "@s/env/server",
      { exports: { "./server": { import: "./dist/server.mjs" } } },
      "packages/env/src/server.ts",
    ],
    ["@s/env/src/server", {}, "packages/env/src/server.ts"],
  ])("finds the source of %s by %j", (name, more, source) => {
    const repository = repositoryOf({
      "packages/db/knexfile.ts": `import { env } from "${name}";`,
      "packages/env/package.json": manifest("@s/env", more),
      "packages/env/src/index.ts": "",
      "packages/env/src/server.ts": "",
    });
    expect(importsOf(repository, "packages/db/knexfile.ts")).toEqual([source]);
  });
});
