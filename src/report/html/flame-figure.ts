/**
 * A differential flame graph: where the CPU time of an event goes, the outermost function below, the one that runs on top. Widths are of
 * one arm, colours say what grew and what shrank: two of them, for what is gone has no width in the other.
 */
import type { ProfileDifference } from "../../model/profile.ts";
import { plainLine } from "../../text/outside.ts";
import { formatTime } from "../../text/units.ts";
import { place } from "./scale.ts";
import { type Html, html } from "./template.ts";

const WIDTH = 960;
const ROW = 17;
/** Narrower ones are not drawn. */
const WIDTH_LEAST = 1.5;
const LETTER = 6.4;
const DEPTH_MOST = 40;
/** Share of all of an event's time: a function that changed by this much has the full colour. */
const FULL_COLOUR = 0.1;

type Arm = "base" | "head";
type Node = { name: string; base: number; head: number; children: Map<string, Node> };

/** Both directions of one workload. */
export function flameFigures(profile: ProfileDifference): readonly Html[] {
  const root = treeOf(profile);
  return (["head", "base"] as const).flatMap((arm) => (root[arm] === 0 ? [] : [figure(profile, root, arm)]));
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
  const open: Box[] = [{ node: root, depth: 0, x: 0, width: WIDTH }];
  for (let box = open.pop(); box !== undefined; box = open.pop()) {
    boxes.push(box);
    let x = box.x;
    const { depth, node } = box;
    // By name: the same function has the same place in both pictures, as far as there is room.
    for (const child of [...node.children.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const width = (child[arm] / root[arm]) * WIDTH;
      if (width >= WIDTH_LEAST) open.push({ node: child, depth: depth + 1, x, width });
      x += width;
    }
  }
  return boxes;
}

function figure(profile: ProfileDifference, root: Node, arm: Arm): Html {
  const boxes = boxesOf(root, arm);
  const rows = Math.max(...boxes.map(({ depth }) => depth)) + 1;
  const other = arm === "head" ? "what grew is red" : "what shrank or is gone is blue";
  return html`<figure class="flame">
<figcaption>${plainLine(profile.workload)} <span class="muted">as wide as in ${arm}; ${other}</span></figcaption>
<svg viewBox="0 0 ${WIDTH} ${rows * ROW}" role="img"><title>CPU time of an event of ${plainLine(profile.workload)} by function, ${arm}</title>
${boxes.map((box) => rectangle(box, root, rows))}
</svg></figure>`;
}

function rectangle({ node, depth, x, width }: Box, root: Node, rows: number): Html {
  const y = (rows - 1 - depth) * ROW;
  const letters = Math.floor((width - 6) / LETTER);
  const name = plainLine(node.name, 100);
  const said = name.length <= letters ? name : `${name.slice(0, letters - 1)}…`;
  const text = letters < 3 ? html`` : html`<text x="${place(x + 3)}" y="${y + 12}">${said}</text>`;
  return html`<g><title>${name}: ${formatTime(1e3 * node.base)} -> ${formatTime(1e3 * node.head)} an event</title><rect x="${place(x)}" y="${y}" width="${place(width - 0.5)}" height="${ROW - 1}" fill="${colourOf(node, root)}"/>${text}</g>
`;
}

/** Light where nothing changed, so that black text can be read on all of them. */
function colourOf({ base, head }: Node, root: Node): string {
  const change = (head - base) / Math.max(root.base, root.head);
  const strength = Math.min(1, Math.abs(change) / FULL_COLOUR);
  const pale = Math.round(232 - 122 * strength);
  return change > 0 ? `rgb(238,${pale},${pale})` : `rgb(${pale},${pale},238)`;
}
