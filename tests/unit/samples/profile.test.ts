import { expect, it } from "vitest";
import { foldedStacks } from "../../../src/samples/profile.ts";

const PRINTED = `postgres 
	  55d0c8 ExecInterpExpr+0x10 (/usr/lib/postgresql/15/bin/postgres)
	  55d0ff ExecProcNode (/usr/lib/postgresql/15/bin/postgres)

postgres 
	  55d0c8 ExecInterpExpr+0x20 (/usr/lib/postgresql/15/bin/postgres)
	  55d0ff ExecProcNode (/usr/lib/postgresql/15/bin/postgres)
	7f0000aa [unknown] ([unknown])

postgres 
	  1234 [unknown] (/usr/lib/postgresql/15/bin/postgres)
	  5678 operator new(unsigned long) (/usr/lib/libstdc++.so.6)
`.split("\n");

it("counts stacks, the outermost first, without addresses; a leaf without a name is of its file", () => {
  expect(foldedStacks(PRINTED)).toEqual({
    samples: 3,
    stacks: [
      { frames: ["ExecProcNode", "ExecInterpExpr"], samples: 2 },
      { frames: ["operator new(unsigned long)", "in postgres"], samples: 1 },
    ],
  });
});

it("has nothing of nothing", () => {
  expect(foldedStacks([])).toEqual({ samples: 0, stacks: [] });
});

const sample = (...names: readonly string[]) => [
  "postgres ",
  ...names.map((name) => `\t  ab12 ${name} (/bin/postgres)`),
  "",
];

it("counts samples that follow each other without an empty line, and one that the end cuts off", () => {
  const lines = [...sample("a", "b").slice(0, -1), ...sample("a", "b").slice(0, -1)];
  expect(foldedStacks(lines)).toEqual({ samples: 2, stacks: [{ frames: ["b", "a"], samples: 2 }] });
});

it("counts no sample without a name, and no frame that belongs to none", () => {
  const nameless = ["postgres ", "\t 12 [unknown] ([unknown])", "\t 34 [unknown] (/bin/postgres)", ""];
  expect(foldedStacks([...sample("a").slice(1), ...nameless, ...sample()])).toEqual({
    samples: 1,
    stacks: [{ frames: ["in [unknown]"], samples: 1 }],
  });
});

it("keeps the innermost forty frames, the first hundred letters of a name and the most frequent stacks", () => {
  const deep = Array.from({ length: 50 }, (_, at) => `f${at}`);
  const [stack] = foldedStacks(sample(...deep)).stacks;
  expect([stack!.frames.length, stack!.frames[0], stack!.frames.at(-1)]).toEqual([40, "f39", "f0"]);
  expect(foldedStacks(sample("x".repeat(120))).stacks[0]!.frames).toEqual(["x".repeat(100)]);
  const many = Array.from({ length: 405 }, (_, at) => sample(`g${at}`)).flat();
  const { samples, stacks } = foldedStacks([...many, ...sample("g404"), ...sample("g404")]);
  expect([samples, stacks.length]).toEqual([407, 400]);
  expect(stacks.slice(0, 3).map(({ frames, samples: of }) => [frames[0], of])).toEqual([
    ["g404", 3],
    ["g0", 1],
    ["g1", 1],
  ]);
});
