/** Fixtures of the tests of the action's step: a consumer's repository and a runner for each file, a GitHub for each test. */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { Consumer, type PullRequestEvent } from "./consumer.ts";
import { GithubFake } from "./github-fake.ts";
import { type WorkflowRequest, WorkflowRunner } from "./workflow-runner.ts";

/** Files that make head slower: without its index, finding by key reads the whole table. */
export const SLOWER = { "db/002_tidy_up.sql": "DROP INDEX k_1;\n" };
/** Files for tests that do not depend on what is measured; noise is called a regression on no machine. */
export const LITTLE = {
  "plumbline.yml": `suite: oltp
database: { deploy: { local: {} } }
workloads:
  - name: browse
    run: oltp_point_select
    options: { tables: 1, table-size: 1000, threads: 1 }
measure: { sessions: 2, seconds: 0.5, warmup: 0, preflight: off }
alpha: 0.001
`,
};

export class WorkflowStage {
  github!: GithubFake;
  consumer!: Consumer;
  runner!: WorkflowRunner;

  /**
   * Registers what goes before and after the tests of the file; no test may leave anything, or speak to GitHub against its description.
   * @param program of the load generator; see WorkflowRunner
   */
  constructor(program?: string | null) {
    beforeAll(() => {
      this.consumer = new Consumer();
      this.runner = new WorkflowRunner(program);
    });
    afterAll(() => {
      this.consumer.close();
      this.runner.close();
    });
    beforeEach(async () => {
      this.github = await GithubFake.start();
    });
    afterEach(async () => {
      await this.github.close();
      expect(this.github.violations).toEqual([]);
      expect(this.runner.leftovers()).toEqual([]);
    });
  }

  run(workflow: string, event: PullRequestEvent, more: Partial<WorkflowRequest> = {}) {
    const { consumer, github, runner } = this;
    return runner.run({
      repository: consumer.folder,
      workflow,
      event,
      apiUrl: github.url,
      node: 20,
      ...more,
    });
  }
}
