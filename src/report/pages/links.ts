/** Addresses of the pages: the same served and as files, and relative, so that a site works below any path. */

import { isSha, percentEncoded, webAddress } from "../../text/outside.ts";

/** A name as one part of a path: what is neither letter, digit, `_`, `-` nor a single inner `.` is written as `~` and bytes. */
export function segmentOf(name: string): string {
  const encoded = percentEncoded(name).replace(/[!'()*~]/g, (c) => `%${hexOf(c)}`);
  return encoded.replace(/^\.|\.(?=\.)|\.$/g, "%2E").replaceAll("%", "~");
}

/** The name that a part of a path stands for, or null where `segmentOf` writes no such part. */
export function decodeSegment(segment: string): string | null {
  try {
    const name = decodeURIComponent(segment.replaceAll("~", "%"));
    return segmentOf(name) === segment ? name : null;
  } catch {
    return null;
  }
}

function hexOf(character: string): string {
  return character.charCodeAt(0).toString(16).toUpperCase();
}

/** Pages of the site, each with what it is about. */
export type PagePath = Readonly<
  | { page: "overview" }
  | { page: "workload"; suite: string; workload: string }
  | { page: "commit"; sha: string }
  | { page: "compare"; base: string; head: string }
  | { page: "events" }
  | { page: "acceptances" }
>;

/** Path of a page from the site's root: "" for the overview, else with a slash at its end. */
export function pathOf(place: PagePath): string {
  switch (place.page) {
    case "overview":
      return "";
    case "workload":
      return `w/${segmentOf(place.suite)}/${segmentOf(place.workload)}/`;
    case "commit":
      return `c/${segmentOf(place.sha)}/`;
    case "compare":
      return `compare/${segmentOf(place.base)}..${segmentOf(place.head)}/`;
    case "events":
    case "acceptances":
      return `${place.page}/`;
  }
}

/** Page at a path from the site's root, or null for no page of the site. */
export function parsePath(path: string): PagePath | null {
  const [first = "", ...rest] = path.replace(/^\/|\/$/g, "").split("/");
  const names = rest.map((part) => (first === "compare" ? part : decodeSegment(part)));
  if (names.includes(null)) return null;
  const [one, two] = names;
  if (names.length === 0) {
    if (first === "") return { page: "overview" };
    return first === "events" || first === "acceptances" ? { page: first } : null;
  }
  if (first === "w" && names.length === 2) return { page: "workload", suite: one!, workload: two! };
  if (names.length !== 1) return null;
  if (first === "c") return { page: "commit", sha: one! };
  return first === "compare" ? comparePath(one!) : null;
}

function comparePath(range: string): PagePath | null {
  const [base, head, ...rest] = range.split("..").map(decodeSegment);
  return base && head && rest.length === 0 ? { page: "compare", base, head } : null;
}

/**
 * A page's own address in the world, or null: without a site, or about a commit that is none.
 * @param site address below which the pages lie, with a slash at its end or without
 * @param words parameters of the page
 */
export function pageAddress(site: string | null, place: PagePath, words = ""): string | null {
  const commits =
    place.page === "commit" ? [place.sha] : place.page === "compare" ? [place.base, place.head] : [];
  if (site === null || !commits.every(isSha)) return null;
  return webAddress(`${site.replace(/(?<!\/)\/+$/, "")}/${pathOf(place)}${words}`);
}

/** Way from the page of a workload to the site's root. */
export const WORKLOAD_ROOT = "../../../";

/** Way from the page at `path` to the site's root: "" or "../../". */
export function siteRoot(path: string): string {
  return "../".repeat(path.split("/").length - 1);
}

/** Path of the data of a workload's page, from the site's root. */
export function dataPathOf(suite: string, workload: string): string {
  return `data/${segmentOf(suite)}/${segmentOf(workload)}.json`;
}

/** Path of the badge of a suite, from the site's root. */
export function badgePathOf(suite: string): string {
  return `badges/${segmentOf(suite)}.svg`;
}

/** Start of the paths of one of several repositories' pages, from the site's root. @param repository "owner/name" */
export function repositoryPathOf(repository: string): string {
  const [owner = "", ...name] = repository.split("/");
  return `r/${segmentOf(owner)}/${segmentOf(name.join("/"))}/`;
}

/** "r/OWNER/NAME/rest" apart; null where the path is not below a repository. */
export function splitRepository(path: string): Readonly<{ repository: string; rest: string }> | null {
  const [, owner, name, rest] = /^r\/([^/]+)\/([^/]+)\/(.*)$/.exec(path) ?? [];
  const [one, two] = [owner, name].map((each) => (each === undefined ? null : decodeSegment(each)));
  return one && two ? { repository: `${one}/${two}`, rest: rest! } : null;
}
