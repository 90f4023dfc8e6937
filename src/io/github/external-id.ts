/**
 * Data that a check run of ours keeps about itself, in its `external_id`. `details_url` cannot be relied on: with a workflow's own token
 * GitHub puts the check's own page there (actions/github-script#143, LouisBrunner/checks-action#369). The form is
 *
 *     <!-- plumbline:SUITE[:JOB] --> run=4711 claim=success
 *
 * The marker, by which the check is found again, and behind it fields, in any order, each at most once and without spaces:
 * `run`, the id of the workflow run that wrote the check; `claim`, what is to be confirmed; `origin`, who wrote it (writers.ts). Fields of other versions are left out.
 * All together it has at most EXTERNAL_ID_MOST characters, which is why the marker shortens long names.
 */

/** GitHub does not say what it takes; this is what a short text usually may have. */
export const EXTERNAL_ID_MOST = 255;

const CONCLUSIONS = ["success", "failure", "neutral"] as const;
export type Conclusion = (typeof CONCLUSIONS)[number];

export type ExternalId = Readonly<{
  marker: string;
  /** Null where no workflow run wrote it. */
  run: number | null;
  /** Conclusion that a fork claims and that is not yet confirmed; null if there is none. */
  claim: Conclusion | null;
  /** Origin of the writer, see writers.ts; null if it is not known. */
  origin: string | null;
}>;

export function writeExternalId({ marker, run, claim, origin }: ExternalId): string {
  const fields = Object.entries({ run, claim, origin }).filter(([, value]) => value !== null);
  return [marker, ...fields.map(([key, value]) => `${key}=${value}`)].join(" ");
}

/** Reads an `external_id`; null if the check run is not Plumbline's. */
export function readExternalId(text: string | null): ExternalId | null {
  const [, marker, rest = ""] = /^(<!-- plumbline:[^>]* -->)(?: (.*))?$/.exec(text ?? "") ?? [];
  if (marker === undefined) return null;
  const fields = rest.split(" ");
  const fieldOf = (key: string) => fields.find((field) => field.startsWith(`${key}=`))?.slice(key.length + 1);
  const claim = fieldOf("claim");
  return {
    marker,
    run: runNumber(fieldOf("run")),
    claim: CONCLUSIONS.find((known) => known === claim) ?? null,
    origin: fieldOf("origin") ?? null,
  };
}

/** The id of the workflow run that an address leads to; null where it leads elsewhere. */
export function workflowRunIn(runUrl: string): number | null {
  return runNumber(/\/actions\/runs\/(\d+)/.exec(runUrl)?.[1]);
}

/** A workflow run's id as text has it; null for anything else. */
export function runNumber(digits: string | undefined): number | null {
  return digits !== undefined && /^[1-9]\d{0,14}$/.test(digits) ? Number(digits) : null;
}
