/** Spellings of a locale's name. */

/** "en_US.utf8" -> "en_US.UTF-8": the first is known to glibc alone, the second to macOS and locale-gen, too. */
export function localeWithDash(name: string): string {
  return name.replace(/\.utf-?8$/i, ".UTF-8");
}

/** "en_US.utf8" -> "en-US" */
export function icuLocaleName(name: string): string {
  return name.replace(/[.@].*/, "").replace("_", "-");
}
