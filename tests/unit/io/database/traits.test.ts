import { expect, it } from "vitest";
import { parseConfig } from "../../../../src/config/parse.ts";
import { traitsOf } from "../../../../src/io/database/traits.ts";

const deployOf = (yaml: string) =>
  parseConfig(
    `suite: s\ndatabase: { deploy: ${yaml} }\nworkloads: [{ name: a, run: oltp_point_select }]\nmeasure: { mode: history }\n`,
    "plumbline.yml",
  ).database.deploy;

it.each([
  ["{ local: {} }", { buildsTree: false, build: null, rebuild: "never", running: null, fixed: null }],
  [
    "{ command: { start: ./start, url: 'postgres://u@127.0.0.1:$PLUMBLINE_PORT/d' } }",
    { buildsTree: true, build: null, rebuild: "never", running: null, fixed: null },
  ],
  [
    "{ command: { build: make, start: ./start, url: 'postgres://u@127.0.0.1:$PLUMBLINE_PORT/d' } }",
    { buildsTree: true, build: "make", rebuild: "never", running: null, fixed: null },
  ],
  [
    "{ command: { build: make, rebuild: each-session, start: ./start, url: 'postgres://u@127.0.0.1:$PLUMBLINE_PORT/d' } }",
    { buildsTree: true, build: "make", rebuild: "each-session", running: null, fixed: null },
  ],
  [
    "{ command: { start: ./start, url: 'postgres://u@127.0.0.1:5433/d' } }",
    {
      buildsTree: true,
      build: null,
      rebuild: "never",
      running: null,
      fixed: "postgres://u@127.0.0.1:5433/d",
    },
  ],
  [
    "{ docker: { image: 'postgres:17', url: 'postgres://u@$PLUMBLINE_HOST:$PLUMBLINE_PORT/d' } }",
    { buildsTree: false, build: null, rebuild: "never", running: null, fixed: null },
  ],
  [
    "{ kubernetes: { apply: db.yaml, service: db, url: 'postgres://u@$PLUMBLINE_HOST:$PLUMBLINE_PORT/d' } }",
    { buildsTree: true, build: null, rebuild: "never", running: null, fixed: null },
  ],
  [
    "{ url: 'postgres://u@db.example/d' }",
    { buildsTree: false, build: null, rebuild: "never", running: "postgres://u@db.example/d", fixed: null },
  ],
])("%s", (yaml, traits) => expect(traitsOf(deployOf(yaml))).toEqual(traits));
