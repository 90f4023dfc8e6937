/** Reports that each tell one story, for everything that shows a report. */
import type { Report } from "../../src/model/report.ts";
import {
  firstRun,
  historyRegression,
  nothingInCommon,
  onlyInHead,
  sameCommitTwice,
  tooFewRuns,
  versionsDiffer,
} from "./stories/baselines.ts";
import { provedCauses } from "./stories/cause.ts";
import { disruptionsOfTheLoad } from "./stories/disruptions.ts";
import { hostileNames, moreWorkloadsThanFit } from "./stories/extremes.ts";
import { migrationPasses, migrationQueues, migrationRewrites } from "./stories/migrations.ts";
import {
  allFine,
  cpuForSpeed,
  improvementOnly,
  limitsWidened,
  namesItsResolution,
  noisyMachine,
  tooFewRequests,
} from "./stories/passing.ts";
import { withItsReason } from "./stories/reason.ts";
import {
  acceptedByCommand,
  acceptedByLabel,
  afterACalmHistory,
  errorsGate,
  muchSlower,
  oneAcceptedTwoLeft,
  oneRegressionOfThree,
  serverCpuOnly,
} from "./stories/regressions.ts";

export const STORIES: Readonly<Record<string, () => Report>> = {
  "all-fine": allFine,
  "errors-gate": errorsGate,
  "disruptions-of-the-load": disruptionsOfTheLoad,
  "first-run-without-baseline": firstRun,
  "green-that-names-its-resolution": namesItsResolution,
  "history-regression": historyRegression,
  "hostile-names": hostileNames,
  "improvement-only": improvementOnly,
  "inconclusive-on-a-noisy-machine": noisyMachine,
  "limits-widened": limitsWidened,
  "migration-that-passes": migrationPasses,
  "migration-that-queues": migrationQueues,
  "migration-that-rewrites": migrationRewrites,
  "more-workloads-than-fit": moreWorkloadsThanFit,
  "new-workload-only-in-head": onlyInHead,
  "no-workload-in-common": nothingInCommon,
  "one-regression-accepted-two-left": oneAcceptedTwoLeft,
  "one-regression-of-three": oneRegressionOfThree,
  "regression-accepted-by-command": acceptedByCommand,
  "regression-accepted-by-label": acceptedByLabel,
  "regression-after-a-calm-history": afterACalmHistory,
  "regression-and-improvement": muchSlower,
  "regression-with-its-causes-proved": provedCauses,
  "regression-with-its-reason": withItsReason,
  "same-commit-twice": sameCommitTwice,
  "server-cpu-only": serverCpuOnly,
  "too-few-baseline-runs": tooFewRuns,
  "too-few-requests": tooFewRequests,
  "trade-of-cpu-for-speed": cpuForSpeed,
  "versions-differ": versionsDiffer,
};
