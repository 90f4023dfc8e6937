import fc from "fast-check";
import { expect, test } from "vitest";
import { type ProtocolEvent, parseLine, printLine } from "../../../../src/analysis/samples/protocol.ts";
import { PlumblineError } from "../../../../src/model/errors.ts";

const count = fc.nat();
const nanos = fc.nat({ max: Number.MAX_SAFE_INTEGER });
const queries = fc.record({ read: count, write: count, other: count });
// Records drop the key __proto__, which is neither a state of five characters nor an option.
const counts = fc.dictionary(fc.stringMatching(/^[0-9A-Z]{5}$/), count);
const optionName = fc.stringMatching(/^[a-z][a-z0-9-]*$/);
const optional = { requiredKeys: [] as [] };

const events: fc.Arbitrary<ProtocolEvent> = fc.oneof(
  fc.record({
    type: fc.constant("hello" as const),
    version: fc.string(),
    profile: fc.string({ unit: "binary" }),
    libpq: count,
    command: fc.string(),
    workload: fc.string(),
    options: fc.dictionary(optionName, fc.oneof(fc.string(), count, fc.boolean(), fc.constant(null))),
  }),
  fc
    .tuple(
      fc.record({ type: fc.constant("progress" as const), phase: fc.string() }),
      fc.record(
        { phase_elapsed_ns: nanos, phase_total_ns: nanos, done: count, total: count, what: fc.string() },
        optional,
      ),
    )
    .map(([required, more]) => ({ ...required, ...more })),
  fc.record({
    type: fc.constant("slice" as const),
    target: count,
    index: count,
    start_ns: nanos,
    duration_ns: nanos,
    events: count,
    queries: count,
  }),
  fc.record({
    type: fc.constant("block" as const),
    target: count,
    duration_ns: nanos,
    events: count,
    queries,
    queries_committed: queries,
    failures: fc.record({ events: count, by_sqlstate: counts }),
    retries: count,
    reconnects: count,
    latency: fc.record({ count, min_ns: nanos, max_ns: nanos, sum_ns: nanos, histogram: fc.string() }),
    server_cpu_ns: fc.option(nanos),
  }),
  fc.record({
    type: fc.constant("error" as const),
    code: fc.string(),
    fatal: fc.boolean(),
    message: fc.string({ unit: "binary" }),
    hint: fc.option(fc.string()),
    sqlstate: fc.option(fc.string()),
    target: fc.option(count),
  }),
  fc.record({
    type: fc.constant("summary" as const),
    exit_code: count,
    interrupted: fc.boolean(),
    client: fc.record({ cpu_share: fc.double({ min: 0, max: 64, noNaN: true }).map((x) => x + 0) }),
    host: fc.record({ steal_share: fc.option(count), load_average: fc.option(count) }),
    warnings: fc.array(fc.record({ code: fc.string(), message: fc.string(), remedy: fc.string() })),
  }),
);

/** JSON has no prototypes and no -0; fast-check's dictionaries have null prototypes. */
const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;

test("a line that was printed reads back as the same event", () => {
  fc.assert(
    fc.property(events, (event) => {
      expect(plain(parseLine(printLine(event), 1))).toEqual(plain(event));
    }),
  );
});

test("fields that the reader does not know are ignored", () => {
  fc.assert(
    fc.property(events, fc.jsonValue(), (event, unknown) => {
      const line = JSON.stringify({ ...JSON.parse(printLine(event)), later_field: unknown });
      expect(plain(parseLine(line, 1))).toEqual(plain(event));
    }),
  );
});

test("a line that was cut anywhere is an error that names it, and nothing else", () => {
  fc.assert(
    fc.property(events, fc.nat(), fc.nat({ max: 10_000 }), (event, at, number) => {
      const line = printLine(event);
      const cut = line.slice(0, at % line.length);
      let error: unknown;
      try {
        parseLine(cut, number);
      } catch (thrown) {
        error = thrown;
      }
      expect(error).toBeInstanceOf(PlumblineError);
      expect(error).toMatchObject({ kind: "generator" });
      expect((error as PlumblineError).message).toContain(`line ${number} `);
    }),
  );
});

test("any text is an event, an unknown line, or an error of ours", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc
          .record({ v: fc.constant(1) })
          .map(plain)
          .map(String),
      ),
      (text) => {
        try {
          parseLine(text, 1);
        } catch (error) {
          expect(error).toBeInstanceOf(PlumblineError);
        }
      },
    ),
  );
});

test("a type that the reader does not know is skipped", () => {
  expect(parseLine('{"v":1,"type":"telemetry","x":[]}', 1)).toBeNull();
});

test("another version of the protocol is refused with both versions", () => {
  expect(() => parseLine('{"v":2,"type":"hello"}', 1)).toThrow(/version 2.*reads version 1/);
});

test("a wrong field is named", () => {
  expect(() => parseLine('{"v":1,"type":"summary","exit_code":"0","interrupted":false}', 7)).toThrow(
    /line 7 .*\(summary\): exit_code/,
  );
});

test.each([
  ["{", "line 7 of plumbline-load's output is not complete JSON", "cut short or mixed"],
  [
    "[]",
    "line 7 of plumbline-load's output is no line of the protocol: it has no v and type",
    "measure again",
  ],
  [
    JSON.stringify({ v: 2, type: "hello" }),
    "line 7 of plumbline-load has protocol version 2; this Plumbline reads version 1",
    "make -C runner-native",
  ],
  [
    JSON.stringify({ v: 1, type: "summary", exit_code: 0, interrupted: false, client: { cpu_share: "all" } }),
    "line 7 of plumbline-load's output (summary): client.cpu_share: Invalid input: expected number, received string",
    "measure again",
  ],
])("%j is refused with its place, what is wrong, and what to do", (line, message, remedy) => {
  const error = expect.objectContaining({
    kind: "generator",
    message,
    remedy: expect.stringContaining(remedy),
  });
  expect(() => parseLine(line, 7)).toThrow(error);
});
