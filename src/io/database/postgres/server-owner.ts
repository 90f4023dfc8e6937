/** The system user that servers run as: PostgreSQL refuses to run as root, as containers usually do. */
import { readFileSync } from "node:fs";
import { chown } from "node:fs/promises";
import { PlumblineError } from "../../../model/errors.ts";

export type ServerOwner = Readonly<{ name: string; uid: number; gid: number }>;

const CANDIDATES = ["postgres", "nobody"] as const;

/** Null if we are not root: servers then simply run as we do. @throws PlumblineError if there is no user to run as */
export function serverOwner(passwd: () => string = readPasswd): ServerOwner | null {
  if (process.getuid?.() !== 0) return null;
  const users = passwd()
    .split("\n")
    .map((line) => line.split(":"));
  for (const name of CANDIDATES) {
    const [, , uid, gid] = users.find(([user]) => user === name) ?? [];
    if (uid !== undefined && gid !== undefined) return { name, uid: Number(uid), gid: Number(gid) };
  }
  throw new PlumblineError(
    "target",
    "PostgreSQL refuses to run as root, and there is no other user to run it as",
    {
      remedy: "run Plumbline as an ordinary user, or create the user postgres: useradd --system postgres",
    },
  );
}

function readPasswd(): string {
  return readFileSync("/etc/passwd", "utf8");
}

/** Options with which spawn() runs a program as the owner. */
export function asOwner(owner: ServerOwner | null): { uid?: number; gid?: number } {
  return owner === null ? {} : { uid: owner.uid, gid: owner.gid };
}

export async function giveTo(owner: ServerOwner | null, file: string): Promise<void> {
  if (owner !== null) await chown(file, owner.uid, owner.gid);
}
