import { expect, it } from "vitest";
import { foldedStacks } from "../../../../src/analysis/samples/profile.ts";

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

it("an empty line ends a sample, though it has spaces, and what follows without a heading belongs to none", () => {
  const lines = ["postgres ", "\t ab12 a (/bin/postgres)", "  ", "\t ab12 b (/bin/postgres)", ""];
  expect(foldedStacks(lines)).toEqual({ samples: 1, stacks: [{ frames: ["a"], samples: 1 }] });
});

it("of stacks that were met as often the order is that of their names", () => {
  const { stacks } = foldedStacks([...sample("b"), ...sample("c"), ...sample("a")]);
  expect(stacks.map(({ frames }) => frames[0])).toEqual(["a", "b", "c"]);
});

it("a frame may have no file; one without a name and a file is none, nor is one of a folder", () => {
  const lines = [
    "postgres ",
    "\t ab12 [unknown]",
    "\t ab12 [unknown] (/usr/lib/)",
    "\t ab12 a+0x1f",
    "\t ab12 b",
    "",
  ];
  expect(foldedStacks(lines).stacks).toEqual([{ frames: ["b", "a"], samples: 1 }]);
});

it("a file's name is cut as a function's is", () => {
  const [stack] = foldedStacks(["postgres ", `\t ab12 [unknown] (/usr/${"y".repeat(120)})`, ""]).stacks;
  expect(stack!.frames).toEqual([`in ${"y".repeat(97)}`]);
});

it("a heading that ends like a frame is a heading", () => {
  const heading = "my postgres 12 ab12 x (/bin/postgres)";
  expect(foldedStacks([heading, "\t ab12 a (/bin/postgres)", ""])).toMatchObject({
    samples: 1,
    stacks: [{ frames: ["a"] }],
  });
});
