/** Measurements of real processes on a machine that others may use, too. */

const ATTEMPTS = 4;

/**
 * Measures until it is as it must be, at most four times; the last measurement is judged. A machine may have a bad second, in which
 * everything is late: it does not have four in a row, and what is wrong stays wrong.
 */
export async function settled<T>(
  measure: (attempt: number) => Promise<T>,
  isFine: (found: T) => boolean,
): Promise<T> {
  let found = await measure(1);
  for (let attempt = 2; attempt <= ATTEMPTS && !isFine(found); attempt++) found = await measure(attempt);
  return found;
}
