import { expect, it } from "vitest";
import { firstLines, headingsOf, outlineOf, ownLines, shapeOf, shapesOf } from "../../support/own-lines.ts";

it("takes two lines for the same that differ in numbers or in the width of a column, but not two pictures", () => {
  expect(shapeOf("QPS  4,210/s    +1.5 %")).toBe(shapeOf("QPS     98/s  +20 %"));
  expect(shapeOf("p99 12 ms")).not.toBe(shapeOf("p99 12 µs"));
  expect(shapeOf("p99   │  ●")).not.toBe(shapeOf("p99  │  ●"));
});

it("leaves out what others have, and marks where", () => {
  const known = shapesOf("3 sessions\nsame\n");
  expect(ownLines("8 sessions\nsame\nown\nsame\nown\n", known)).toBe("⋮\nown\n⋮\nown\n⋮\n");
});

it("keeps of a list the first entry", () => {
  expect(firstLines("tenant 1\ntenant 2\nother\ntenant 3", new Set())).toBe("tenant 1\n⋮\nother\n⋮\n");
});

it("names the paragraphs of a text, and counts pairs that follow each other", () => {
  const table = "**tenant 7**\n\n| a |\n| b |\n\n";
  expect(outlineOf(`Head\n\n${table}${table}The end of a text that is longer\n`)).toBe(
    "Head\n2 times:\n  **tenant 7**\n  | a | (2 lines)\nThe end of a text that is lo…\n",
  );
});

it("names the headings of a page without what is marked in them", () => {
  expect(headingsOf("<h1>One</h1><p>text</p><summary><h2>a</h2> <b>1</b></summary>")).toBe(
    "h1 One\nsummary a 1\n",
  );
});
