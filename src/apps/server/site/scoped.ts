/** Questions about one repository alone. */
import type { Questions } from "../../../model/questions.ts";

export function scopedTo(questions: Questions, repository: string): Questions {
  const only = { repository };
  return {
    ...questions,
    overview: (question) => questions.overview({ ...question, ...only }),
    suites: (question) => questions.suites({ ...question, ...only }),
    series: (question) => questions.series({ ...question, ...only }),
    points: (question) => questions.points({ ...question, ...only }),
    runs: (question) => questions.runs({ ...question, ...only }),
    reports: (question) => questions.reports({ ...question, ...only }),
    comparison: (pair) => questions.comparison({ ...pair, ...only }),
    events: (question) => questions.events({ ...question, ...only }),
    ledgers: (question) => questions.ledgers({ ...question, ...only }),
    acceptances: (question) => questions.acceptances({ ...question, ...only }),
    environments: (question) => questions.environments({ ...question, ...only }),
  };
}
