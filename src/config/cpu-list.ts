/** Numbers of CPUs as the kernel and container engines write them: "2-3,6". */
import { z } from "zod";

/** The most that a kernel for x64 can be built for. */
const NUMBER_MOST = 8191;
const LIST = /^\d+(?:-\d+)?(?:,\d+(?:-\d+)?)*$/;

/** A list whose numbers exist on some machine; which ones this machine has, the container engine says. */
export const cpuList = z
  .string()
  .regex(LIST, {
    error: ({ input }) => `expected numbers and ranges of CPUs such as 2-3,6, got ${JSON.stringify(input)}`,
    abort: true,
  })
  .superRefine((list, context) => {
    const message = listProblem(list);
    if (message !== null) context.addIssue({ code: "custom", message });
  });

function listProblem(list: string): string | null {
  const got = JSON.stringify(list);
  for (const range of list.split(",")) {
    const [first, last] = ends(range);
    if (last > NUMBER_MOST) return `expected numbers of CPUs up to ${NUMBER_MOST}, got ${got}`;
    if (first > last) return `expected ranges from low to high (${last}-${first}), got ${got}`;
  }
  return null;
}

/** The numbers of "2-3,6", each once, from low to high. */
export function parseCpuList(list: string): readonly number[] {
  const numbers = list.split(",").flatMap((range) => {
    const [first, last] = ends(range);
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });
  return [...new Set(numbers)].toSorted((a, b) => a - b);
}

function ends(range: string): readonly [first: number, last: number] {
  const [first = "", last = first] = range.split("-");
  return [Number(first), Number(last)];
}
