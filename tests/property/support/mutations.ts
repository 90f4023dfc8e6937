/** Ways to change a text that a reader knows, so that it meets what nobody wrote: the same for the gate and for a long run. */
import fc from "fast-check";

/** What readers stumble over: names that objects have, numbers at the end of their range, what opens and never closes. */
const WORDS: readonly string[] = [
  "__proto__",
  "constructor",
  "toString",
  "null",
  "true",
  "NaN",
  "-0",
  "-1",
  "1e309",
  "0.1",
  "9007199254740993",
  "9".repeat(40),
  "2147483648",
  '"',
  "'",
  "''",
  "$$",
  "$1",
  "\\",
  "\\u0000",
  "\\ud800",
  "%",
  "%s",
  "&a ",
  "*a",
  "<<: ",
  "!!binary ",
  "--",
  "/*",
  ":",
  "::",
  ";",
  ",",
  "|",
  "=",
  "{}",
  "[]",
  "[[",
  "{{",
  "((",
  "\n",
  "\r\n",
  "\t",
  "\0",
  "\u001b[31m",
  "\u2028",
  "\ufeff",
  "é",
  "😀",
];
/** What one value of a document may become. */
const VALUES: readonly string[] = [
  "null",
  "true",
  "0",
  "-1",
  "1e309",
  "1e-320",
  "1.5",
  "9007199254740993",
  '""',
  "[]",
  "{}",
  "[[[]]]",
  '"__proto__"',
  '"\\u0000"',
  '"\\ud800"',
  '"NaN"',
  '{"__proto__":{"polluted":1}}',
  `"${"long ".repeat(60)}"`,
];
const VALUE = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|"(?:[^"\\]|\\.){0,2000}"|\b(?:true|false|null)\b/g;
/** A text longer than this is cut: what only length shows is found by a run of its own. */
const LENGTH_MOST = 100_000;

/** What follows on many of one kind: where it does not fit, they are read again in every other way there is. */
const AFTER = fc.constantFrom("", "!", "\n", "\0");

/** Places are parts of the text, so that an edit fits every text. */
type Edit = (text: string, other: string) => string;

const place = fc.double({ min: 0, max: 1, noNaN: true });
const length = fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 400 }));
const at = (text: string, part: number) => Math.floor(part * text.length);
const replaced = (text: string, from: number, to: number, by: string) =>
  text.slice(0, from) + by + text.slice(to);

const edit: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.tuple(place, fc.constantFrom(...VALUES)).map(([part, value]) => withValue(part, value)),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(place, fc.constantFrom(...WORDS)).map(
      ([part, word]): Edit =>
        (text) =>
          replaced(text, at(text, part), at(text, part), word),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(place, length, fc.constantFrom(...WORDS)).map(
      ([part, count, word]): Edit =>
        (text) =>
          replaced(text, at(text, part), at(text, part) + count, word),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(place, length).map(
      ([part, count]): Edit =>
        (text) =>
          replaced(text, at(text, part), at(text, part) + count, ""),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(place, place, length).map(
      ([part, to, count]): Edit =>
        (text) =>
          replaced(text, at(text, to), at(text, to), text.slice(at(text, part), at(text, part) + count)),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(place, fc.integer({ min: 1, max: 6 }), fc.constantFrom(10, 1_000, 20_000), AFTER).map(
      ([part, count, times, after]): Edit =>
        (text) =>
          replaced(
            text,
            at(text, part),
            at(text, part),
            text.slice(at(text, part), at(text, part) + count).repeat(times) + after,
          ),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(place, place).map(
      ([part, from]): Edit =>
        (text, other) =>
          text.slice(0, at(text, part)) + other.slice(at(other, from)),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(place, fc.string({ unit: "binary", minLength: 1, maxLength: 4 })).map(
      ([part, odd]): Edit =>
        (text) =>
          replaced(text, at(text, part), at(text, part) + odd.length, odd),
    ),
  },
);

/** One value of JSON, YAML or a report becomes another: most of what else changes a document only breaks it. */
function withValue(part: number, value: string): Edit {
  return (text) => {
    const found = [...text.matchAll(VALUE)];
    const one = found[Math.floor(part * found.length)];
    return one === undefined ? text : replaced(text, one.index, one.index + one[0].length, value);
  };
}

/** A change of a text, with another text that parts may come from. */
export const mutation: fc.Arbitrary<Edit> = fc
  .array(edit, { minLength: 1, maxLength: 5 })
  .map(
    (edits) => (text, other) =>
      edits.reduce((changed, each) => each(changed, other), text).slice(0, LENGTH_MOST),
  );
