/** Work in portions that fails in the middle: what is done stays, and the error says so. */
import { PlumblineError } from "../../model/errors.ts";

const AGAIN = "run the same command again for the rest";

/** @param done what is done by now, such as "1,000 runs are imported"; null where nothing is */
export async function resumable<T>(work: () => Promise<T>, done: () => string | null): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const part = done();
    if (!(error instanceof PlumblineError) || part === null) throw error;
    const { message, remedy } = error;
    throw error.with({
      message: `${message}; ${part}`,
      remedy: remedy === undefined ? AGAIN : `${remedy}; ${AGAIN}`,
    });
  }
}
