/** What strangers can leave where we read. */
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { readUntrustedFile } from "../../../../src/io/host/untrusted-file.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const MIB = 2 ** 20;

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
});

const at = (name: string) => path.join(folder, name);
const read = (place = folder, limit = MIB) => readUntrustedFile(place, "report.json", limit);

describe("readUntrustedFile", () => {
  it("reads the file of that name in a folder, or the file itself", async () => {
    writeFileSync(at("report.json"), "{}");
    expect(await read()).toBe("{}");
    expect(await read(at("report.json"))).toBe("{}");
  });

  it("reads exactly as much as is allowed, and refuses a byte more", async () => {
    writeFileSync(at("report.json"), "12345678");
    expect(await read(folder, 8)).toBe("12345678");
    await expect(read(folder, 7)).rejects.toThrow("it is larger than");
  });

  it("reads no more of a giant than the limit", async () => {
    writeFileSync(at("report.json"), "");
    truncateSync(at("report.json"), 2 ** 40); // A sparse file of a terabyte.
    await expect(read()).rejects.toMatchObject({
      kind: "usage",
      message: `refused to read ${at("report.json")}: it is larger than 1 MiB`,
    });
  });

  it("does not follow a link, not even to a file that is there", async () => {
    writeFileSync(at("secret"), "{}");
    symlinkSync(at("secret"), at("report.json"));
    await expect(read()).rejects.toThrow("it is a symbolic link");
  });

  it("takes a link to a folder for no folder", async () => {
    mkdirSync(at("real"));
    writeFileSync(path.join(at("real"), "report.json"), "{}");
    symlinkSync(at("real"), at("artifact"));
    await expect(read(at("artifact"))).rejects.toThrow("it is a symbolic link");
  });

  it("does not wait for a pipe that nobody writes to, nor read a folder or a device", async () => {
    execFileSync("mkfifo", [at("report.json")]);
    await expect(read()).rejects.toThrow("it is no plain file");
    mkdirSync(path.join(at("other"), "report.json"), { recursive: true });
    await expect(read(at("other"))).rejects.toThrow("it is no plain file");
    await expect(read("/dev/zero")).rejects.toThrow("it is no plain file");
  });

  it("refuses what is no text, and says where there is nothing", async () => {
    writeFileSync(at("report.json"), Buffer.from([0x7b, 0xff, 0xfe, 0x7d]));
    await expect(read()).rejects.toThrow("it is not UTF-8 text");
    await expect(read(at("missing"))).rejects.toThrow("there is no such file");
  });
});
