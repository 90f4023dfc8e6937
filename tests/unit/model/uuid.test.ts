import { expect, test } from "vitest";
import { uuidV5 } from "../../../src/model/uuid.ts";

test("a name of the URL namespace has the id that Python's uuid5 gives it", () => {
  expect(uuidV5("https://www.example.com/")).toBe("3d3ed9d2-aa3d-5fa6-90e8-ed662e90f559");
});
