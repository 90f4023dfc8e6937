/** The place of a document that a command brings up to date. */

/**
 * @param name of the place, `bench:detect tables` for example: what stands between `<!-- NAME begin -->` and `<!-- NAME end -->`
 * @throws Error where the text has no such place
 */
export function replaceSection(text: string, name: string, content: string): string {
  const [begin, end] = [`<!-- ${name} begin -->`, `<!-- ${name} end -->`];
  const [start, stop] = [text.indexOf(begin), text.indexOf(end)];
  if (start < 0 || stop < start) throw new Error(`no place for ${name}: ${begin} ... ${end}`);
  return `${text.slice(0, start + begin.length)}\n${content}\n${text.slice(stop)}`;
}
