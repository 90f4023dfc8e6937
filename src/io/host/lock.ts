/**
 * The lock of this machine: two measurements at once would measure each other. A folder of numbered tickets, the lowest living one
 * holds. A ticket dies with the process that drew it, so nothing has to be cleaned up after a kill, and no process removes the
 * ticket of another that lives: users who cannot touch each other's files can share the folder.
 */
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, link, lstat, mkdir, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { PlumblineError } from "../../model/errors.ts";
import { plainLine } from "../../text/outside.ts";
import { until } from "./until.ts";
import { readUntrustedFile } from "./untrusted-file.ts";

/** Identity of the process that drew the ticket, which shows whether it still runs (process-identity.ts). */
export type Processes<Identity> = Readonly<{
  self: Identity;
  /** @param identity read from a ticket, which any user may have written */
  stateOf: (identity: unknown) => "running" | "ended" | "out-of-sight";
}>;

/** Description of a ticket's work, for those who wait. */
const Holder = z.object({ what: z.string(), since: z.string() }).readonly();
export type Holder = z.infer<typeof Holder>;

const TicketFile = z.object({ identity: z.unknown(), holder: Holder }).readonly();

export type LockRequest<Identity> = Readonly<{
  folder: string;
  /** What is being measured: "suite oltp, https://github.com/..." */
  what: string;
  processes: Processes<Identity>;
  limitMs: number;
  /** Milliseconds between looks at the process before in line: few if turns are short, many if looking disturbs a measurement. */
  pollMs?: number;
  /** Called when the waiting begins, and at each later look that finds the lock held. */
  onWait: (holder: Holder, waitedMs: number) => void;
  signal: AbortSignal;
}>;

export type Lock = Readonly<{ release(): Promise<void> }>;

type Ticket = Readonly<{ number: number; holder: Holder }>;

/** Folder of the lock. It is the same for every user and job of the machine, unlike TMPDIR. */
const USUAL_FOLDER = process.platform === "win32" ? "C:\\ProgramData\\plumbline-lock" : "/tmp/plumbline-lock";

/** @returns null if the environment turns the lock off */
export function lockFolder(env: NodeJS.ProcessEnv): string | null {
  const said = env["PLUMBLINE_LOCK"];
  return said === "off" ? null : said || USUAL_FOLDER;
}

/** Milliseconds between two looks at the whole line. */
const POLL_MS = 500;
/** Milliseconds between two touches of a ticket, by which a process shows others that it lives, for example from another container. */
const HEARTBEAT_MS = 10_000;
const SILENCE_MOST_MS = 6 * HEARTBEAT_MS;

/**
 * Waits for the machine, at most `limitMs`.
 * @throws PlumblineError of kind "machine" if that took too long, with the holder's name, or if the folder cannot be used; of kind
 * "interrupted"
 */
export async function acquireLock<Identity>(request: LockRequest<Identity>): Promise<Lock> {
  await makeLockFolder(request.folder);
  const number = await drawTicket(request);
  const file = ticketFile(request.folder, number);
  const beat = setInterval(() => void touchTicket(file), HEARTBEAT_MS).unref();
  const release = async () => {
    clearInterval(beat);
    await rm(file, { force: true });
  };
  try {
    await waitForTurn(request, number);
    return { release };
  } catch (error) {
    await release();
    throw error;
  }
}

async function waitForTurn<Identity>(request: LockRequest<Identity>, number: number): Promise<void> {
  const { limitMs, onWait } = request;
  const startedAt = performance.now();
  for (;;) {
    const before = (await livingTickets(request, number)).filter((other) => other.number < number);
    const [first, last] = [before[0], before.at(-1)];
    if (first === undefined || last === undefined) return;
    const waitedMs = performance.now() - startedAt;
    if (waitedMs >= limitMs) throw waitedTooLong(first.holder, limitMs);
    onWait(first.holder, waitedMs);
    await sleepWhileThere(ticketFile(request.folder, last.number), limitMs - waitedMs, request);
  }
}

/** Sleeps at most until the next look at the whole line: a ticket whose process was killed stays there. */
async function sleepWhileThere<Identity>(
  file: string,
  mostMs: number,
  { pollMs = POLL_MS, signal }: LockRequest<Identity>,
): Promise<void> {
  const limitMs = Math.min(POLL_MS, mostMs);
  await until(() => !existsSync(file), { limitMs, pollMs, signal }).catch((cause: unknown) => {
    throw new PlumblineError("interrupted", "interrupted", { cause });
  });
}

/** Largest number that a ticket's name has room for. */
const NUMBER_MOST = 1e15 - 1;

/**
 * Draws a number above all living ones. A process that holds with a higher one did so before ours was there, so then it is drawn again; one
 * that draws later sees ours and draws above it. Thus of two living tickets that were kept, the higher one's owner knows of the lower.
 */
