/** A target whose errors say which arm they are of: both arms are prepared by the same words. */
import { PlumblineError } from "../../model/errors.ts";
import type { Target } from "./target.ts";

export function named(arm: string, target: Target): Target {
  return {
    fresh: target.fresh,
    prepare: (...request) => saying(arm, target.prepare(...request)),
    ...(target.renew === undefined ? {} : { renew: (...request) => saying(arm, target.renew!(...request)) }),
    ...(target.copyAhead === undefined ? {} : { copyAhead: (index) => target.copyAhead!(index) }),
    openSession: (index) => saying(arm, target.openSession(index)),
    close: () => target.close(),
  };
}

async function saying<T>(arm: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof PlumblineError ? error.named(arm) : error;
  }
}
