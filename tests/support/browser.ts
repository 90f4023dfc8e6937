/** A Chromium that is installed: packages of npm bring none. */
import { existsSync } from "node:fs";

const PLACES = [
  process.env["PLUMBLINE_CHROMIUM"] ?? "",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

export function findChromium(): string | null {
  return PLACES.find((file) => file !== "" && existsSync(file)) ?? null;
}

/** Null where there is none: tests in a browser are left out then. */
export const CHROMIUM = findChromium();