async function drawTicket<Identity>(request: LockRequest<Identity>): Promise<number> {
  const { folder, processes, what } = request;
  const holder: Holder = { what, since: new Date().toISOString() };
  const draft = path.join(folder, `.draft-${randomUUID()}`);
  try {
    await writeFile(draft, JSON.stringify({ identity: processes.self, holder }));
    await chmod(draft, 0o644); // Whatever the umask: other users must see whether we still run.
    for (;;) {
      const others = (await livingTickets(request, 0)).map((ticket) => ticket.number);
      let number = Math.max(0, ...others) + 1;
      while (number <= NUMBER_MOST && !(await linkUnlessTaken(draft, ticketFile(folder, number)))) number++;
      if (number > NUMBER_MOST) throw new Error(`the ticket ${others.at(-1)}.json leaves no number above it`);
      const numbers = (await livingTickets(request, number)).map((ticket) => ticket.number);
      if (Math.max(...numbers) === number) return number;
      await rm(ticketFile(folder, number), { force: true });
    }
  } catch (error) {
    throw unusableLockFolder(folder, error);
  } finally {
    await rm(draft, { force: true }).catch(() => undefined);
  }
}

/** A ticket appears whole, and only once. */
async function linkUnlessTaken(draft: string, file: string): Promise<boolean> {
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/**
 * The tickets whose processes run, lowest first. Below our own, tickets of ended processes are removed on the way: no process draws
 * those numbers again while ours is there.
 */
async function livingTickets<Identity>(
  { folder, processes }: LockRequest<Identity>,
  own: number,
): Promise<readonly Ticket[]> {
  const living: Ticket[] = [];
  for (const number of (await ticketNumbers(folder)).sort((a, b) => a - b)) {
    const file = ticketFile(folder, number);
    const ticket = await readTicket(file);
    const state = ticket === null ? "out-of-sight" : processes.stateOf(ticket.identity);
    if (
      number === own ||
      state === "running" ||
      (state === "out-of-sight" && (await isTouchedLately(file)))
    ) {
      living.push({ number, holder: ticket?.holder ?? SOMEBODY });
    } else if (number < own) {
      await rm(file, { force: true }).catch(() => undefined); // Another user's stays, and means nothing.
    }
  }
  return living;
}

const SOMEBODY: Holder = { what: "for a ticket that cannot be read", since: "" };

const TICKET_BYTES_MOST = 64 * 1024;

/** A ticket's contents; null if the file is no ticket, or cannot be read by this user. */
async function readTicket(file: string): Promise<z.infer<typeof TicketFile> | null> {
  try {
    return TicketFile.parse(JSON.parse(await readUntrustedFile(file, "", TICKET_BYTES_MOST)));
  } catch {
    return null;
  }
}

async function isTouchedLately(file: string): Promise<boolean> {
  const mtimeMs = (await stat(file).catch(() => null))?.mtimeMs ?? 0;
  return Date.now() - mtimeMs < SILENCE_MOST_MS;
}

async function touchTicket(file: string): Promise<void> {
  const now = new Date();
  await utimes(file, now, now).catch(() => undefined);
}

async function ticketNumbers(folder: string): Promise<number[]> {
  const names = await readdir(folder);
  return names.flatMap((name) => {
    const number = /^(\d{1,15})\.json$/.exec(name)?.[1];
    return number === undefined ? [] : [Number(number)];
  });
}

function ticketFile(folder: string, number: number): string {
  return path.join(folder, `${number}.json`);
}

/** Makes a folder for all users, as /tmp is: each removes only what is their own. */
async function makeLockFolder(folder: string): Promise<void> {
  try {
    const made = await mkdir(folder, { recursive: true });
    if (made !== undefined) await chmod(folder, 0o1777);
    if (!(await lstat(folder)).isDirectory()) throw new Error("it is no folder");
  } catch (error) {
    throw unusableLockFolder(folder, error);
  }
}

function unusableLockFolder(folder: string, cause: unknown): PlumblineError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new PlumblineError("machine", `cannot use the machine's lock ${folder}: ${why}`, {
    remedy: "set PLUMBLINE_LOCK to a folder that every user who measures here can write to, or set it to off",
    cause,
  });
}

/** Thrown if the process before in line has not ended within the limit. */
export class StillBusy extends PlumblineError {}

function waitedTooLong({ what, since }: Holder, limitMs: number): StillBusy {
  const text = plainLine(`${what}${since === "" ? "" : ` (in line since ${since})`}`, 300);
  return new StillBusy(
    "machine",
    `this machine is busy: after ${Math.round(limitMs / 1000)} s it still measures ${text}`,
    { remedy: "wait for it, raise lock-timeout, or measure on another machine" },
  );
}
