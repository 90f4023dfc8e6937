import { writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, it } from "vitest";
import { historyLocation, isNowhere, storeAt } from "../../../../src/pipeline/invocation/store-location.ts";
import { sharedFolder } from "../../../support/temporary-folder.ts";

const folder = sharedFolder();
beforeAll(() => {
  const suite = "database: { deploy: { local: {} } }\nworkloads: [{ name: a, run: oltp_point_select }]\n";
  writeFileSync(path.join(folder, "suite.yml"), `${suite}store: file:configured\n`);
  writeFileSync(path.join(folder, "storeless.yml"), suite);
});

it.each([
  [
    "the option goes first",
    { store: "file:said", config: "suite.yml" },
    { PLUMBLINE_STORE: "file:env" },
    "file:said",
  ],
  ["then the environment", { config: "suite.yml" }, { PLUMBLINE_STORE: "file:env" }, "file:env"],
  ["then the config file", { config: "suite.yml" }, {}, "file:configured"],
  ["then the default", { config: "storeless.yml" }, {}, "file:.plumbline"],
  ["also without any config file", { config: "plumbline.yml" }, {}, "file:.plumbline"],
])("%s", async (_, words, env, location) => {
  expect(await historyLocation(words, env, folder)).toEqual(storeAt(location, folder));
});

it("misses a config file that was named", async () => {
  await expect(historyLocation({ config: "other.yml" }, {}, folder)).rejects.toThrow(
    /cannot read the config file/,
  );
});

it.each(["", "plumbline.db", ".plumbline", "mysql://h/d", "file:", "file://host/x", "postgres:x", "FILE:x"])(
  "%j is no store, and the error says what is",
  (words) => {
    expect(() => storeAt(words, "/")).toThrow(
      expect.objectContaining({
        kind: "usage",
        message: expect.stringMatching(/^not a store: /),
        remedy: expect.stringMatching(/postgres:\/\/.*file:DIR/),
      }),
    );
  },
);

it.each([
  ["file:kept", "/work/kept"],
  ["file:/srv/kept", "/srv/kept"],
  ["file:///srv/the%20kept", "/srv/the kept"],
])("%s is kept in the folder %s", (words, place) => {
  expect(storeAt(words, "/work")).toEqual({ words, kind: "folder", folder: place });
});

it.each([
  ["git:kept", { remote: "origin", branch: "kept" }],
  ["git:upstream#kept/here", { remote: "upstream", branch: "kept/here" }],
  ["git:https://host/o/n.git#kept", { remote: "https://host/o/n.git", branch: "kept" }],
])("%s is a branch", (words, place) => {
  expect(storeAt(words, "/work")).toEqual({ words, kind: "git", repository: "/work", ...place });
});

it("refuses what git takes for no branch", () => {
  expect(() => storeAt("git:a..b", "/")).toThrow("not the name of a branch: a..b (in git:a..b)");
});

it("prints no password of what is no store", () => {
  expect(() => storeAt("mysql://root:hunter2@h/d", "/")).toThrow("mysql://root:***@h/d");
});

it("is nowhere where it is a folder that is not there", () => {
  expect(isNowhere(storeAt("file:gone", folder))).toBe(true);
  expect(isNowhere(storeAt("file:.", folder))).toBe(false);
  expect(isNowhere(storeAt("postgres://h/d", folder))).toBe(false);
});
