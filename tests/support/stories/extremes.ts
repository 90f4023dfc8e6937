/** Stories of what is too much: names that attack what shows them, and more workloads than a comment holds. */
import type { Report } from "../../../src/model/report.ts";
import { BASE_COMMIT, makeReport, type WorkloadStory } from "../reports.ts";
import { usual } from "./usual.ts";

const SCRIPT = "</details><script>alert(1)</script> | @octocat #1 `code`";
const NAME = `${SCRIPT} **bold** <!-- plumbline:oltp --> [x](http://evil.example) :boom: www.evil.example GH-7 \u202egnirts\u001b[31m\n| a | b |`;
const LONG = `__proto__ *_x_* ~~~ \\| ![i](x) $a$ &amp; 😀\ud800 ${"long ".repeat(60)}`;

const HEAD = {
  sha: "$(reboot)`|@x",
  branch: "main\n\n# heading @octocat",
  time: null,
  subject:
    "fixes #1, closes octo/repo#2 @octocat/team <!-- plumbline:oltp --> </script><script>alert(1)</script> \u0000",
  dirty: true,
};

export function hostileNames(): Report {
  const { name: _, ...attacked } = usual(
    "checkout",
    { qps: { effect: -0.03, noise: 0.06 }, p99: { effect: 0.3, noise: 0.05 } },
    {
      options: { threads: 16, "script`| @x": "a|b\n```\n</details>" },
      errors: { base: {}, head: { "<img src=x onerror=alert(1)>": 3, "4|0`": 2 } },
      statements: [
        {
          name: `${SCRIPT} <!-- plumbline:oltp -->`,
          base: { calls: 10, meanNs: 1000, p99Ns: null },
          head: { calls: 0, meanNs: 0, p99Ns: null },
          interval: null,
        },
        { name: "plain", base: { calls: 10, meanNs: 0, p99Ns: 0 }, head: null, interval: null },
      ],
    },
  );
  const { options: __, ...calm } = usual("checkout");
  const report = makeReport({
    suite: "oltp --> @octocat <b>",
    version: "0.1.0 @octocat",
    origin: {
      repository: "a/b",
      runUrl: "javascript:alert(1)//https://github.com",
      attempt: 1,
      pullRequest: 1,
    },
    workloads: [
      { ...attacked, name: NAME },
      { ...calm, name: LONG, workload: "x" },
    ],
    warnings: [
      {
        code: "x",
        message:
          "statement `UPDATE t SET a = '|' -- @octocat` <!-- plumbline:oltp -->\n</details>\n# heading",
        remedy: "see #1 or http://evil.example/`|",
        workload: NAME,
        metric: "p99",
      },
    ],
    guidance: { configPath: null, dashboardUrl: null, acceptLabel: null, lines: { [NAME]: 9, [LONG]: 12 } },
  });
  const base = { ...BASE_COMMIT, sha: "'; rm -rf / #", branch: "<details>" };
  return {
    ...report,
    environment: {
      ...report.environment,
      cpuModel: "CPU | <b>@octocat</b>",
      runner: "r`\n```",
      settings: { "a|b": "`@x`\n</details>" },
    },
    baseline: { kind: "arm", run: { id: "0195a6f0-3c1e-7b52-9d54-2f0c6f8e1a01", sessions: 8, commit: base } },
    head: { ...report.head, commit: HEAD },
  };
}

/** Every third tenant is slower, and each a little more than the one before it; some others are undecided. */
function tenant(i: number): WorkloadStory {
  const isSlower = i % 3 === 0;
  const isOpen = !isSlower && i % 4 === 1;
  const sessions = 4;
  return {
    name: `tenant-${String(i + 1).padStart(3, "0")}-orders-and-line-items-report`,
    workload: "oltp_read_write",
    options: { threads: 16, "table-size": 100_000 + i },
    changes: [
      { metric: "qps", effect: isSlower ? -(0.04 + i / 1000) : 0.001, noise: 0.015, sessions },
      {
        metric: "server-cpu",
        effect: isSlower ? 0.05 + i / 1000 : isOpen ? 0.019 : 0,
        noise: 0.012,
        sessions,
      },
      { metric: "p50", role: "information", sessions },
      { metric: "p95", role: "information", sessions },
      { metric: "p99", noise: 0.05, sessions },
      { metric: "failed-share", sessions },
    ],
    curves: { base: null, head: null },
  };
}

export function moreWorkloadsThanFit(): Report {
  const workloads = Array.from({ length: 90 }, (_, i) => tenant(i));
  const warnings = workloads.slice(0, 30).map(({ name }, i) => ({
    code: "steal",
    message: `the hypervisor stole up to ${i + 6} % of the CPU time in 2 of 4 sessions`,
    remedy: "use a dedicated machine, or more sessions",
    workload: name,
  }));
  const lines = Object.fromEntries(workloads.map(({ name }, i) => [name, 9 + 3 * i]));
  return makeReport({
    workloads,
    plan: { sessions: 4, looks: 1, seconds: 2, warmupSeconds: 1, sliceMs: 100, seed: 7 },
    warnings,
    guidance: { configPath: null, dashboardUrl: null, acceptLabel: null, lines },
  });
}
