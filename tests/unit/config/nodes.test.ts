import { describe, expect, it } from "vitest";
import { parseConfig } from "../../../src/config/parse.ts";

const file = (nodes: string, mode = "history") => `database:
  deploy: { url: "postgres://a:1,b:2/x" }
  nodes: ${nodes}
workloads: [{ name: w, run: oltp_point_select }]
measure: { mode: ${mode} }
`;
const nodesOf = (nodes: string) => parseConfig(file(nodes), "plumbline.yml").database.nodes;

describe("database.nodes", () => {
  it("is one of three ways", () => {
    expect(nodesOf("{ node-exporter: 'http://$PLUMBLINE_HOST:9100/metrics' }")).toEqual({
      way: { kind: "node-exporter", url: "http://$PLUMBLINE_HOST:9100/metrics" },
    });
    expect(nodesOf("{ names: [n1], command: 'ssh $PLUMBLINE_HOST cpu' }")).toEqual({
      names: ["n1"],
      way: { kind: "command", command: "ssh $PLUMBLINE_HOST cpu" },
    });
    expect(nodesOf("{ kubernetes: { selector: app=yb } }")).toEqual({
      way: { kind: "kubernetes", namespace: "default", selector: "app=yb" },
    });
  });

  it.each([
    ["{ names: [a] }", /3:10.*exactly one of node-exporter, kubernetes, command, got none/],
    ["{ kubernetes: { selector: a }, names: [a] }", /pods have theirs/],
    ["{ node-exporter: 'http://n:9100/metrics' }", /expected \$PLUMBLINE_HOST in it/],
    ["{ node-exporters: x }", /node-exporter"?\?/],
  ])("%s is refused with its place", (nodes, why) => {
    expect(() => nodesOf(nodes)).toThrow(why);
  });

  it("is refused side by side, where it would say nothing of either arm", () => {
    const text = file("{ kubernetes: { selector: a } }", "side-by-side");
    expect(() => parseConfig(text, "plumbline.yml")).toThrow(/3:\d+.*take turns .*measure\.mode/);
  });
});
