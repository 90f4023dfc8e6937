import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { WorkFolder } from "../../../../../src/io/database/place/work-folder.ts";
import { runCommand } from "../../../../../src/io/database/setup/command.ts";

test("a command that is interrupted while it starts is ended, not waited for", async () => {
  const folder = await WorkFolder.open(null);
  const interrupt = new AbortController();
  try {
    const step = {
      kind: "command",
      command: "sleep 1000",
      env: {},
      limitMs: 20_000,
      tree: tmpdir(),
    } as const;
    const url = "postgres://u@127.0.0.1/d";
    const running = runCommand(step, url, folder, () => undefined, interrupt.signal);
    interrupt.abort();
    await expect(running).rejects.toThrow(/abort/i);
  } finally {
    await folder.remove();
  }
});

test.each([
  ["exit 1", /^run it by hand in a fresh checkout of that commit/],
  ["exit 127", /^install the program that it names: in a workflow, in a step before Plumbline's/],
])(
  "of a command that failed (%s), the remedy names no folder that is gone when it is read",
  async (command, remedy) => {
    const folder = await WorkFolder.open(null);
    try {
      const step = { kind: "command", command, env: {}, limitMs: 20_000, tree: tmpdir() } as const;
      const url = "postgres://u@127.0.0.1/d";
      const running = runCommand(step, url, folder, () => undefined, new AbortController().signal);
      const failure = await running.catch((error: unknown) => error);
      expect(failure).toMatchObject({ kind: "target", remedy: expect.stringMatching(remedy) });
      expect(failure).toMatchObject({ remedy: expect.not.stringContaining(tmpdir()) });
    } finally {
      await folder.remove();
    }
  },
);
