import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { PassThrough } from "node:stream";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { readTextLines } from "../../../../src/io/host/text-lines.ts";
import { sharedFolder } from "../../../support/temporary-folder.ts";

const folder = sharedFolder();

async function lines(bytes: string | Uint8Array, encoding = "utf-8"): Promise<readonly string[]> {
  const file = path.join(folder, "log");
  writeFileSync(file, bytes);
  const found: string[] = [];
  const request = { file, encoding, onShare: () => undefined, signal: new AbortController().signal };
  for await (const chunk of readTextLines(request)) for (const line of chunk) found.push(line);
  return found;
}

it("are without their ends, the last one with or without one", async () => {
  expect(await lines("a\r\n\nb")).toEqual(["a", "", "b"]);
  expect(await lines("a\n")).toEqual(["a"]);
  expect(await lines("")).toEqual([]);
});

it("are the same over any number of chunks, packed or not", async () => {
  const many = Array.from({ length: 300_000 }, (_, at) => `line ${at} é`);
  const text = `${many.join("\n")}\n`;
  expect(await lines(text)).toEqual(many);
  expect(await lines(gzipSync(text))).toEqual(many);
});

it.each(["bzip2", "xz", "zstd"])("are those of what %s packed", async (program) => {
  const text = Array.from({ length: 100_000 }, (_, at) => `line ${at} é\n`).join("");
  const { stdout: packed, error } = spawnSync(program, ["-c"], { input: text, maxBuffer: 1 << 26 });
  expect(error).toBeUndefined();
  expect(await lines(packed)).toEqual(text.trimEnd().split("\n"));
  await expect(lines(packed.subarray(0, packed.length / 2))).rejects.toThrow(/^cannot read .*log: /);
  const before = process.env["PATH"];
  process.env["PATH"] = folder;
  try {
    await expect(lines(packed)).rejects.toThrow(`it is packed with ${program}, which is not installed`);
  } finally {
    process.env["PATH"] = before;
  }
});

it("of a zip archive are not read, and it is named", async () => {
  await expect(lines(Buffer.from("504b030414000000", "hex"))).rejects.toThrow("it is a zip archive");
});

it("come in parts where there is no end in sight", async () => {
  const found = await lines("x".repeat(9_000_000));
  expect(found.length).toBeGreaterThan(1);
  expect(found.join("")).toHaveLength(9_000_000);
});

it("are in the encoding that is named; what is none of it is marked", async () => {
  expect(await lines(Buffer.from("é\n", "latin1"), "latin1")).toEqual(["é"]);
  expect(await lines(Buffer.from("é\n", "latin1"))).toEqual(["\ufffd"]);
  await expect(lines("a", "klingon")).rejects.toThrow('encoding: got "klingon"');
});

async function readAll(file: string): Promise<readonly string[]> {
  const { signal } = new AbortController();
  const found: string[] = [];
  for await (const chunk of readTextLines({ file, encoding: "utf-8", onShare: () => undefined, signal }))
    found.push(...chunk);
  return found;
}

it("a file that cannot be read is named", async () => {
  await expect(readAll(path.join(folder, "no"))).rejects.toThrow(/cannot read .*no: there is no such file/);
  await expect(readAll(folder)).rejects.toThrow("it is a folder");
  writeFileSync(path.join(folder, "cut.gz"), gzipSync("a".repeat(1000)).subarray(0, 20));
  await expect(readAll(path.join(folder, "cut.gz"))).rejects.toThrow(/cannot read .*cut.gz: /);
});

it.each(["plain", "packed"])("of a pipe are all read, %s", async (form) => {
  const pipe = path.join(folder, form);
  expect(spawnSync("mkfifo", [pipe]).status).toBe(0);
  const text = "first\nsecond\n";
  const written = writeFile(pipe, form === "packed" ? gzipSync(text) : text);
  expect(await readAll(pipe)).toEqual(["first", "second"]);
  await written;
});

it("of standard input are waited for until the signal ends that", async () => {
  const before = Object.getOwnPropertyDescriptor(process, "stdin")!;
  Object.defineProperty(process, "stdin", { value: new PassThrough(), configurable: true });
  const ended = new AbortController();
  try {
    const request = { file: "-", encoding: "utf-8", onShare: () => undefined, signal: ended.signal };
    const first = readTextLines(request).next();
    ended.abort();
    await expect(first).rejects.toThrow("The operation was aborted");
  } finally {
    Object.defineProperty(process, "stdin", before);
  }
});
