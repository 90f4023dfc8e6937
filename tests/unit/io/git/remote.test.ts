import { expect, it } from "vitest";
import { repositoryIn } from "../../../../src/io/git/remote.ts";

it.each([
  ["https://github.com/acme/db.git", "acme/db"],
  ["https://github.com/acme/db", "acme/db"],
  ["https://user@host.example:8443/acme/db/", "acme/db"],
  ["git@github.com:acme/db.git", "acme/db"],
  ["github.com:acme/db", "acme/db"],
  ["ssh://git@host:2222/group/sub/db.git", "group/sub/db"],
  ["/srv/git/db.git", null],
  ["../db", null],
  ["file:///srv/git/db.git", null],
  ["C:\\git\\db", null],
  ["https://github.com/db", null],
  ["https://github.com/a/b?x=y", null],
])("%s", (url, repository) => {
  expect(repositoryIn(url)).toBe(repository);
});
