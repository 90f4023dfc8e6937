import { describe, expect, it } from "vitest";
import { otlpHeaders } from "../../../../src/io/telemetry/otlp-headers.ts";

describe("the headers of OTLP", () => {
  it.each([
    [{}, {}],
    [{ OTEL_EXPORTER_OTLP_HEADERS: "" }, {}],
    [
      { OTEL_EXPORTER_OTLP_HEADERS: "Authorization=Bearer%20x, a=b=c," },
      { Authorization: "Bearer x", a: "b=c" },
    ],
    [{ OTEL_EXPORTER_OTLP_HEADERS: "a=100%,b=" }, { a: "100%", b: "" }],
  ])("of %j are %j", (env, headers) => {
    expect(otlpHeaders(env)).toEqual(headers);
  });

  it("are those of metrics alone where there are such, as OpenTelemetry's exporters have it", () => {
    const general = { OTEL_EXPORTER_OTLP_HEADERS: "a=1,b=2" };
    expect(otlpHeaders({ ...general, OTEL_EXPORTER_OTLP_METRICS_HEADERS: "a=3" })).toEqual({ a: "3" });
    expect(otlpHeaders({ ...general, OTEL_EXPORTER_OTLP_METRICS_HEADERS: "" })).toEqual({ a: "1", b: "2" });
  });

  it.each([
    ["a=1,secret", "OTEL_EXPORTER_OTLP_HEADERS: entry 2 is not NAME=VALUE"],
    ["=secret", "OTEL_EXPORTER_OTLP_HEADERS: entry 1 is not NAME=VALUE"],
    ["Authorization: Bearer secret==", "OTEL_EXPORTER_OTLP_HEADERS: entry 1 is not NAME=VALUE"],
    ["a=1,,x-key=secret%0Anext", "OTEL_EXPORTER_OTLP_HEADERS: the value of x-key cannot be a header's"],
    ["x-key=sécret€", "OTEL_EXPORTER_OTLP_HEADERS: the value of x-key cannot be a header's"],
  ])("%j are refused by place or name, without a value", (text, message) => {
    const refused = () => otlpHeaders({ OTEL_EXPORTER_OTLP_HEADERS: text });
    expect(refused).toThrow(
      expect.objectContaining({ kind: "usage", message, remedy: expect.stringContaining("Bearer%20TOKEN") }),
    );
    expect(refused).not.toThrow(/s[eé]cret/);
  });

  it("names the variable of metrics where that is wrong", () => {
    expect(() => otlpHeaders({ OTEL_EXPORTER_OTLP_METRICS_HEADERS: "x" })).toThrow(
      "OTEL_EXPORTER_OTLP_METRICS_HEADERS: entry 1 is not NAME=VALUE",
    );
  });
});
