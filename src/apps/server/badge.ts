/** The newest verdict of a suite, as a picture for a README. */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Questions } from "../../model/questions.ts";
import type { Overall } from "../../model/report.ts";
import { badgeOf } from "../../report/pages/badge.ts";
import { API, matchesTag, notModified, PROBLEMS, tagOf } from "./api.ts";
import { branch, repository, suite } from "./parameters.ts";
import { RequestRefusal } from "./problems.ts";

const Path = z.strictObject({ suite });
const Query = z.strictObject({ repository: repository.exactOptional(), branch: branch.exactOptional() });

/** Last runs among which a report is looked for: few have none, those that `plumbline run` alone has measured. */
const RUNS_MOST = 20;

/** @returns null where no report is stored about one of the newest runs, undefined where there is no run */
export async function newestVerdict(
  questions: Pick<Questions, "runs" | "report">,
  of: z.output<typeof Path> & z.output<typeof Query>,
): Promise<Overall | null | undefined> {
  const { runs } = await questions.runs({ ...of, arm: "head", limit: RUNS_MOST });
  for (const { id } of runs) {
    const report = await questions.report(id);
    if (report !== undefined) return report.verdict;
  }
  return runs.length === 0 ? undefined : null;
}

/** @param cache of Cache-Control */
export function badgeRoute(app: FastifyInstance, questions: Questions, cache: string): void {
  const summary = "The newest verdict of a suite as a badge; of `branch` alone where one is named";
  const schema = {
    operationId: "badge",
    summary,
    params: Path,
    querystring: Query,
    response: {
      200: { description: summary, content: { "image/svg+xml": { schema: z.string() } } },
      ...PROBLEMS,
    },
  };
  app.get(`${API}/badges/:suite.svg`, { schema }, async (request, reply) => {
    const asked = {
      ...(request.params as z.output<typeof Path>),
      ...(request.query as z.output<typeof Query>),
    };
    reply.header("cache-control", cache).type("image/svg+xml; charset=utf-8");
    const tag = tagOf(await questions.revision(), request.url, "svg");
    if (tag !== null) reply.header("etag", tag);
    if (tag !== null && matchesTag(request.headers["if-none-match"], tag)) return notModified(reply);
    const verdict = await newestVerdict(questions, asked);
    if (verdict === undefined) throw new RequestRefusal(404, "there is no run of that suite");
    return badgeOf(asked.suite, verdict);
  });
}
