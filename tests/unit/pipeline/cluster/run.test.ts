import { afterEach, expect, it, vi } from "vitest";
import { Kubectl } from "../../../../src/io/database/kubernetes/kubectl.ts";
import type { ClusterLoad } from "../../../../src/pipeline/cluster/rules.ts";
import { runInCluster } from "../../../../src/pipeline/cluster/run.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

afterEach(() => void vi.restoreAllMocks());

it("tries again at the end of the process what could not be taken away", async () => {
  const before = process.listeners("exit");
  const last = vi.spyOn(Kubectl.prototype, "callNow").mockReturnValue();
  vi.spyOn(Kubectl.prototype, "call").mockImplementation(async ([verb]) => {
    if (verb === "get") return '{"items":[]}';
    throw new Error(`cannot ${verb}`);
  });
  const notes: string[] = [];
  const progress = {
    stage: () => undefined,
    note: (text: string) => notes.push(text),
    update: () => undefined,
  };
  const folder = temporaryFolder();
  const running = runInCluster(
    {
      load: { name: "load", manifests: [] } as Partial<ClusterLoad> as ClusterLoad,
      namespace: null,
      context: undefined,
      startLimitMs: 1,
      output: folder,
      cwd: folder,
    },
    progress,
    new AbortController().signal,
  );
  await expect(running).rejects.toThrow("cannot create");
  expect(notes).toEqual(["something is left in the cluster: cannot delete"]);
  for (const atExit of process.listeners("exit").filter((each) => !before.includes(each))) {
    process.off("exit", atExit);
    atExit(0);
  }
  expect(last.mock.calls[0]![0]).toContain("delete");
});
