/** A target whose errors say which arm they are of: both arms are prepared by the same words. */
import { PlumblineError } from "../../model/errors.ts";
import type { Target } from "./target.ts";

export function namedTarget(arm: string, target: Target): Target {
  return {
    fresh: target.fresh,
    prepare: (...request) => namedFailure(arm, target.prepare(...request)),
    ...(target.renew === undefined
      ? {}
      : { renew: (...request) => namedFailure(arm, target.renew!(...request)) }),
    ...(target.copyAhead === undefined ? {} : { copyAhead: (index) => target.copyAhead!(index) }),
    openSession: (index) => namedFailure(arm, target.openSession(index)),
    close: () => target.close(),
  };
}

async function namedFailure<T>(arm: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof PlumblineError ? error.named(arm) : error;
  }
}
