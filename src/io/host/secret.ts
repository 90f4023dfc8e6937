/** Comparing what a client says with a secret. */
import { createHash, timingSafeEqual } from "node:crypto";

/** Compares in the same time, however much of the secret is right. */
export function isSameSecret(said: string, secret: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(said), digest(secret));
}
