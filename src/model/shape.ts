/** The two shapes that documents and messages are made of: an unknown field is an error, and what was read is not changed. */
import { z } from "zod";

/** An object that has these fields and no others. */
export function object<Fields extends z.core.$ZodLooseShape>(fields: Fields) {
  return z.strictObject(fields).readonly();
}

/** A list of any length. */
export function list<Item extends z.core.SomeType>(item: Item) {
  return z.array(item).readonly();
}
