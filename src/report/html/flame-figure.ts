/**
 * A differential flame graph: where the CPU time of an event goes, the outermost function below, the one that runs on top. Widths are of
 * one arm, colours say what grew and what shrank: two of them, for what is gone has no width in the other.
 */
import type { ProfileDifference } from "../../model/profile.ts";
import { plainLine } from "../../text/outside.ts";
import { formatTime } from "../../text/units.ts";
import { cssPercent, FULL } from "./plot.ts";
import { type Html, html } from "./template.ts";

const ROW = 18;
/** Thousandths of the width: narrower boxes are not drawn, and those of less than a word have no name. */
const WIDTH_LEAST = 1.5;
const NAMED_LEAST = 20;
const DEPTH_MOST = 40;
/** Share of all of an event's time: a function that changed by this much has the full colour. */
const FULL_COLOUR = 0.1;

type Arm = "base" | "head";
type Node = { name: string; base: number; head: number; children: Map<string, Node> };

/** Both directions of one workload. */
export function flameFigures(profile: ProfileDifference): readonly Html[] {
  const root = treeOf(profile);
  return (["head", "base"] as const).flatMap((arm) =>
    root[arm] === 0 ? [] : [armFlames(profile, root, arm)],
  );
}

/** CPU time of an event in microseconds, of a function with all that it calls. */
function treeOf({ stacks, base, head, hertz }: ProfileDifference): Node {
  const root: Node = { name: "all", base: 0, head: 0, children: new Map() };
  for (const stack of stacks) {
    const micros = {
      base: (stack.base / base.events / hertz) * 1e6,
      head: (stack.head / head.events / hertz) * 1e6,
    };
    let at = root;
    for (const name of [null, ...stack.frames.slice(0, DEPTH_MOST)]) {
      if (name !== null) {
        const child = at.children.get(name) ?? { name, base: 0, head: 0, children: new Map() };
        at.children.set(name, child);
        at = child;
      }
      at.base += micros.base;
      at.head += micros.head;
    }
  }
  return root;
}

type Box = Readonly<{ node: Node; depth: number; x: number; width: number }>;

function boxesOf(root: Node, arm: Arm): readonly Box[] {
  const boxes: Box[] = [];
  const open: Box[] = [{ node: root, depth: 0, x: 0, width: FULL }];
  for (let box = open.pop(); box !== undefined; box = open.pop()) {
    boxes.push(box);
    let x = box.x;
    const { depth, node } = box;
    // By name: the same function has the same place in both pictures, as far as there is room.
    for (const child of [...node.children.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const width = (child[arm] / root[arm]) * FULL;
      if (width >= WIDTH_LEAST) open.push({ node: child, depth: depth + 1, x, width });
      x += width;
    }
  }
  return boxes;
}

function armFlames(profile: ProfileDifference, root: Node, arm: Arm): Html {
  const boxes = boxesOf(root, arm);
  const rows = Math.max(...boxes.map(({ depth }) => depth)) + 1;
  const other = arm === "head" ? "what grew is red" : "what shrank or is gone is blue";
  return html`<figure class="flame">
<figcaption>${plainLine(profile.workload)} <span class="muted">as wide as in ${arm}; ${other}</span></figcaption>
<svg width="100%" height="${rows * ROW}" role="img"><title>CPU time of an event of ${plainLine(profile.workload)} by function, ${arm}</title>
${boxes.map((box) => rectangle(box, root, rows))}
</svg></figure>`;
}

/** A picture of its own, whose edge cuts the name: how many letters there is room for depends on the screen. */
function rectangle({ node, depth, x, width }: Box, root: Node, rows: number): Html {
  const name = plainLine(node.name, 100);
  const text = width < NAMED_LEAST ? html`` : html`<text x="3" y="12">${name}</text>`;
  return html`<svg class="box" x="${cssPercent(x)}" y="${(rows - 1 - depth) * ROW}" width="${cssPercent(width)}" height="${ROW - 1}"><title>${name}: ${formatTime(1e3 * node.base)} -> ${formatTime(1e3 * node.head)} an event</title><rect width="100%" height="100%" fill="${boxColour(node, root)}"/>${text}</svg>
`;
}

/** Light where nothing changed, so that black text can be read on all of them. */
function boxColour({ base, head }: Node, root: Node): string {
  const change = (head - base) / Math.max(root.base, root.head);
  const strength = Math.min(1, Math.abs(change) / FULL_COLOUR);
  const pale = Math.round(232 - 122 * strength);
  return change > 0 ? `rgb(238,${pale},${pale})` : `rgb(${pale},${pale},238)`;
}
