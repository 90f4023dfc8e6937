/**
 * A run in the tables of published reports, each in its document's own layout, so that it can stand next to them: with improvements by the
 * document's definition and by ours (stats/improvement.ts). `store import --from reference-table` reads them again.
 */
import type { Run } from "../../model/run.ts";
import { referenceRows } from "./reference-figures.ts";
import { LAYOUTS, type Sides } from "./reference-layouts.ts";

export type ReferenceLayout = keyof typeof LAYOUTS;
export const REFERENCE_LAYOUTS = Object.keys(LAYOUTS) as readonly ReferenceLayout[];

/**
 * @param heads a run, or one for each size of a cluster, the smallest first
 * @param base the run that it is compared with, such as another system's; null for none
 * @param layout of one document; null for all that the run has figures for
 * @returns markdown; "" where no workload has the figures of the layout
 */
export function renderReferenceTables(
  heads: readonly Run[],
  base: Run | null,
  layout: ReferenceLayout | null,
): string {
  const sides = {
    head: heads.flatMap(referenceRows),
    base: base === null ? null : referenceRows(base),
    names: sideNames(heads[0]!, base),
  };
  const tables = (each: ReferenceLayout) => LAYOUTS[each][1](sides).filter((text) => text !== "");
  if (layout !== null) return tables(layout).join("\n");
  return REFERENCE_LAYOUTS.flatMap((each) => {
    const parts = tables(each);
    return parts.length === 0 ? [] : [`## As ${LAYOUTS[each][0]} reports\n`, ...parts];
  }).join("\n");
}

function sideNames(head: Run, base: Run | null): Sides["names"] {
  if (head.target !== undefined && base?.target !== undefined)
    return { head: head.target, base: base.target };
  const name = ({ environment: { database, databaseVersion } }: Run) =>
    [database, databaseVersion].filter((part) => part !== "" && part !== "unknown").join(" ");
  const [ours, other] = [name(head), base === null ? "" : name(base)];
  const areDistinct = ours !== "" && ours !== other && (base === null || other !== "");
  if (areDistinct) return { head: ours, base: other };
  // Two systems of one version, each measured by a file of its own.
  return base === null || base.suite === head.suite
    ? { head: "head", base: "base" }
    : { head: head.suite, base: base.suite };
}
