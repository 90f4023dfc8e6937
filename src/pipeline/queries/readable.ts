/** Documents that cannot be read, by this version or at all, hide no others if any will do. */
import { PlumblineError } from "../../model/errors.ts";

/** The first that exists and can be read. @throws any other error */
export async function firstReadable<T>(
  ids: readonly string[],
  load: (id: string) => Promise<T | undefined>,
): Promise<T | undefined> {
  for (const id of ids) {
    const found = await load(id).catch(unlessUnreadable);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Documents that can be read; read one at a time only if they cannot be read together. */
export async function allReadable<T>(
  ids: readonly string[],
  load: (ids: readonly string[]) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const together = await load(ids).catch(unlessUnreadable);
  if (together !== undefined) return together;
  const found: T[] = [];
  for (const id of ids) found.push(...((await load([id]).catch(unlessUnreadable)) ?? []));
  return found;
}

/** Nothing, of a document that cannot be read. @throws any other error */
export function unlessUnreadable(error: unknown): undefined {
  if (error instanceof PlumblineError && error.unreadable !== undefined) return undefined;
  throw error;
}
