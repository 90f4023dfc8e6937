/** Commit statuses in place of check runs, against GitHub's API over real HTTP. */
import { describe } from "vitest";
import { createClient } from "../../../../src/io/github/client.ts";
import { cancelUnfinished } from "../../../../src/io/github/unfinished.ts";
import { INSTALLATION_TOKEN } from "../../../support/github-fake.ts";
import { HEAD, it, MARKER, REPORT } from "../../../support/publishing-stage.ts";

const runUrl = (run: number) => `https://github.example/acme/db/actions/runs/${run}`;
const of = (run: number, workflow: string) => ({ runUrl: runUrl(run), workflow });
const CALM = { check: { ...REPORT.check, conclusion: "success", title: "nothing to do" } } as const;

describe("a commit status of two workflows with one suite name", () => {
  it("stays red until the red one is measured again", async ({ stage, expect }) => {
    stage.actAs({ permissions: ["statuses"] });
    await stage.publish({ context: of(1, "a.yml") });
    await stage.publish({ context: of(2, "b.yml"), report: CALM });
    await stage.publish({ context: of(3, "a.yml"), report: CALM });
    expect(stage.fake.statuses.map(({ state }) => state)).toEqual(["failure", "failure", "success"]);
    expect(stage.fake.statuses[1]).toMatchObject({
      context: "Plumbline: oltp",
      description: "another measurement of this name: failure; this one: nothing to do",
      target_url: expect.stringContaining(`${runUrl(2)}#`),
    });
  });

  it("is replaced by a later run of the same workflow", async ({ stage, expect }) => {
    stage.actAs({ permissions: ["statuses"] });
    await stage.publish({ context: of(1, "a.yml") });
    await stage.publish({ context: of(2, "a.yml"), report: CALM });
    expect(stage.fake.statuses.map(({ state }) => state)).toEqual(["failure", "success"]);
  });

  it("says what is only now measured", async ({ stage, expect }) => {
    stage.actAs({ permissions: ["statuses"] });
    await stage.publish({ context: of(1, "a.yml"), report: CALM });
    await stage.announce({ context: of(2, "b.yml") });
    await stage.announce({ context: of(3, "c.yml") });
    await stage.publish({ context: of(2, "b.yml"), report: CALM });
    expect(stage.fake.statuses.map(({ state }) => state)).toEqual([
      "success",
      "pending",
      "pending",
      "pending",
    ]);
    await stage.publish({ context: of(3, "c.yml"), report: CALM });
    expect(stage.fake.statuses.at(-1)).toMatchObject({ state: "success", description: "nothing to do" });
  });

  const cancel = async (url: string, run: number) => {
    const client = createClient({ token: INSTALLATION_TOKEN, apiUrl: url, say: () => undefined });
    const place = { repository: { owner: "acme", name: "db" }, runUrl: runUrl(run) };
    return await cancelUnfinished(client, place, { sha: HEAD, name: "Plumbline: oltp", marker: MARKER });
  };

  it("keeps the other's word where the step of one was killed", async ({ stage, expect }) => {
    stage.actAs({ permissions: ["statuses"] });
    await stage.publish({ context: of(1, "a.yml"), report: CALM });
    await stage.announce({ context: of(2, "b.yml") });
    expect(await cancel(stage.fake.url, 2)).toBe(true);
    expect(stage.fake.statuses.at(-1)).toMatchObject({ state: "error" });
    await stage.publish({ context: of(3, "b.yml"), report: CALM });
    expect(stage.fake.statuses.at(-1)).toMatchObject({ state: "success", description: "nothing to do" });
  });

  it("is cancelled where a step was killed after another workflow had written", async ({ stage, expect }) => {
    stage.actAs({ permissions: ["statuses"] });
    await stage.announce({ context: of(1, "a.yml") });
    await stage.publish({ context: of(2, "b.yml"), report: CALM });
    expect(stage.fake.statuses.at(-1)).toMatchObject({ state: "pending" });
    expect(await cancel(stage.fake.url, 2)).toBe(false);
    expect(await cancel(stage.fake.url, 1)).toBe(true);
    expect(stage.fake.statuses.at(-1)).toMatchObject({
      state: "error",
      description: "no result: the step was ended before it could say why",
      target_url: expect.stringContaining(`${runUrl(1)}#`),
    });
    expect(await cancel(stage.fake.url, 1)).toBe(false);
    await stage.publish({ context: of(3, "a.yml"), report: CALM });
    expect(stage.fake.statuses.at(-1)).toMatchObject({ state: "success" });
  });

  it("stays red where a step was killed beside a red one", async ({ stage, expect }) => {
    stage.actAs({ permissions: ["statuses"] });
    await stage.announce({ context: of(1, "a.yml") });
    await stage.publish({ context: of(2, "b.yml") });
    expect(await cancel(stage.fake.url, 1)).toBe(true);
    expect(stage.fake.statuses.at(-1)).toMatchObject({
      state: "failure",
      description: expect.stringMatching(/^another measurement of this name: failure; this one: no result/),
    });
  });
});
