/** What the config file says of values of a wrong kind, in a wrong unit or without one: the place, what was expected, and what was got. */
import { expect, it } from "vitest";
import { parseConfig } from "../../../src/config/parse.ts";

const MINIMAL = `
database:
  deploy:
    local: {}
workloads:
  - name: points
    run: oltp_point_select
`;
const WORKLOADS = "workloads: [{ name: points, run: oltp_point_select }]\n";

it.each([
  [
    "a slice of no length",
    `${MINIMAL}measure: { slice: 0ms }\n`,
    'plumbline.yml:8:19: measure.slice: expected auto or a duration from 1ms to 60s, got "0ms"',
  ],
  [
    "a duration without a unit",
    `${MINIMAL}measure: { budget: 10 }\n`,
    "plumbline.yml:8:20: measure.budget: expected a duration such as 100ms, 8s or 50us, got 10",
  ],
  [
    "a duration that is beyond all clocks",
    `${MINIMAL}measure: { budget: 1000h }\n`,
    'plumbline.yml:8:20: measure.budget: expected a duration of 480h at most, got "1000h"',
  ],
  [
    "a gate without a limit",
    `${MINIMAL}gates: { qps: , p99: true }\n`,
    "plumbline.yml:8:15: gates.qps: expected a share such as 2%, false for no gate, or { change: 2% }, got nothing\nplumbline.yml:8:22: gates.p99: expected a share such as 2%, false for no gate, or { change: 2% }, got true",
  ],
  [
    "a number that is meant as text",
    MINIMAL.replace(/name: [\w-]+/, "name: 5"),
    "name: expected a text, got 5: put quotes around it",
  ],
  [
    "a second document",
    `${MINIMAL}---\nsuite: other\n`,
    "plumbline.yml:8:1: a second YAML document begins here",
  ],
  [
    "an encoding with a hyphen",
    MINIMAL.replace("local: {}", "local: { locale: { name: C, encoding: UTF-8 } }"),
    'encoding: expected an encoding in PostgreSQL\'s spelling, such as UTF8 or LATIN1, got "UTF-8"',
  ],
  [
    "a gate by the name of what every object has",
    `${MINIMAL}    gates: { constructor: 2% }\n`,
    'unknown field "constructor" in workloads.0.gates',
  ],
  [
    "an object to wait for without its kind",
    `database: { deploy: { kubernetes: { apply: x, service: db, url: "postgres://x@$PLUMBLINE_HOST/x", wait: [db] } } }\n${WORKLOADS}`,
    'wait.0: expected KIND/NAME or KIND/NAME CONDITION, such as statefulset/db, got "db"',
  ],
  [
    "a folder in the container by a relative path",
    `database: { deploy: { docker: { image: x, url: "postgres://x@$PLUMBLINE_HOST/x", data: var/lib } } }\n${WORKLOADS}`,
    "data: expected a path that begins with /: it is one inside the container",
  ],
])("%s", (_, text, words) => {
  const parse = () => parseConfig(text, "plumbline.yml");
  expect(parse).toThrow(words);
  expect(parse, "with its place").toThrow(/^plumbline\.yml:\d+:\d+: /);
});
