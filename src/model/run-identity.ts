/** Which run a run is: the same one when a workflow repeats it. */
import { createHash } from "node:crypto";
import type { ArmName, Run } from "./run.ts";

export type Repeatable = Readonly<{
  origin: Run["origin"];
  suite: string;
  commit: string;
  /** A matrix measures a suite under several conditions in one workflow run; each is a run of its own. */
  fingerprint: string;
}>;

/** RFC 9562, appendix: the namespace of names that are URLs. */
const URL_NAMESPACE = "6ba7b8119dad11d180b400c04fd430c8";

/**
 * The id of what a workflow run measured; null outside of a workflow. The attempt has no part in it: a re-run has the id of what it
 * repeats, takes its place in the store, and gives no commit a second vote in a baseline.
 * @param arm null for the id of the measurement, which both arms share
 */
export function repeatableId(
  { origin, suite, commit, fingerprint }: Repeatable,
  arm: ArmName | null,
): string | null {
  if (origin.runUrl === null) return null;
  return uuidV5(JSON.stringify([origin.runUrl, suite, commit, fingerprint, arm]));
}

/** RFC 9562, section 5.5: the same name has the same id everywhere. */
function uuidV5(name: string): string {
  const hash = createHash("sha1").update(Buffer.from(URL_NAMESPACE, "hex")).update(name, "utf8").digest();
  hash[6] = (hash[6]! & 0x0f) | 0x50;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  const hex = hash.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    "-",
  );
}
