import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  decodeSegment,
  parsePath,
  pathOf,
  repositoryPathOf,
  segmentOf,
  siteRoot,
  splitRepository,
} from "../../../../src/report/pages/links.ts";

describe("a name as a part of a path", () => {
  it("stays readable where it can", () => {
    expect(segmentOf("oltp_read-write.2")).toBe("oltp_read-write.2");
  });

  it("has nothing that a path, a file or an address reads otherwise", () => {
    for (const name of ["a/b", "..", ".", "", "ä b?c#d%2F", "~", "it's (1)*!", "C:\\x", "\u0000"]) {
      expect(segmentOf(name)).toMatch(/^(?!\.)[\w.~-]*$/);
    }
    expect(segmentOf("..")).toBe("~2E~2E");
  });

  it("comes back, whatever it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (name) => {
        fc.pre(!/\p{Surrogate}/u.test(name));
        expect(decodeSegment(segmentOf(name))).toBe(name);
      }),
    );
  });

  it("is written in one way alone, so that no page has two addresses", () => {
    expect(decodeSegment("a~2Fb")).toBe("a/b");
    expect(decodeSegment("~61")).toBeNull();
    expect(decodeSegment("a%2Fb")).toBeNull();
    expect(decodeSegment("~E4")).toBeNull();
    expect(decodeSegment("..")).toBeNull();
  });
});

describe("the path of a page", () => {
  it.each([
    [{ page: "overview" }, ""],
    [{ page: "workload", suite: "oltp", workload: "a/b" }, "w/oltp/a~2Fb/"],
    [{ page: "commit", sha: "c0ffee" }, "c/c0ffee/"],
    [{ page: "compare", base: "a1", head: "main..x" }, "compare/a1..main~2E.x/"],
    [{ page: "events" }, "events/"],
    [{ page: "acceptances" }, "acceptances/"],
  ] as const)("of %o is %s, there and back", (place, path) => {
    expect(pathOf(place)).toBe(path);
    expect(parsePath(pathOf(place))).toEqual(place);
  });

  it("is none for anything else", () => {
    for (const path of ["x/", "w/oltp/", "w/a/b/c/", "c/", "compare/a/", "compare/a..b..c/", "c/%2e%2e/"]) {
      expect(parsePath(path), path).toBeNull();
    }
  });

  it("leads back to the root by relative steps", () => {
    expect(siteRoot("")).toBe("");
    expect(siteRoot("c/abc/")).toBe("../../");
    expect(siteRoot("w/oltp/x/")).toBe("../../../");
  });
});

describe("the pages of one of several repositories", () => {
  it("begin below its name, there and back", () => {
    expect(repositoryPathOf("acme/db")).toBe("r/acme/db/");
    expect(splitRepository("r/acme/db/c/abc/")).toEqual({ repository: "acme/db", rest: "c/abc/" });
    expect(splitRepository("r/acme/db/")).toEqual({ repository: "acme/db", rest: "" });
  });

  it("are none elsewhere", () => {
    for (const path of ["", "r/acme/", "r/acme/db", "r/../db/", "x/acme/db/"]) {
      expect(splitRepository(path), path).toBeNull();
    }
  });
});
