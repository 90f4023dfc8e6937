/** The end of a page: the place of its last run, as a word that can stand in an address. */
import { z } from "zod";
import type { Position } from "../../io/store/store.ts";
import { PlumblineError } from "../../model/errors.ts";

const Words = z.tuple([z.iso.datetime(), z.iso.datetime(), z.uuid()]);

export function cursorOf({ orderedAt, measuredAt, id }: Position): string {
  return Buffer.from(JSON.stringify([orderedAt, measuredAt, id])).toString("base64url");
}

/** @throws PlumblineError of kind "usage" for a word that no answer had */
export function positionOf(cursor: string): Position {
  try {
    const text = Buffer.from(cursor, "base64url").toString("utf8");
    const [orderedAt, measuredAt, id] = Words.parse(JSON.parse(text));
    return { orderedAt, measuredAt, id };
  } catch (cause) {
    throw new PlumblineError("usage", "after: not the `next` of an earlier answer", {
      remedy: "start without it, and pass on the `next` of each answer",
      cause,
    });
  }
}
