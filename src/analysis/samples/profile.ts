/** Output of `perf script` -> stacks, and how often each was met. */
import type { Profile } from "../../model/profile.ts";

/** Those that came most often; the others are in the count of all. */
const STACKS_MOST = 400;
const FRAMES_MOST = 40;
const NAME_MOST = 100;

/** "\t    55d0c8 ExecInterpExpr+0x10 (/usr/lib/postgresql/15/bin/postgres)" */
const FRAME = /^\s+[0-9a-f]+ (.+?)(?:\+0x[0-9a-f]+)?(?: \(([^()]*)\))?$/;

export type Folded = Pick<Profile, "samples" | "stacks">;

/**
 * Frames that have no name are left out: without frame pointers, what stands above a function is often an address of nowhere. A
 * sample in a function without a name counts for the file that it is of.
 */
export function foldedStacks(lines: Iterable<string>): Folded {
  const counts = new Map<string, number>();
  let samples = 0;
  let frames: string[] | null = null;
  const end = () => {
    if (frames !== null && frames.length > 0) {
      const stack = frames.slice(0, FRAMES_MOST).toReversed().join("\n");
      counts.set(stack, (counts.get(stack) ?? 0) + 1);
      samples += 1;
    }
    frames = null;
  };
  for (const line of lines) {
    const frame = FRAME.exec(line);
    if (line.trim() === "") end();
    else if (frame === null) {
      end();
      frames = [];
    } else if (frames !== null) {
      const name = frameName(frame[1]!, frame[2], frames.length === 0);
      if (name !== null) frames.push(name);
    }
  }
  end();
  const stacks = [...counts]
    .toSorted(([a, many], [b, few]) => few - many || (a < b ? -1 : 1))
    .slice(0, STACKS_MOST)
    .map(([stack, of]) => ({ frames: stack.split("\n"), samples: of }));
  return { samples, stacks };
}

function frameName(symbol: string, file: string | undefined, isLeaf: boolean): string | null {
  if (symbol !== "[unknown]") return symbol.slice(0, NAME_MOST);
  const name = file?.split("/").at(-1);
  return isLeaf && name !== undefined && name !== "" ? `in ${name}`.slice(0, NAME_MOST) : null;
}
