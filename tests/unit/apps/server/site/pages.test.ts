import { expect, it } from "vitest";
import { SitePages } from "../../../../../src/apps/server/site/pages.ts";
import { FolderStore } from "../../../../../src/io/store/folder-store.ts";
import { askStore } from "../../../../../src/pipeline/queries/ask.ts";
import { makeRun } from "../../../../support/runs.ts";
import { temporaryFolder } from "../../../../support/temporary-folder.ts";

it("asks again what the store could not answer once", async () => {
  const store = await FolderStore.open(temporaryFolder());
  const run = makeRun({ sessions: 1, secondsPerSession: 0.1 });
  await store.save([run]);
  const questions = askStore(store);
  let failures = 1;
  const events: typeof questions.events = async (question) => {
    if (failures-- > 0) throw new Error("the server is starting");
    return await questions.events(question);
  };
  const pages = new SitePages(
    { ...questions, events },
    {
      version: "0",
      assets: { style: "site.css", script: "site.js", icon: "site.svg" },
      isStatic: false,
      now: () => run.finishedAt,
    },
  );
  const commit = async () => await pages.page(`c/${run.commit.sha}`, new URLSearchParams());
  await expect(commit()).rejects.toThrow("the server is starting");
  expect(await commit()).toContain(run.commit.sha.slice(0, 7));
});
