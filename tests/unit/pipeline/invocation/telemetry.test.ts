import { expect, it } from "vitest";
import type { Progress } from "../../../../src/model/progress.ts";
import { whileWatched } from "../../../../src/pipeline/invocation/telemetry.ts";

const listener = () => {
  const heard: string[] = [];
  const progress: Progress = {
    stage: (text) => void heard.push(`stage ${text}`),
    update: ({ what }) => void heard.push(`progress ${what}`),
    note: (text) => void heard.push(`note ${text}`),
  };
  return { heard, progress };
};

it("is the same progress if no watcher is there", async () => {
  const { progress } = listener();
  expect(await whileWatched({ metrics: "" }, {}, progress, async (own) => own)).toBe(progress);
});

it("lets the watcher know the stage and its share, as the terminal hears them, until the end", async () => {
  const { heard, progress } = listener();
  const place = () => /http:\S+\/metrics/.exec(heard.join())![0];
  const text = await whileWatched({ metrics: "0" }, {}, progress, async (watched) => {
    watched.stage("preparing head");
    watched.update({ what: "sbtest1", share: 0.25, secondsLeft: null });
    const page = await (await fetch(place())).text();
    watched.stage("looking at the databases");
    return page + (await (await fetch(place())).text());
  });
  expect(heard.slice(1)).toEqual([
    "stage preparing head",
    "progress sbtest1",
    "stage looking at the databases",
  ]);
  const told = text.split("\n").filter((line) => line.startsWith("plumbline_run_stage"));
  expect(told.map((line) => line.replace(/run="[^"]*",/, ""))).toEqual([
    'plumbline_run_stage{stage="preparing head"} 1',
    'plumbline_run_stage_ratio{stage="preparing head"} 0.25',
    'plumbline_run_stage{stage="looking at the databases"} 1',
  ]);
  await expect(fetch(place())).rejects.toThrow("fetch failed");
});

it("refuses headers that are none before anything is begun, but only where a collector is told", async () => {
  const { heard, progress } = listener();
  const env = { OTEL_EXPORTER_OTLP_HEADERS: "secret" };
  const work = async () => void heard.push("work");
  await expect(whileWatched({ otlp: "http://127.0.0.1:1" }, env, progress, work)).rejects.toMatchObject({
    kind: "usage",
    message: expect.stringContaining("entry 1"),
  });
  expect(heard).toEqual([]);
  await whileWatched({}, env, progress, work);
  expect(heard).toEqual(["work"]);
});
