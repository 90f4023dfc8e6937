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
