/** Reads what a carrier brings: a reader for each source, so that what other programs write is in no statement. */
import type { Carrier } from "./carrier.ts";
import type { EntryReader, Take } from "./entry.ts";

/** Sources that are followed at once: the one that was silent longest is given up. */
const SOURCES_MOST = 1_000;

type LogSource = Readonly<{ reader: EntryReader }> & { line: string | null };

export class CarriedReader implements EntryReader {
  readonly #carrier: Carrier;
  readonly #inner: (take: Take) => EntryReader;
  readonly #take: Take;
  readonly #sources = new Map<string, LogSource>();
  #strange = 0;

  constructor(carrier: Carrier, inner: (take: Take) => EntryReader, take: Take) {
    this.#carrier = carrier;
    this.#inner = inner;
    this.#take = take;
  }

  get strange(): number {
    return [...this.#sources.values()].reduce((sum, { reader }) => sum + reader.strange, this.#strange);
  }

  line(text: string): void {
    const lines = this.#carrier.read(text);
    if (lines === null) {
      if (text !== "") this.#strange += 1;
      return;
    }
    for (const { source: name, text: line, goesOn } of lines) {
      const source = this.#source(name);
      if (goesOn && source.line !== null) {
        source.line += line;
        continue;
      }
      if (source.line !== null) source.reader.line(source.line);
      source.line = line;
    }
  }

  end(): void {
    for (const name of this.#sources.keys()) this.#close(name);
  }

  #source(name: string): LogSource {
    const known = this.#sources.get(name);
    this.#sources.delete(name);
    const take: Take = (entry) => this.#take({ ...entry, session: `${name} ${entry.session}` });
    const source = known ?? { reader: this.#inner(take), line: null };
    this.#sources.set(name, source);
    if (this.#sources.size > SOURCES_MOST) this.#close(this.#sources.keys().next().value!);
    return source;
  }

  #close(name: string): void {
    const { reader, line } = this.#sources.get(name)!;
    if (line !== null) reader.line(line);
    reader.end();
    this.#strange += reader.strange;
    this.#sources.delete(name);
  }
}
