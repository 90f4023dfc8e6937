import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);
import {
  formatProgress
} from "./units.js";
import {
  EXIT_CODE,
  PlumblineError
} from "./zod.js";

// src/io/host/terminal.ts
var LOG_INTERVAL_MS = 1e4;
var BAR_WIDTH = 24;
function outliveReaders(...streams) {
  for (const stream of streams) {
    stream.on("error", (error) => {
      if (error.code === "EPIPE" || stream === process.stderr) return;
      process.stderr.write(`plumbline: cannot write the output: ${error.message}
`);
      process.exitCode = EXIT_CODE.internal;
    });
  }
}
function styleOf(out, env = process.env) {
  return { colour: out.isTTY === true && !env["NO_COLOR"], width: out.columns || 100 };
}
function terminalProgress(out, now = () => performance.now()) {
  let living = false;
  let saidAt = Number.NEGATIVE_INFINITY;
  let said = "";
  const clear = () => {
    if (living) out.write("\r\x1B[2K");
    living = false;
  };
  return {
    stage(text) {
      clear();
      out.write(`${text}
`);
      saidAt = Number.NEGATIVE_INFINITY;
    },
    update(state) {
      const text = progressText(state);
      if (out.isTTY) {
        out.write(`\r\x1B[2K${text.slice(0, (out.columns || 80) - 1)}`);
        living = true;
      } else if (now() - saidAt >= LOG_INTERVAL_MS && text !== said) {
        out.write(`  ${text}
`);
        saidAt = now();
        said = text;
      }
    },
    note(text) {
      clear();
      out.write(`${text}
`);
    },
    end: clear
  };
}
function progressText({ what, share, secondsLeft }) {
  const parts = [];
  if (share !== null) {
    const full = Math.round(share * BAR_WIDTH);
    parts.push(`[${"#".repeat(full)}${".".repeat(BAR_WIDTH - full)}] ${formatProgress(share).padStart(5)}`);
  }
  if (secondsLeft !== null) parts.push(`about ${spell(secondsLeft)} left`);
  parts.push(what);
  return parts.join("  ");
}
function spell(seconds) {
  const whole = Math.ceil(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, "0")} s`;
}

// src/config/fields.ts
var CHOICES = {
  mode: ["side-by-side", "history"],
  "fail-on": ["regression", "inconclusive", "never"],
  comment: ["always", "on-change", "never"],
  "comment-for": ["job", "run"],
  forks: ["confirm", "trust"],
  "dangerously-measure-forks-with-secrets": ["true", "false"],
  alerts: ["issue", "issue-and-commit", "never"]
};
var USUAL = {
  "fail-on": "regression",
  comment: "always",
  "comment-for": "job",
  forks: "confirm",
  "dangerously-measure-forks-with-secrets": "false",
  alerts: "never"
};
function parseChoice(name, text) {
  const choice = CHOICES[name].find((known) => known === text);
  if (choice !== void 0) return choice;
  throw new PlumblineError("usage", `${name}: got ${JSON.stringify(text)}`, {
    remedy: `use one of ${CHOICES[name].join(", ")}`
  });
}
var FIELDS = [
  {
    name: "config",
    value: "file",
    default: "plumbline.yml",
    help: "Config file: database, workloads, measuring, gates.",
    in: ["action", "check", "run", "history", "measure", "sweep", "try"]
  },
  {
    name: "base",
    value: "ref",
    default: "",
    help: "Commit to compare with (default: where the pull request or branch left its target branch). HEAD compares a commit with itself.",
    in: ["action", "check", "run", "try"]
  },
  {
    name: "mode",
    value: "mode",
    default: "",
    choices: CHOICES.mode,
    help: "Measure base and head together, or head alone against the stored history (default: measure.mode in the config file).",
    in: ["action", "check", "run"]
  },
  {
    name: "sessions",
    value: "n",
    default: "",
    help: "Number of fresh server sessions to measure (default: measure.sessions in the config file).",
    in: ["action", "check", "run", "measure"]
  },
  {
    name: "seconds",
    value: "s",
    default: "",
    help: "Measured seconds per workload and session (default: measure.seconds in the config file).",
    in: ["action", "check", "run", "measure"]
  },
  {
    name: "seed",
    value: "n",
    default: "",
    help: "Seed of all random choices; give the seed of an earlier run to repeat them (default: drawn and recorded).",
    in: ["action", "check", "run", "measure", "sweep"]
  },
  {
    name: "cause",
    value: "duration",
    default: "",
    help: "How long to search for the cause of a regression by experiments, for example 5m; 0s does not search (default: measure.cause in the config file).",
    in: ["action", "check", "run"]
  },
  {
    name: "store",
    value: "location",
    default: "",
    help: "Location of the store: postgres://..., file:DIR or git:BRANCH (default: $PLUMBLINE_STORE, else store in the config file, else file:.plumbline).",
    in: ["action", "check", "history", "measure", "sweep"]
  },
  {
    name: "repository",
    value: "owner/name",
    default: "",
    help: "Repository that the runs belong to, if several share a store (default: $GITHUB_REPOSITORY, else the clone's remote).",
    in: ["check", "run", "measure", "sweep"]
  },
  {
    name: "output",
    value: "dir",
    default: "plumbline-out",
    help: "Folder for run.json, report.json, comment.md and report.html.",
    in: ["action", "check", "run", "compare", "measure"]
  },
  {
    name: "lock-timeout",
    value: "duration",
    default: "1h",
    help: "How long to wait for another measurement on this machine, for example 30m; 0s does not wait.",
    in: ["action", "check", "run", "measure", "sweep"]
  },
  {
    name: "metrics",
    value: "address",
    default: "",
    help: "Publish live numbers of the load as OpenMetrics at http://ADDRESS/metrics. ADDRESS is a port such as 9464, or HOST:PORT.",
    in: ["check", "run", "measure", "sweep"]
  },
  {
    name: "otlp",
    value: "url",
    default: "",
    help: "Send live numbers of the load to an OpenTelemetry collector (OTLP over HTTP), for example http://127.0.0.1:4318. Headers come from $OTEL_EXPORTER_OTLP_HEADERS.",
    in: ["check", "run", "measure", "sweep"]
  },
  {
    name: "fail-on",
    value: "what",
    default: USUAL["fail-on"],
    choices: CHOICES["fail-on"],
    help: "Verdict that fails the step: regression; inconclusive, which includes regression; or never.",
    in: ["action", "check", "compare"]
  },
  {
    name: "comment",
    value: "when",
    default: USUAL.comment,
    choices: CHOICES.comment,
    help: "When to post the pull-request comment: always; on-change, which waits for the first change and then keeps the comment current; or never.",
    in: ["action"]
  },
  {
    name: "comment-for",
    value: "what",
    default: USUAL["comment-for"],
    choices: CHOICES["comment-for"],
    help: "Scope of a comment: job posts one for each suite and each job of a matrix; run posts one for all jobs that measure the head (needs checks: write).",
    in: ["action"]
  },
  {
    name: "accept-label",
    value: "label",
    default: "plumbline: accept",
    help: "Label that accepts all regressions of a pull request. Only people with write access can set it; comments mention it.",
    in: ["action"]
  },
  {
    name: "alerts",
    value: "what",
    default: USUAL.alerts,
    choices: CHOICES.alerts,
    help: "After a run of the base branch, report changes of a metric's level: issue opens an issue for each cause and closes it on recovery (needs issues: write); issue-and-commit also comments on the commit (needs contents: write); or never.",
    in: ["action"]
  },
  {
    name: "alert-webhook",
    value: "url",
    default: "",
    help: "Secret address that receives opened and closed alerts, in Slack's JSON.",
    in: ["action"]
  },
  {
    name: "job",
    value: "name",
    // Null where there is no matrix; see model/job.ts.
    default: "${{ toJSON(matrix) }}",
    help: "Name of this job, when several jobs measure the same suite. Each name gets its own comment, check, report and history (default: the values of the job's matrix).",
    in: ["action"]
  },
  {
    name: "github-token",
    value: "token",
    // The action's own default is the job's token; action.yml needs the expression in its text.
    default: "${{ github.token }}",
    help: "Token for the comment. It needs the permission pull-requests: write, and checks: write for a check run.",
    in: ["action"]
  },
  {
    name: "forks",
    value: "what",
    default: USUAL.forks,
    choices: CHOICES.forks,
    help: "How to treat reports from forks: confirm waits for a maintainer, trust accepts them.",
    in: ["action"]
  },
  {
    name: "dangerously-measure-forks-with-secrets",
    value: "what",
    default: USUAL["dangerously-measure-forks-with-secrets"],
    choices: CHOICES["dangerously-measure-forks-with-secrets"],
    help: "Permission to measure another repository's code on pull_request_target, workflow_run and the like. That code can then take the token and every secret of the job.",
    in: ["action"]
  },
  {
    name: "request",
    value: "text",
    default: "",
    help: "Request of a comment. commands answers the comment that started the workflow (/plumbline run, rerun, confirm, help) and measures nothing; the output `request` of that job measures or publishes what was asked for.",
    in: ["action"]
  },
  {
    name: "publish",
    value: "folder",
    default: "",
    help: "Measure nothing, and publish the report in this folder, or one in each of its subfolders: artifacts of the run that triggered this workflow (workflow_run).",
    in: ["action"]
  }
];
function fieldsIn(place) {
  const fields = FIELDS;
  return fields.filter((field) => field.in.includes(place));
}

export {
  CHOICES,
  USUAL,
  parseChoice,
  fieldsIn,
  outliveReaders,
  styleOf,
  terminalProgress
};
