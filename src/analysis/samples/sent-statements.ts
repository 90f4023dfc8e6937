/** Bytes that a client sends on the wire -> its statements with their parameters (PostgreSQL's protocol, 3.x; docs: protocol-message-formats). */

/** A parameter as a statement's text would have it; null is NULL. */
export type ParameterValue = string | null;

/** One execution of a statement that was parsed, with its parameters. */
export type SentStatement = Readonly<{ sql: string; values: readonly ParameterValue[] }>;

/** The first message of a connection has no letter; behind these requests comes another such. */
const NEGOTIATIONS: readonly number[] = [80877103, 80877104];

type Parsed = Readonly<{ sql: string; types: readonly number[] }>;

/** One connection, from its first byte. */
export class SentStatements {
  readonly #hasSimple: boolean;
  readonly #parsed = new Map<string, Parsed>();
  #rest: Buffer = Buffer.alloc(0);
  #isStarted = false;

  /** @param hasSimple texts of the simple protocol, too, which have no parameters */
  constructor(hasSimple = false) {
    this.#hasSimple = hasSimple;
  }

  /** @returns what the bytes complete; a value of an unknown binary type leaves its statement out */
  read(bytes: Uint8Array): readonly SentStatement[] {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    const sent: SentStatement[] = [];
    for (;;) {
      const head = this.#isStarted ? 1 : 0;
      if (this.#rest.length < head + 4) return sent;
      const length = head + this.#rest.readUInt32BE(head);
      if (this.#rest.length < length) return sent;
      const statement = this.#message(this.#rest.subarray(0, length), head);
      if (statement !== null) sent.push(statement);
      this.#rest = this.#rest.subarray(length);
    }
  }

  #message(message: Buffer, head: number): SentStatement | null {
    const body = new Body(message.subarray(head + 4));
    if (head === 0) {
      this.#isStarted = !NEGOTIATIONS.includes(body.int32());
      return null;
    }
    const kind = String.fromCharCode(message[0]!);
    if (kind === "P")
      this.#parsed.set(body.text(), { sql: body.text(), types: body.list(() => body.int32()) });
    if (kind === "Q" && this.#hasSimple) return { sql: body.text(), values: [] };
    return kind === "B" ? this.#bound(body) : null;
  }

  #bound(body: Body): SentStatement | null {
    body.text(); // The portal.
    const parsed = this.#parsed.get(body.text());
    const formats = body.list(() => body.int16());
    const raw = body.list(() => body.bytes());
    if (parsed === undefined) return null;
    const values = raw.map((value, at): ParameterValue | undefined => {
      const isBinary = (formats.length > 1 ? formats[at] : formats[0]) === 1;
      if (value === null) return null;
      return isBinary ? BINARY.get(parsed.types[at] ?? 0)?.(value) : value.toString();
    });
    return values.includes(undefined)
      ? null
      : { sql: parsed.sql, values: values as readonly ParameterValue[] };
  }
}

const text = (value: Buffer) => value.toString();

/** Readers of binary values, by the type's OID: bytea, int8, int2, int4; text, bpchar, varchar, which are the same in either format. */
const BINARY: ReadonlyMap<number, (value: Buffer) => string> = new Map([
  [17, (value: Buffer) => `\\x${value.toString("hex")}`],
  [20, (value: Buffer) => String(value.readBigInt64BE())],
  [21, (value: Buffer) => String(value.readInt16BE())],
  [23, (value: Buffer) => String(value.readInt32BE())],
  ...[25, 1042, 1043].map((type) => [type, text] as const),
]);

/** Reads a message's fields one after the other. */
class Body {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  int16(): number {
    this.#at += 2;
    return this.#bytes.readInt16BE(this.#at - 2);
  }

  int32(): number {
    this.#at += 4;
    return this.#bytes.readInt32BE(this.#at - 4);
  }

  /** Text up to a zero byte. */
  text(): string {
    const end = this.#bytes.indexOf(0, this.#at);
    const text = this.#bytes.toString("utf8", this.#at, end);
    this.#at = end + 1;
    return text;
  }

  /** Bytes with their length before them; -1 is NULL. */
  bytes(): Buffer | null {
    const length = this.int32();
    if (length < 0) return null;
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  /** A list with its count before it. */
  list<T>(read: () => T): readonly T[] {
    return Array.from({ length: this.int16() }, read);
  }
}
