/** Lines of a text file of any size, packed or not, in the same memory. */

import { spawn } from "node:child_process";
import { type FileHandle, open } from "node:fs/promises";
import { addAbortSignal, pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { wordTable } from "../../model/by-key.ts";
import { PlumblineError } from "../../model/errors.ts";

type LinesRequest = Readonly<{
  /** A path, or "-" for standard input. */
  file: string;
  /** Name by the WHATWG: utf-8, latin1, euc-jp ... */
  encoding: string;
  /** Gets the share that was read, from 0 to 1, or null if the size is not known. */
  onShare: (share: number | null) => void;
  signal: AbortSignal;
}>;

/** Longer ones come in parts: a file without newlines must not fill the memory. In UTF-16 units. */
const LINE_MOST = 4_000_000;
const CHUNK_BYTES = 1 << 20;

/**
 * Chunks of whole lines, without their ends. What is no character of the encoding becomes U+FFFD.
 * @throws PlumblineError of kind "usage" for a file that cannot be read, and for an unknown encoding
 */
export async function* readTextLines(request: LinesRequest): AsyncGenerator<readonly string[]> {
  const decoder = decoderOf(request.encoding);
  const { file, onShare, signal } = request;
  let rest = "";
  try {
    const { bytes, size, read } = await openSource(file, signal);
    for await (const chunk of bytes) {
      signal.throwIfAborted();
      const lines = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split("\n");
      rest = lines.pop()!;
      if (rest.length > LINE_MOST) {
        lines.push(rest);
        rest = "";
      }
      onShare(size === null ? null : Math.min(1, read() / size));
      yield lines.map(withoutReturn);
    }
  } catch (cause) {
    if (signal.aborted || cause instanceof PlumblineError) throw cause;
    throw unreadableFile(file, cause as NodeJS.ErrnoException);
  }
  rest += decoder.decode();
  if (rest !== "") yield [withoutReturn(rest)];
}

function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}

function decoderOf(encoding: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(encoding);
  } catch (cause) {
    throw new PlumblineError("usage", `encoding: got ${JSON.stringify(encoding)}`, {
      remedy: "name the server's encoding: utf-8, latin1, windows-1252, euc-jp, shift_jis or another one",
      cause,
    });
  }
}

type ByteSource = Readonly<{
  bytes: AsyncIterable<unknown>;
  /** Bytes of the file, as it is stored. */
  size: number | null;
  read: () => number;
}>;

async function openSource(file: string, signal: AbortSignal): Promise<ByteSource> {
  // The abort ends a wait for input that never comes.
  if (file === "-") return { bytes: addAbortSignal(signal, process.stdin), size: null, read: () => 0 };
  const handle = await open(file);
  try {
    const facts = await handle.stat();
    const head = await headOf(handle);
    const packing = packingOf(head, file);
    // It goes on where the head ended: a pipe, such as `<(zcat log.gz)`, is read only once.
    const stream = handle.createReadStream({ highWaterMark: CHUNK_BYTES, signal });
    const whole = Readable.from(headFirst(head, stream), { objectMode: false });
    return {
      bytes:
        packing === null ? whole : packing === "gzip" ? gunzipped(whole) : unpacked(whole, file, packing),
      size: facts.isFile() && facts.size > 0 ? facts.size : null,
      read: () => head.length + stream.bytesRead,
    };
  } catch (cause) {
    await handle.close();
    throw cause;
  }
}

async function* headFirst(head: Uint8Array, rest: Readable): AsyncGenerator<unknown> {
  if (head.length > 0) yield head;
  yield* rest;
}

/** First bytes of packed files; all but gzip take a program of the machine's: no Node.js of ours knows them all. */
const PACKINGS = { gzip: "1f8b", bzip2: "425a68", xz: "fd377a585a00", zstd: "28b52ffd" } as const;
type Packing = keyof typeof PACKINGS;
const ZIP = "504b0304";

const HEAD_BYTES = 6;

/** First bytes of a file, fewer than `HEAD_BYTES` only if it has no more. */
async function headOf(handle: FileHandle): Promise<Buffer> {
  const head = Buffer.alloc(HEAD_BYTES);
  let length = 0;
  while (length < HEAD_BYTES) {
    const { bytesRead } = await handle.read(head, length, HEAD_BYTES - length, null);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return head.subarray(0, length);
}

/** Logs that were rotated away are often packed. */
function packingOf(head: Buffer, file: string): Packing | null {
  const start = head.toString("hex");
  if (start.startsWith(ZIP))
    throw new PlumblineError("usage", `cannot read ${file}: it is a zip archive`, {
      remedy: "name the files in it, once they are unpacked",
    });
  const found = Object.entries(PACKINGS).find(([, bytes]) => start.startsWith(bytes));
  return found === undefined ? null : (found[0] as Packing);
}

function gunzipped(stream: Readable): Readable {
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  // The error comes to who reads.
  pipeline(stream, gunzip, () => undefined);
  return gunzip;
}

async function* unpacked(
  stream: Readable,
  file: string,
  program: Exclude<Packing, "gzip">,
): AsyncGenerator<unknown> {
  const child = spawn(program, ["-dc"], { stdio: ["pipe", "pipe", "pipe"] });
  let words = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    words = (words + text).slice(-500);
  });
  const ended = new Promise<number | NodeJS.ErrnoException | null>((resolve) => {
    child.on("error", resolve).on("close", resolve);
  });
  // A program that ends early closes its input: what it says is the reason.
  pipeline(stream, child.stdin, () => undefined);
  try {
    yield* child.stdout;
    const ending = await ended;
    if (ending !== 0) throw notUnpacked(file, program, ending, words.trim());
  } finally {
    child.kill();
  }
}

function notUnpacked(
  file: string,
  program: string,
  ending: number | NodeJS.ErrnoException | null,
  words: string,
): PlumblineError {
  const isMissing = typeof ending === "object" && ending?.code === "ENOENT";
  const why = isMissing
    ? `it is packed with ${program}, which is not installed`
    : words || `${program} failed`;
  return new PlumblineError("usage", `cannot read ${file}: ${why}`, {
    remedy: isMissing ? `install ${program}, or unpack the file` : "take the file again: it may be cut off",
  });
}

const REASONS = wordTable<string>({
  ENOENT: "there is no such file",
  EACCES: "permission denied",
  EISDIR: "it is a folder",
});

function unreadableFile(file: string, cause: NodeJS.ErrnoException): PlumblineError {
  const isClosed = cause.code === "EACCES";
  return new PlumblineError("usage", `cannot read ${file}: ${REASONS[cause.code ?? ""] ?? cause.message}`, {
    remedy: isClosed
      ? "copy the log to where you may read it, or run this as the server's user, whom it belongs to"
      : "name the files of a server's log; `SELECT pg_current_logfile()` says where it is, from the data folder",
    cause,
  });
}
