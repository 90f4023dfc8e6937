/** Bytes that a server sends on the wire -> how its statements ended (PostgreSQL's protocol, 3.x: CommandComplete). */

/** One connection, from its first byte. */
export class CommandTags {
  #rest: Buffer = Buffer.alloc(0);

  /** @returns tags that the bytes complete, in the order of their statements: "SELECT 5", "INSERT 0 1" */
  read(bytes: Uint8Array): readonly string[] {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    const tags: string[] = [];
    while (this.#rest.length >= 5) {
      const length = 1 + this.#rest.readUInt32BE(1);
      if (this.#rest.length < length) break;
      if (this.#rest[0] === "C".charCodeAt(0)) tags.push(this.#rest.toString("utf8", 5, length - 1));
      this.#rest = this.#rest.subarray(length);
    }
    return tags;
  }
}

/** Rows that a tag counts: returned, or written; null for a statement that has none, such as BEGIN. */
export function rowsOfTag(tag: string): number | null {
  const [, count] = /^(?:SELECT|UPDATE|DELETE|MERGE|FETCH|COPY|INSERT \d+) (\d+)$/.exec(tag) ?? [];
  return count === undefined ? null : Number(count);
}
